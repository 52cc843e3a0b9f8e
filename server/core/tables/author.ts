import { integer, text } from 'drizzle-orm/pg-core';

/** A kind of actor, and the id of the token of a project: `StoredActor`. */
export const actorColumn = (name: string) => text(name).$type<'account' | 'token' | 'system' | `token:${number}`>();

/** Columns: who has made a change. The account is null for an actor without one. */
export const actor = () => ({
  accountId: integer('account_id'),
  actor: actorColumn('actor').notNull().default('account'),
});

/** Columns: who has made a change, and through which feature. */
export const author = () => ({
  ...actor(),
  origin: text().notNull().default('form'),
});
