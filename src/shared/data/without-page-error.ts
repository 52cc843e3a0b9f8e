import type { CallMeta } from '../http/query-meta.ts';

/** The same query for a part of a page that shows its own failure: the page stays. */
export const withoutPageError = <Q extends { meta?: CallMeta }>(query: Q): Q => ({
  ...query,
  meta: { title: 'Error', ...query.meta, quiet: true },
});
