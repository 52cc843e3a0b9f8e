import type { Template } from '@quartermaster/contract/endpoints/templates.ts';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { FieldNode } from '../../../shared/data/templates.ts';
import { havePatterns, usePatterns } from '../../../shared/field-types/use-patterns.ts';
import { listedFields } from '../list/item-columns.tsx';
import { rememberedKnownView } from '../list/list-memory.ts';
import { viewIn } from '../list/list-state.ts';
import { useListView } from '../list/use-list-view.ts';
import { gridColumns } from './grid-columns.tsx';
import { flatGroups } from './rows-grid.tsx';

/** The columns of a grid, and which of them it shows: as the list that it was opened from. */
export function useGridColumns(
  instanceId: number,
  template: Template,
  tree: readonly FieldNode[],
  mayEditReadOnly: boolean,
) {
  usePatterns(havePatterns(tree));
  const [search] = useSearchParams();
  // The list has loaded it.
  const [saved] = useState(() => rememberedKnownView(instanceId, template.id, viewIn(search)));
  const view = useListView(instanceId, template.id, saved);
  const groups = useMemo(() => flatGroups(tree), [tree]);
  const columns = useMemo(
    () => gridColumns(listedFields(tree), mayEditReadOnly, new Set(groups.map(({ field }) => field.id))),
    [tree, mayEditReadOnly, groups],
  );
  return { columns, view };
}
