import type { QueryKey } from '@tanstack/react-query';
import type { ChangeName } from './changes.ts';

/** What the console's caches read from a query: they toast its failure under `title`. It is the query's: no screen gives it another one. */
export interface CallMeta extends Record<string, unknown> {
  /** Names the operation in the toast of a failure, e.g. `Items`. */
  title: string;
  /** Keeps the toast (and the error page) away where the screen shows the failure itself; a function decides by the error. */
  quiet?: boolean | ((error: Error) => boolean);
  /** A page can be shown without it: its failure is toasted, and leads to no error page. */
  isPart?: boolean;
  /** What the caller may do is read from it: it is read anew once the server refuses a call that the screen has offered. */
  decidesAccess?: boolean;
  /** Said by the error page where no page can be shown without the query's data, e.g. `Workspaces data not found`. */
  missing?: string;
}

/** What the caches read from a mutation. */
export interface ChangeMeta extends Record<string, unknown> {
  /** Which change it makes; that says how its failure is named, and who tells of it. */
  of: ChangeName;
  /** Toast after a success. */
  success?: string;
  /** Key prefixes of the queries that are stale after a success. */
  invalidates?: QueryKey[];
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: CallMeta;
    mutationMeta: ChangeMeta;
  }
}
