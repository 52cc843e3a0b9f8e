import type { SavedBy } from '@quartermaster/contract/saved-by.ts';
import { actorNameSql, type StoredActor, shownName } from '../../core/base/actor.ts';

/** The author of a revision, with the columns of {@link savedBySql}. */
export interface SavedByRow {
  actor: StoredActor;
  account_id: number | null;
  name: string | null;
  at: Date;
}

/** SQL: the columns of a {@link SavedByRow}, given the aliases of a revision and of its account, which may be null. */
export const savedBySql = (revision: string, account: string): string =>
  `${revision}.actor, ${revision}.account_id, ${actorNameSql(revision, account)} as name, ${revision}.at`;

/** The author of a revision in the answer to a save that conflicts with it. */
export const toSavedBy = ({ actor, account_id, name, at }: SavedByRow): SavedBy => ({
  by: shownName(actor, name) ?? '',
  by_id: actor === 'account' ? account_id : null,
  at: at.toISOString(),
});
