import type { SavedBy } from '@quartermaster/contract/saved-by.ts';
import { errorDetail } from '../http/error-detail.ts';

/** The version that was saved first, and by whom. */
export interface Conflict<Theirs> {
  theirs: Theirs;
  saved: SavedBy | undefined;
}

/** The author of the version with which a save conflicts, if the error contains it. */
export const savedByOf = (error: unknown): SavedBy | undefined =>
  (errorDetail(error, 'saved') as SavedBy | null | undefined) ?? undefined;
