import { rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { leavesOf } from '@quartermaster/contract/content/template-tree.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { useMemo, useSyncExternalStore } from 'react';
import type { FieldNode } from '../../../shared/data/templates.ts';
import { LinkedIds } from '../../../shared/links/linked-ids.ts';
import type { Sheet, SheetRow } from './model/sheet.ts';

const isLink = ({ field }: FieldNode) => fieldTypeOf(field.settings.type).links !== undefined;

/** The fields with links, and the dynamic groups with such fields in their rows. */
function linksOf(tree: readonly FieldNode[]) {
  const leaves = leavesOf(tree) as FieldNode[];
  const groups = leaves.map(({ field, children }) => ({ id: field.id, links: children.filter(isLink) }));
  return { fields: leaves.filter(isLink), groups: groups.filter(({ links }) => links.length > 0) };
}

/** The items that the rows of a sheet link to, by template: their labels are fetched together. */
export function useSheetLinks(tree: readonly FieldNode[], sheet: Sheet): ReadonlyMap<string, readonly number[]> {
  const rows = useSyncExternalStore(
    (listener) => sheet.listeners.subscribeToList(listener),
    () => sheet.rows(),
  );
  const links = useMemo(() => linksOf(tree), [tree]);
  return useMemo(() => linkedIn(links, rows), [links, rows]);
}

function linkedIn({ fields, groups }: ReturnType<typeof linksOf>, rows: readonly SheetRow[]) {
  const found = new LinkedIds();
  if (fields.length + groups.length === 0) return found.lists();
  for (const { values } of rows) {
    for (const { field } of fields) found.add(field.settings, values[field.id]);
    for (const { id, links } of groups)
      for (const row of rowsOf(values[id])) for (const { field } of links) found.add(field.settings, row[field.id]);
  }
  return found.lists();
}
