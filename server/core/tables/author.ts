import { integer, text } from 'drizzle-orm/pg-core';

/** The kinds of actors, as in `Actor`. */
export const actorKinds = ['account', 'token', 'system'] as const;

/** Columns: who has made a change. The account is null for an actor without one. */
export const actor = () => ({
  accountId: integer('account_id'),
  actor: text({ enum: actorKinds }).notNull().default('account'),
});

/** Columns: who has made a change, and through which feature. */
export const author = () => ({
  ...actor(),
  origin: text().notNull().default('form'),
});
