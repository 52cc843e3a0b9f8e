import { defineJob } from '../../core/app/module.ts';
import { purgeItems, purgeTemplate } from './repository.ts';

/**
 * Deletes what was deleted 90 days ago for good, in short steps: the entries of the trash and the removed values. Revisions
 * are kept as long as the plan says.
 */
export const purgeTrashJob = defineJob({
  name: 'purge-trash',
  everySeconds: 60 * 60,
  run: async ({ unit, clock }, _data, signal) => {
    const now = clock.now();
    do signal.throwIfAborted();
    while (await unit(({ query }) => purgeItems(query, now)));
    do signal.throwIfAborted();
    while (await unit(({ query }) => purgeTemplate(query, now)));
  },
});
