import type { Query } from '../../../core/database/database.ts';
import type { ChangeSet } from '../change-set.ts';
import type { EditParts } from './edit.ts';
import { copyBatches, stateBatches } from './edit-batches.ts';
import { copiesSource, noSource, type OriginalOf, operationsSource } from './edit-source.ts';
import { repeatedValues } from './repeated-values.ts';

/** The change set of a bulk edit. */
export function editChangeSet(query: Query, parts: EditParts): ChangeSet {
  const { instance, model, edit, itemLimit, fingerprint } = parts;
  const { id: templateId, label, key } = model;
  return {
    pair: { source: instance, target: instance },
    source: sourceOf(parts),
    undoes: null,
    templates: [
      {
        templateId,
        label,
        change: null,
        sourceKey: null,
        targetKey: key,
        after: null,
        formerKey: null,
        revision: '0',
        model,
      },
    ],
    items: [],
    batches: () => (edit.kind === 'copy' ? copyBatches(query, parts, edit.times) : stateBatches(query, parts)),
    expected: { itemLimit },
    menu: null,
    revision: fingerprint,
  };
}

function sourceOf({ model, edit, items, firstId, copiesBefore = 0 }: EditParts) {
  if (edit.kind === 'delete') return noSource;
  if (edit.kind === 'update') return operationsSource(model, edit, repeatedValues(model, edit, items.ids));
  const { times } = edit;
  const originalOf: OriginalOf = (id) => {
    const copy = id - firstId;
    const index = Math.floor(copy / times);
    const numbers = { n: (copy % times) + 1, i: copiesBefore + copy + 1 };
    return { id: items.ids[index] ?? 0, version: items.versions[index] ?? 0, ...numbers };
  };
  return copiesSource(model, edit, {
    originalOf,
    contents: items.contents,
    findRepeated: repeatedValues(model, edit, []),
  });
}
