import { readBefore, readItems, readSizes, readSizesBefore } from '../history/content-repository.ts';
import type { Place } from '../model/instance-pair.ts';
import { type ContentSource, templateKeyOf } from './change-set.ts';

/** Another instance: its current items. */
export const instanceSource = (instance: Place, sizesAtOnce: number): ContentSource => ({
  instance,
  read: (query, { sourceKey }, ids) => readItems(query, sourceKey, ids),
  sizes: { read: (query, { sourceKey }, ids) => readSizes(query, [sourceKey], ids), atOnce: sizesAtOnce },
});

/** The history: the contents before a change set. */
export const historySource = (changeSetId: number, sizesAtOnce: number): ContentSource => ({
  instance: null,
  read: async (query, template, ids) => {
    const before = await readBefore(query, { changeSetId, templateKey: templateKeyOf(template), ids });
    return new Map(
      [...before].map(([id, { synced_hash, synced_version, ...content }]) => [
        id,
        { ...content, synced: { synced_hash, synced_version } },
      ]),
    );
  },
  sizes: {
    read: (query, template, ids) => readSizesBefore(query, { changeSetId, templateKey: templateKeyOf(template), ids }),
    atOnce: sizesAtOnce,
  },
});
