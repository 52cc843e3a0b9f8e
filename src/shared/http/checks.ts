import type { Query } from '@tanstack/react-query';
import type { CallMeta } from './query-meta.ts';

/**
 * Makes a query a check, which is read and decided about: while it is on the screen, changes by others do not load it again. It is marked as
 * outdated once its answer would be another one. `follow` of its metadata takes over what may change meanwhile.
 */
export const asCheck = <Options extends { meta?: CallMeta | undefined }>(options: Options): Options => ({
  ...options,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  // Every query of the console has a title.
  meta: { ...options.meta, isCheck: true } as CallMeta,
});

/** True for what must not change while it is read. */
export const isCheck = ({ meta }: Pick<Query, 'meta'>): boolean => meta?.isCheck === true;

/** True for a check whose answer would be another one now. */
export const isOutdated = (query: Query): boolean => isCheck(query) && query.state.isInvalidated;
