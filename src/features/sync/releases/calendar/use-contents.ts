import type { Release } from '@quartermaster/contract/endpoints/releases.ts';
import { useQuery } from '@tanstack/react-query';
import { useInstanceId } from '../../../../shared/access/active-instance.ts';
import { syncChangeQueries } from '../../../../shared/data/sync/sync-changes.ts';
import { syncHistoryQueries } from '../../../../shared/data/sync/sync-history.ts';
import { syncQueries } from '../../../../shared/data/sync/syncs.ts';
import type { Difference } from '../../../../shared/item-diff/difference-text.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import type { ChangeKind } from '../../../../shared/ui/change/change-mark.tsx';
import type { ListedItem } from '../../changes/change-section.ts';

/** How many changes are listed. */
const listed = 6;

/** A change in a few words. */
interface ContentLine {
  key: string;
  kind: ChangeKind;
  name: string;
  image?: string | null | undefined;
  difference?: Difference | undefined;
}

interface Contents {
  lines: ContentLine[];
  /** The number of changes; null while it is not known. */
  total: number | null;
  isLoading: boolean;
}

interface Changed {
  menu: boolean;
  templates: readonly { template_id: string; name: string; change: ChangeKind | null; items: readonly ListedItem[] }[];
}

function linesOf({ menu, templates }: Changed): ContentLine[] {
  const all = templates.flatMap(({ template_id: templateId, name, change, items }): ContentLine[] => [
    ...(change ? [{ key: templateId, kind: change, name: `Template ${name}` }] : []),
    ...items.map(
      (item): ContentLine => ({
        key: `${templateId}.${item.id}`,
        kind: item.change,
        name: item.name,
        image: item.image,
        difference: item.difference,
      }),
    ),
  ]);
  const navigation: ContentLine = { key: 'menu', kind: 'updated', name: 'Navigation' };
  // Items with values first: they describe the release best.
  const rank = ({ kind, difference }: ContentLine) => (difference ? 0 : kind === 'updated' ? 1 : 2);
  return [...(menu ? [navigation] : []), ...all].toSorted((one, other) => rank(one) - rank(other)).slice(0, listed);
}

/** The first changes of a release and their number: what it would change now or, once it is published, what it has changed. */
export function useContents({ id, state, source, sync_id }: Release): Contents {
  const instanceId = useInstanceId();
  const request = useRequest();
  const isWaiting = (state === 'open' || state === 'refused') && source.id === instanceId;
  const syncId = state === 'published' ? (sync_id ?? 0) : 0;
  const waiting = useQuery({
    ...syncChangeQueries.changes(request, instanceId, { release: id }),
    enabled: isWaiting,
  });
  const synced = useQuery(syncQueries.get(request, instanceId, syncId));
  const withItems = synced.data?.templates.find(({ counts }) => counts.added + counts.updated + counts.removed > 0);
  const template = withItems?.template_id ?? '';
  const items = useQuery({
    ...syncHistoryQueries.items(request, instanceId, syncId, { template, cursor: null, limit: listed }),
    enabled: withItems !== undefined,
  });
  if (isWaiting && waiting.data) {
    const { templates, counts, menu } = waiting.data;
    const total = counts.added + counts.updated + counts.removed + counts.templates + Number(menu.is_changed);
    return { lines: linesOf({ menu: menu.is_changed, templates }), total, isLoading: false };
  }
  if (synced.data) {
    const { templates, sync } = synced.data;
    const { added, updated, removed, menu } = sync.counts;
    const listedOf = (templateId: string) => (templateId === template ? (items.data?.items ?? []) : []);
    const changed = templates.map((one) => ({ ...one, items: listedOf(one.template_id) }));
    return {
      lines: linesOf({ menu, templates: changed }),
      total: added + updated + removed + sync.counts.templates + Number(menu),
      isLoading: items.isLoading,
    };
  }
  return { lines: [], total: null, isLoading: waiting.isLoading || synced.isLoading };
}
