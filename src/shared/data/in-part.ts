import type { CallMeta } from '../http/query-meta.ts';

/** The same query, asked by a part of a page that shows itself that it has failed: the page stays. */
export const inPart = <Q extends { meta?: CallMeta }>(query: Q): Q => ({
  ...query,
  meta: { title: 'Error', ...query.meta, quiet: true },
});
