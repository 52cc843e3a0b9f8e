import type { ItemRow } from '@quartermaster/contract/endpoints/items.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { itemQueries } from '../../../../shared/data/items.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import type { RowHeading } from '../../../../shared/table/row-heading.ts';
import { useStableCallback } from '../../../../shared/ui/hooks/use-stable-callback.ts';
import { lazyPart } from '../../../../shared/ui/lazy/lazy-part.tsx';
import type { ListedField } from '../item-columns.tsx';
import { toListFilter } from '../list-state.ts';
import type { ListedItems } from '../use-listed-items.ts';
import type { GroupHeadingProps, GroupValue } from './group-heading.tsx';

const GroupHeading = lazyPart<GroupHeadingProps>(() => import('./group-heading.tsx').then((m) => m.GroupHeading));

/** The rows of a page in groups, without those of collapsed groups, and the headings before them; undefined without groups. */
export function useGroupedRows(
  instanceId: number,
  templateId: string,
  items: Pick<ListedItems, 'group' | 'pageQuery' | 'changeFilters'>,
  rows: readonly ItemRow[] | undefined,
  anchors = rows,
): GroupedRows | undefined {
  const { group, pageQuery, changeFilters } = items;
  const { filters, search } = pageQuery;
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const { data: counts } = useQuery({
    ...itemQueries.groups(useRequest(), instanceId, templateId, { field: group?.id ?? '', filters, search }),
    enabled: group !== undefined && rows !== undefined,
  });
  const toggle = useStableCallback((key: string) =>
    setCollapsed(
      (before) => new Set(before.has(key) ? [...before].filter((other) => other !== key) : [...before, key]),
    ),
  );
  const showOnly = useStableCallback((value: GroupValue) => {
    if (!group) return;
    const condition = value === null ? 'empty' : 'equal';
    const filter = toListFilter({ fieldId: group.id, condition, value: value === null ? '' : String(value) });
    changeFilters((before) => [...before.filter(({ fieldId }) => fieldId !== group.id), filter]);
  });
  return useMemo(
    () =>
      group &&
      rows &&
      groupRows(group, rows, anchors ?? rows, collapsed, (value, id, onPage) => (
        <GroupHeading
          settings={group.settings}
          value={value}
          count={counts?.get(value)}
          onPage={onPage}
          isCollapsed={collapsed.has(id)}
          onToggle={() => toggle(id)}
          onShowOnly={() => showOnly(value)}
        />
      )),
    [group, rows, anchors, collapsed, counts, toggle, showOnly],
  );
}

interface GroupedRows {
  rows: readonly ItemRow[];
  headings: readonly RowHeading[];
}

/** In the groups of the anchors, which are the rows in the same order, but older. Undefined for rows of another order, until those of this one are loaded. */
function groupRows(
  group: ListedField,
  rows: readonly ItemRow[],
  anchors: readonly ItemRow[],
  collapsed: ReadonlySet<string>,
  heading: (value: GroupValue, id: string, onPage: number) => ReactNode,
): GroupedRows | undefined {
  const visible: ItemRow[] = [];
  const headings: RowHeading[] = [];
  const ids = new Set<string>();
  const onPage = Map.groupBy(anchors, (row) => groupValue(group, row));
  for (const [index, row] of rows.entries()) {
    const value = groupValue(group, anchors[index] ?? row);
    const id = `${group.id}:${value}`;
    if (headings.at(-1)?.id !== id) {
      if (ids.has(id)) return undefined;
      ids.add(id);
      headings.push({ id, at: visible.length, content: heading(value, id, onPage.get(value)?.length ?? 0) });
    }
    if (!collapsed.has(id)) visible.push(row);
  }
  return { rows: visible, headings };
}

function groupValue({ id, settings }: ListedField, row: ItemRow): GroupValue {
  const value = row.values[id];
  const ranks = fieldTypeOf(settings.type).index.ranks?.(settings);
  if (typeof value === 'string') return !ranks || ranks.includes(value) ? value : null;
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
