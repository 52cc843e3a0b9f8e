/** Who changes something; stored with revisions, change sets, reviews, exports and entries of the access log. */
export type Actor =
  | { kind: 'account'; accountId: number }
  /** The account is the one on whose behalf the token acts, a token of a project; null for the API token of an instance. */
  | { kind: 'token'; accountId: number | null; tokenId?: number }
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
  | 'proposal'
  | 'api'
  | 'assistant';

/** Who makes a change, and through which feature. */
export interface Author {
  actor: Actor;
  origin: Origin;
}

/** How an actor is stored: its kind and, of a token of a project, which one. */
export type StoredActor = Actor['kind'] | `token:${number}`;

/** The columns that store an actor. */
export interface ActorColumns {
  /** Null for an actor without an account. */
  accountId: number | null;
  actor: StoredActor;
}

/** The columns that store an author. */
export interface AuthorColumns extends ActorColumns {
  origin: Origin;
}

/** The account that acts, or on whose behalf a token does; null if there is none. */
export const accountOf = (actor: Actor): number | null => (actor.kind === 'system' ? null : actor.accountId);

const storedActor = (actor: Actor): StoredActor =>
  actor.kind === 'token' && actor.tokenId !== undefined ? `token:${actor.tokenId}` : actor.kind;

/** The values of the columns that store an actor. */
export const toActorColumns = (actor: Actor): ActorColumns => ({
  accountId: accountOf(actor),
  actor: storedActor(actor),
});

/** The values of the columns that store an author. A token fills in no forms: it makes the calls of forms by the API. */
export const toColumns = ({ actor, origin }: Author): AuthorColumns => ({
  ...toActorColumns(actor),
  origin: actor.kind === 'token' && origin === 'form' ? 'api' : origin,
});

/** An actor in the columns of a row. */
export interface ActorRow {
  account_id: number | null;
  actor: StoredActor;
}

/** The actor that a row stores. */
export function toActor({ account_id: accountId, actor: kind }: ActorRow): Actor {
  if (kind === 'system') return { kind };
  if (kind.startsWith('token')) {
    const tokenId = Number(kind.split(':')[1]) || undefined;
    return { kind: 'token', accountId, ...(tokenId !== undefined && { tokenId }) };
  }
  if (accountId === null) throw new Error('A change of an account is stored without the account.');
  return { kind: 'account', accountId };
}

/**
 * SQL: the current name of the account of a row, or the names of its token and of whoever made that, whether or not it was revoked.
 * Both are aliases: of a row with an actor, and of its account, which may be null.
 */
export const actorNameSql = (row: string, account: string): string => `case when ${row}.actor like 'token:%'
    then (select k.name || case when ${account}.name <> '' then ' (token of ' || ${account}.name || ')' else ' (token)' end
      from project_tokens k where k.id = substr(${row}.actor, 7)::int)
    else ${account}.name end`;

/** The name shown for an actor, given that of {@link actorNameSql} if there is one; null for an account that was deleted. */
export function shownName(kind: StoredActor, name: string | null): string | null {
  if (kind === 'system') return 'Quartermaster';
  return name ?? (kind.startsWith('token') ? 'An API token' : null);
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
