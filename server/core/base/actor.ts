/** Who changes something; stored with revisions, change sets, reviews, exports and entries of the access log. */
export type Actor =
  | { kind: 'account'; accountId: number }
  /** The account is the one on whose behalf the token acts; null for a token of an instance. */
  | { kind: 'token'; accountId: number | null }
  | { kind: 'system' };

/** The feature through which something is changed. */
export type Origin =
  | 'form'
  | 'grid'
  | 'bulk-edit'
  | 'import'
  | 'sync'
  | 'undo'
  | 'restore'
  | 'release'
  | 'template-change'
  | 'api'
  | 'assistant';

/** Who makes a change, and through which feature. */
export interface Author {
  actor: Actor;
  origin: Origin;
}

/** The columns that store an actor. */
export interface ActorColumns {
  /** Null for an actor without an account. */
  accountId: number | null;
  actor: Actor['kind'];
}

/** The columns that store an author. */
export interface AuthorColumns extends ActorColumns {
  origin: Origin;
}

/** The account that acts, or on whose behalf a token does; null if there is none. */
export const accountOf = (actor: Actor): number | null => (actor.kind === 'system' ? null : actor.accountId);

/** The values of the columns that store an actor. */
export const toActorColumns = (actor: Actor): ActorColumns => ({ accountId: accountOf(actor), actor: actor.kind });

/** The values of the columns that store an author. */
export const toColumns = ({ actor, origin }: Author): AuthorColumns => ({ ...toActorColumns(actor), origin });

/** An actor in the columns of a row. */
export interface ActorRow {
  account_id: number | null;
  actor: Actor['kind'];
}

/** The actor that a row stores. */
export function toActor({ account_id: accountId, actor: kind }: ActorRow): Actor {
  if (kind === 'system') return { kind };
  if (kind === 'token') return { kind, accountId };
  if (accountId === null) throw new Error('A change of an account is stored without the account.');
  return { kind, accountId };
}

/**
 * The name shown for an actor, given the current name of its account if that exists; null for an account that was
 * deleted.
 */
export function shownName(kind: Actor['kind'], accountName: string | null): string | null {
  if (kind === 'system') return 'Quartermaster';
  return accountName ?? (kind === 'token' ? 'An API token' : null);
}

/** An actor in an answer, with its {@link shownName}. */
export interface Person {
  id: number | null;
  /** Empty for an account that was deleted. */
  name: string;
}

/** The person shown for a row with the current name of its account. */
export const personOf = ({ account_id: id, actor, name }: ActorRow & { name: string | null }): Person => ({
  id,
  name: shownName(actor, name) ?? '',
});
