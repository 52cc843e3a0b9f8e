import type { FocusEventHandler } from 'react';
import { IconMessage } from '../ui/icons/message.ts';
import classes from './bubble.module.css';
import { countText, type PlaceCount } from './comment-spot.ts';

interface BubbleButtonProps {
  count: PlaceCount | undefined;
  /** What the comments are about. */
  label: string;
  /** Where its value is saved, of a field. */
  spot?: string;
  /** True at a line, which shows it once the line is hovered or focused; a field has it over its corner. */
  isInLine?: boolean;
  tabIndex: 0 | -1;
  onFocus?: FocusEventHandler;
  onClick: () => void;
}

/** The number of open threads about something, or, without any, a button that begins the first. */
export function BubbleButton({ count, label, spot, isInLine, ...button }: BubbleButtonProps) {
  const text = countText(count, label);
  return (
    <button
      type="button"
      className={classes.bubble}
      data-bubble
      data-spot={spot}
      data-line={isInLine || undefined}
      data-count={count?.open}
      data-unread={count?.isUnread || undefined}
      aria-label={text}
      title={text}
      {...button}
    >
      <IconMessage size={16} aria-hidden />
      {count !== undefined && count.open > 0 && <span aria-hidden>{count.open}</span>}
    </button>
  );
}
