import { useQueryClient } from '@tanstack/react-query';
import { itemQueries } from '../../../shared/data/items.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { authorName } from '../../../shared/ui/author-name.ts';
import { useStableCallback } from '../../../shared/ui/hooks/use-stable-callback.ts';
import type { CellNews } from './model/follow-sheet.ts';
import { cellName, type GridState } from './model/grid-state.ts';

/** Returns a function that notes at edited cells what other members have saved there. */
export function useCellNews(instanceId: number, templateId: string, state: GridState) {
  const queries = useQueryClient();
  const request = useRequest();
  return useStableCallback(async (news: readonly CellNews[]) => {
    if (news.length === 0) return;
    const rows = [...new Map(news.map(({ row }) => [row.key, { id: row.id ?? 0, version: row.version }])).values()];
    const query = itemQueries.edits(request, instanceId, templateId, rows);
    const edits = await queries.fetchQuery(query).catch(() => undefined);
    const notes = news.map(({ row, version, column, before, after }) => {
      // Versions between may be of others.
      const by = version + 1 === row.version ? edits?.get(row.id ?? 0)?.by : undefined;
      const who = by === undefined || by === null ? 'Someone else' : authorName(by, 'start');
      return [cellName(row.key, column), { who, before, after, isTyped: true }] as const;
    });
    state.others.set(new Map([...state.others.all(), ...notes]));
    for (const { row } of news) state.sheet.listeners.touch(row.key);
    state.sheet.listeners.notify();
  });
}
