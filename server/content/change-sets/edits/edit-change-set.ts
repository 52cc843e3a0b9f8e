import type { Query } from '../../../core/database/database.ts';
import { numberArray } from '../../../core/database/pg-array.ts';
import type { SelectedItems } from '../../lists/select-items.ts';
import type { Place } from '../../model/instance-pair.ts';
import type { TemplateModel } from '../../model/template-model.ts';
import type { ChangeSet, ChangeSetItem } from '../change-set.ts';
import { SyncFailure } from '../sync-failure.ts';
import type { Edit } from './edit.ts';
import { copiesSource, noSource, type OriginalOf, operationsSource } from './edit-source.ts';

/** The selected items of a bulk edit and their versions, by ascending id. */
export type EditedItems = Pick<SelectedItems, 'ids' | 'versions'>;

/** What a change set of a bulk edit is built from. */
export interface EditParts {
  instance: Place;
  model: TemplateModel;
  edit: Edit;
  items: EditedItems;
  /** Of copies: the id of the first one; the others follow it. */
  firstId: number;
  itemLimit: number | null;
  fingerprint: string;
}

/** Items whose states are read at a time. */
const itemsOfPage = 2000;

/**
 * The change set of a bulk edit. Its items are read in pages, and a page fails if one of them is no longer in the version
 * that was selected.
 */
export function editChangeSet(query: Query, parts: EditParts): ChangeSet {
  const { instance, model, edit, items, itemLimit, fingerprint } = parts;
  const { id: templateId, label, key, version, hash } = model;
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
      },
    ],
    items: [],
    pages: () => (edit.kind === 'copy' ? copyPages(parts, edit.times) : statePages(query, model, items, edit.kind)),
    expected: { template: { id: templateId, key, version, hash }, itemLimit },
    menu: null,
    revision: fingerprint,
  };
}

function sourceOf({ model, edit, items, firstId }: EditParts) {
  if (edit.kind === 'delete') return noSource;
  if (edit.kind === 'update') return operationsSource(model, edit);
  const { times } = edit;
  const originalOf: OriginalOf = (id) => {
    const place = Math.floor((id - firstId) / times);
    return { id: items.ids[place] ?? 0, version: items.versions[place] ?? 0, n: ((id - firstId) % times) + 1 };
  };
  return copiesSource(model, edit, originalOf);
}

const plain = { conflict: false, decision: undefined, sourceHash: null, revision: '0' };

async function* copyPages({ model, items, firstId }: EditParts, times: number): AsyncGenerator<ChangeSetItem[]> {
  const count = items.ids.length * times;
  for (let from = 0; from < count; from += itemsOfPage)
    yield Array.from({ length: Math.min(itemsOfPage, count - from) }, (_, index) => ({
      ...plain,
      templateId: model.id,
      id: firstId + from + index,
      label: '',
      change: 'added' as const,
      targetHash: null,
      targetVersion: null,
    }));
}

interface StateRow {
  id: number;
  label: string;
  version: number;
  hash: string;
}

async function* statePages(
  query: Query,
  { id: templateId, key }: TemplateModel,
  { ids, versions }: EditedItems,
  kind: 'update' | 'delete',
): AsyncGenerator<ChangeSetItem[]> {
  for (let from = 0; from < ids.length; from += itemsOfPage) {
    const rows = await query<StateRow>(
      'select id, label, version, hash::text from items where template_key = $1 and id = any($2::text::int[]) order by id',
      [key, numberArray([...ids.subarray(from, from + itemsOfPage)])],
      'edited-states',
    );
    const expected = Math.min(itemsOfPage, ids.length - from);
    // Both are ordered by id.
    const isCurrent =
      rows.length === expected && rows.every(({ version }, index) => version === versions[from + index]);
    if (!isCurrent) throw new SyncFailure('changed');
    yield rows.map(({ id, label, version, hash }) => ({
      ...plain,
      templateId,
      id,
      label,
      change: kind === 'delete' ? ('removed' as const) : ('updated' as const),
      targetHash: hash,
      targetVersion: version,
    }));
  }
}
