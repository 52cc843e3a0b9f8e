import { useEffect } from 'react';
import { useStableCallback } from '../../ui/hooks/use-stable-callback.ts';
import type { GroupLayout, Place, TableGroup } from './group-layout.ts';

interface Options<Group> {
  groups: readonly Group[];
  /** The rendered groups, by their indexes. */
  rendered: readonly number[];
  layout: GroupLayout;
  /** The line after the last one in view. */
  end: number;
  active: Place;
  onMissing: (group: Group) => void;
}

/** Requests rows that come into view, or become active, without being loaded; only scrolling signals this. */
export function useMissingRows<Group extends TableGroup<unknown>>(options: Options<Group>) {
  const { groups, rendered, layout, end, active, onMissing } = options;
  const missing = rendered.flatMap((at) => {
    const group = groups[at];
    const needed = Math.max(end - layout.lineOf(at, 0), active.group === at ? (active.row ?? -1) + 1 : 0);
    return group && group.rows.length < Math.min(group.total, needed) ? [group] : [];
  });
  const load = useStableCallback(onMissing);
  const missingKey = missing.map(({ key, rows }) => `${key} ${rows.length}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `missingKey` identifies these rows
  useEffect(() => {
    for (const group of missing) load(group);
  }, [missingKey, load]);
}
