/** Who changes something; stored with revisions and exports. A change set always has an account. */
export type Actor =
  | { kind: 'account'; accountId: number }
  | { kind: 'token'; tokenId: number; accountId: number }
  | { kind: 'system'; reason: string };

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

/** The columns that store an author. */
export interface AuthorColumns {
  /** Null for an actor without an account. */
  accountId: number | null;
  actor: Actor['kind'];
  origin: Origin;
}

/** The values of the columns that store an author. */
export const toColumns = ({ actor, origin }: Author): AuthorColumns => ({
  accountId: actor.kind === 'system' ? null : actor.accountId,
  actor: actor.kind,
  origin,
});
