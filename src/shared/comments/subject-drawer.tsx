import { Drawer } from '@mantine/core';
import type { ThreadSubject } from '@quartermaster/contract/endpoints/comments.ts';
import { useRestorable } from '../ui/popup/use-restorable.ts';
import { texts } from '../ui/texts.ts';
import type { PanelStart } from './comment-spot.ts';
import { CommentsPanel } from './comments-panel.tsx';
import { onEscapeWithin } from './escape-within.ts';
import type { SubjectPlaces } from './subject-places.ts';

export interface SubjectDrawerProps {
  of: ThreadSubject;
  places: SubjectPlaces;
  start: PanelStart | null;
  isOpen: boolean;
  onClose: () => void;
}

/** The comments on a template, a review, a release or a proposal, over its page. */
export function SubjectDrawer({ of, places, start, isOpen, onClose }: SubjectDrawerProps) {
  return (
    <Drawer
      opened={useRestorable(isOpen)}
      onClose={onClose}
      closeOnEscape={false}
      onKeyDown={onEscapeWithin(onClose)}
      position="right"
      size={400}
      title={texts.comments}
    >
      <CommentsPanel of={of} {...places} start={start} hasHead={false} />
    </Drawer>
  );
}
