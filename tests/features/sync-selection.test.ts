import type { ChangedItem, ChangeList } from '@quartermaster/contract/endpoints/sync.ts';
import { expect, test } from 'vitest';
import {
  countsOf,
  emptySelection,
  selectAllItems,
  toRequest,
  withDependencies,
  withoutItems,
} from '../../src/features/sync/list/selection.ts';

const item = (id: number, change: ChangedItem['change']): ChangedItem => ({
  id,
  name: `Item ${id}`,
  change,
  conflict: false,
  source_changed: true,
  revision: `revision-${id}`,
});

const template: ChangeList['templates'][number] = {
  template_id: 'hero',
  name: 'Hero',
  is_changed: false,
  change: null,
  revision: null,
  counts: { added: 1, updated: 1, removed: 1, conflicts: 0 },
  items: [item(1, 'added'), item(2, 'updated'), item(3, 'removed')],
  next_cursor: null,
};

const list: ChangeList = {
  templates: [template],
  menu: { is_changed: false, conflict: false, added: 0, updated: 0, removed: 0, revision: null },
  source: { id: 1, env: 'Dev' },
  target: { id: 2, env: 'Stage' },
  revision: 'revision-list',
  counts: { added: 1, updated: 1, removed: 1, conflicts: 0, templates: 0 },
  running: null,
};

const hero = (id: number) => ({ template_id: 'hero', id });
const itemCounts = (selection: typeof emptySelection) => {
  const { added, updated, removed } = countsOf(selection, list.templates);
  return [added, updated, removed];
};

test('included items count as their listed change, or as added', () => {
  expect(itemCounts(withDependencies(emptySelection, [hero(2), hero(3)], [], list))).toEqual([0, 1, 1]);
  expect(itemCounts(withDependencies(emptySelection, [hero(9)], [], list))).toEqual([1, 0, 0]);
});

test('excluded items no longer count as their listed change', () => {
  const all = selectAllItems(emptySelection, 'hero', true);
  expect(itemCounts(all)).toEqual([1, 1, 1]);
  expect(itemCounts(withoutItems(all, [hero(3)], list))).toEqual([1, 1, 0]);
  expect(itemCounts(withoutItems(all, [hero(1), hero(2)], list))).toEqual([0, 0, 1]);
});

test('an included item is sent with its listed revision, and an unlisted one without revisions', () => {
  const sent = (id: number) => toRequest(withDependencies(emptySelection, [hero(id)], [], list), list).changes;
  expect(sent(2)).toEqual([{ template_id: 'hero', is_update_template: false, items: [2], revisions: ['revision-2'] }]);
  expect(sent(9)).toEqual([{ template_id: 'hero', is_update_template: false, items: [9] }]);
});
