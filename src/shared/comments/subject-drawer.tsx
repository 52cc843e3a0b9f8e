import type { ThreadSubject } from '@quartermaster/contract/endpoints/comments.ts';
import type { PanelStart } from './comment-spot.ts';
import { CommentsDrawer } from './comments-drawer.tsx';
import { CommentsPanel } from './comments-panel.tsx';
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
    <CommentsDrawer isOpen={isOpen} onClose={onClose}>
      <CommentsPanel of={of} {...places} start={start} hasHead={false} />
    </CommentsDrawer>
  );
}
