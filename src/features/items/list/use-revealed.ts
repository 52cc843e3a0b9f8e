import { useState } from 'react';
import type { FieldNode } from '../../../shared/data/templates.ts';
import type { TableSort } from '../../../shared/table/table-column.ts';
import { listedFields } from './item-columns.tsx';
import type { ListFilter } from './list-state.ts';

/** The column that the list was sorted or filtered by last; a field in rows is in the column of its group. */
export function useRevealed(
  tree: readonly FieldNode[],
  sort: TableSort | undefined,
  filters: readonly ListFilter[],
): string | undefined {
  const now = { sort: sort?.field, filter: filters.at(-1)?.fieldId };
  const [before, setBefore] = useState(now);
  const [field, setField] = useState(now.sort ?? now.filter);
  if (now.sort !== before.sort || now.filter !== before.filter) {
    setBefore(now);
    setField(now.sort === before.sort ? now.filter : now.sort);
  }
  return field === undefined ? undefined : columnOf(tree, field);
}

const columnOf = (tree: readonly FieldNode[], fieldId: string): string | undefined =>
  tree
    .flatMap((node) => listedFields([node]).map(({ id }) => ({ id, node: find([node], id) })))
    .find(({ node }) => node !== undefined && find([node], fieldId) !== undefined)?.id;

const find = (nodes: readonly FieldNode[], id: string): FieldNode | undefined => {
  for (const node of nodes) {
    const found = node.field.id === id ? node : find(node.children, id);
    if (found) return found;
  }
  return undefined;
};
