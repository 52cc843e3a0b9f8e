import type { InvalidateQueryFilters, Query, QueryFilters, QueryKey } from '@tanstack/react-query';
import type { ChangeName } from './changes.ts';
import type { Done } from './done.ts';

/**
 * Metadata of a query for the console's query client, which shows failures as toasts with `title`. It belongs to the
 * query; screens do not override it.
 */
export interface CallMeta extends Record<string, unknown> {
  /** Names the operation in error toasts, e.g. `Items`. */
  title: string;
  /**
   * Suppresses the toast (and the error page) if the screen shows the failure itself; a function decides by the error.
   */
  quiet?: boolean | ((error: Error) => boolean);
  /** The page can be shown without it: a failure shows a toast but no error page. */
  isPart?: boolean;
  /** True for the queries that decide permissions: they are refetched once the server refuses a call that the screen has offered. */
  decidesAccess?: boolean;
  /**
   * Kept on the device, for the next visit to the page (`page`), or to any page (`everywhere`). Never for secrets; the data has to be JSON,
   * or maps of it.
   */
  stored?: 'page' | 'everywhere';
  /** True for an answer with something that goes on, which may have ended before the stream began. */
  isRunning?: (answer: never) => boolean;
  /** A save or an export ends once this has: it is followed in the background, too. */
  isAwaited?: boolean;
  /** Must not change while it is read; see `asCheck`. */
  isCheck?: boolean;
  /** Of a check: the answer on the screen with what may change in it, taken from the answer of now. */
  follow?: (current: never, now: never) => unknown;
  /** Message of the error page for data that the page cannot be shown without, e.g. `Workspaces data not found`. */
  missing?: string;
}

/** Selects the queries that decide permissions. */
export const decidesAccess = ({ meta }: Query): boolean => meta?.decidesAccess === true;

/** Something that a toast offers next to its message: a page, or an action, which closes the toast. */
export type ToastOffer = { label: string; to: string } | { label: string; run: () => void };

/** Metadata of a mutation for the query client. */
export interface ChangeMeta extends Record<string, unknown> {
  /** The change that it makes; determines how a failure is named and shown. */
  of: ChangeName;
  /** Toast after success; a function decides by the answer and what was sent. */
  success?: string | ((answer: unknown, variables: unknown) => string | undefined);
  /** The reason if the answer itself reports a failure: an error toast shows it instead of `success`; otherwise undefined. */
  failed?: (answer: unknown, variables: unknown) => string | undefined;
  /** The name of what was saved or deleted, for that toast. */
  name?: (answer: unknown, variables: unknown) => string | undefined;
  /** The links and actions of that toast. */
  offer?: (answer: unknown, variables: unknown) => ToastOffer | readonly ToastOffer[] | undefined;
  /** The event sent to the host after success; undefined for none. */
  done?: (answer: unknown, variables: unknown) => Done | undefined;
  /** The queries to remove from the cache after success, by the answer: the next visit must not show the old data first. */
  removes?: (answer: unknown, variables: unknown) => QueryFilters[];
  /** The queries to invalidate after success: prefixes of their keys, or filters that depend on what was sent and answered. */
  invalidates?: QueryKey[] | ((variables: unknown, answer?: unknown) => InvalidateQueryFilters[]);
  /** A failure may have changed a part: the queries are then invalidated after it, too. */
  changesDespiteFailure?: boolean;
}

/** The name of a toast about a change that sends nothing else. */
export const sentName = (_answer: unknown, name: unknown): string => name as string;

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: CallMeta;
    mutationMeta: ChangeMeta;
  }
}
