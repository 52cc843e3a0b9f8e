import type { ThreadSubject } from '@quartermaster/contract/endpoints/comments.ts';
import { createContext } from 'react';
import type { CommentPlace, PlaceCount } from './comment-spot.ts';

/** The comments on a template, a review, a release or a proposal, for what is on its page. */
export interface SubjectOnPage {
  of: ThreadSubject;
  /** By the keys of places. */
  counts: ReadonlyMap<string, PlaceCount>;
  /** Undefined while it is not known. */
  total: PlaceCount | undefined;
  isOpen: boolean;
  /** Opens the comments at a spot. */
  openAt: (spot: CommentPlace) => void;
  toggle: () => void;
}

/** `null` outside of such pages, and for users who cannot read comments. */
export const SubjectContext = createContext<SubjectOnPage | null>(null);
