import type { CommentSubject, ThreadSubject } from '@quartermaster/contract/endpoints/comments.ts';

/** The columns of what a thread of comments is about; null in an answer, which belongs to its thread. */
export interface SubjectColumns {
  about: CommentSubject | null;
  subject_id: number | null;
  template_id: string | null;
  item_id: number | null;
}

/** Columns that say what something is about. */
export type SubjectRow = SubjectColumns & { about: CommentSubject };

/** What a stored thread is about. */
export const toThreadSubject = ({ about, subject_id, template_id, item_id }: SubjectRow): ThreadSubject => ({
  about,
  ...(subject_id !== null && { subject_id }),
  ...(template_id !== null && { template_id }),
  ...(item_id !== null && { item_id }),
});
