import { use } from 'react';
import { BubbleButton } from './bubble-button.tsx';
import { SubjectContext } from './subject-context.ts';
import { type Line, linePlace } from './subject-places.ts';

interface LineBubbleProps {
  line: Line;
  label: string;
  /** In a table whose arrow keys focus it, in place of Tab. */
  focus?: { tabIndex: 0 | -1; onFocus: () => void };
}

/** The comments at a line of a review, a release or a proposal; renders nothing on pages without comments. */
export function LineBubble({ line, label, focus }: LineBubbleProps) {
  const subject = use(SubjectContext);
  if (!subject) return null;
  const spot = linePlace(subject.of, line, label);
  return (
    <BubbleButton
      count={subject.counts.get(spot.key)}
      label={label}
      isInLine
      tabIndex={0}
      {...focus}
      onClick={() => subject.openAt(spot)}
    />
  );
}
