import { type UseInfiniteQueryOptions, type UseQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { activityQueries } from '../../src/shared/data/activity.ts';
import { bulkEditQueries } from '../../src/shared/data/bulk-edits.ts';
import { changeSetQueries } from '../../src/shared/data/change-sets.ts';
import { itemHistoryQueries, menuHistoryQueries, templateHistoryQueries } from '../../src/shared/data/history.ts';
import { instanceQueries } from '../../src/shared/data/instances.ts';
import { itemQueries } from '../../src/shared/data/items.ts';
import { menuQueries } from '../../src/shared/data/menu.ts';
import { proposalQueries } from '../../src/shared/data/proposals.ts';
import { reportQueries } from '../../src/shared/data/reports.ts';
import { syncChangeQueries } from '../../src/shared/data/sync/sync-changes.ts';
import { syncDiffQueries } from '../../src/shared/data/sync/sync-diffs.ts';
import { templateQueries } from '../../src/shared/data/templates.ts';
import { translationCountsQuery } from '../../src/shared/data/translation-counts.ts';
import { trashQueries } from '../../src/shared/data/trash.ts';
import type { Request } from '../../src/shared/services/services.ts';

/** What a query shows. */
interface Shown {
  data: unknown;
  error: Error | null;
  fetchStatus: string;
}

/** A hook that shows a query, as a page does. */
export type UseShown = () => Shown;

const one =
  <Data, E extends Error, Selected, Key extends readonly unknown[]>(
    options: UseQueryOptions<Data, E, Selected, Key>,
  ): UseShown =>
  () =>
    useQuery(options);

const pages =
  <Data, E extends Error, Selected, Key extends readonly unknown[], Page>(
    options: UseInfiniteQueryOptions<Data, E, Selected, Key, Page>,
  ): UseShown =>
  () =>
    useInfiniteQuery(options);

/** What the queries are about. */
interface Places {
  dev: number;
  stage: number;
  project: { workspaceId: number; projectId: number };
  /** A template, two items of it, and the one after them, which comes and goes. */
  templateId: string;
  item: number;
  other: number;
  spare: number;
  /** Another template, which comes and goes. */
  spareTemplate: string;
  changeSetId: number;
}

const first = { limit: 25 };
const always = {};

function itemsShown(
  request: Request,
  dev: number,
  { templateId, item, other, spare }: Places,
): Record<string, UseShown> {
  const rows = [item, spare].map((id) => ({ id, version: 1 }));
  return {
    list: one(itemQueries.list(request, dev, templateId, { filters: [], ...first })),
    sheet: pages(itemQueries.sheet(request, dev, templateId, { filters: [] })),
    count: one(bulkEditQueries.count(request, dev, templateId, { filters: [] })),
    neighbour: one(itemQueries.neighbour(request, dev, templateId, other, 'next')),
    item: one(itemQueries.get(request, dev, templateId, item)),
    'the spare item': one(itemQueries.get(request, dev, templateId, spare)),
    'used by': pages(itemQueries.uses(request, dev, templateId, item)),
    edits: one(itemQueries.edits(request, dev, templateId, rows)),
    labels: one(itemQueries.labels(request, dev, templateId, [item, spare])),
    'search in all': one(itemQueries.searchAll(request, dev, 'sword')),
    search: one(itemQueries.search(request, dev, templateId, '')),
  };
}

function instanceShown(request: Request, instanceId: number, { templateId, item }: Places): Record<string, UseShown> {
  return {
    items: one(itemQueries.list(request, instanceId, templateId, { filters: [], ...first })),
    templates: one(templateQueries.list(request, instanceId)),
    template: one(templateQueries.get(request, instanceId, templateId)),
    menu: one(menuQueries.list(request, instanceId)),
    overview: one(instanceQueries.overview(request, instanceId)),
    translations: one(translationCountsQuery(request, instanceId)),
    changes: one(changeSetQueries.list(request, instanceId, { ...first, origin: undefined, period: always })),
    'history of the item': pages(itemHistoryQueries(request, { instanceId, templateId, id: item }).list(null)),
    'history of the template': pages(templateHistoryQueries(request, { instanceId, templateId }).list()),
    'history of the menu': pages(menuHistoryQueries(request, instanceId).list()),
    syncs: one(changeSetQueries.list(request, instanceId, { ...first, origin: 'sync', period: always })),
    'changes to sync': one(syncChangeQueries.changes(request, instanceId, {})),
  };
}

/** Everything that pages show of content, by names. */
export function contentQueries(request: Request, places: Places): Record<string, UseShown> {
  const { dev, stage, project, templateId, item, spareTemplate, changeSetId } = places;
  const named = (env: string, all: Record<string, UseShown>) =>
    Object.fromEntries(Object.entries(all).map(([name, use]) => [`${env}: ${name}`, use]));
  return {
    ...itemsShown(request, dev, places),
    ...named('Dev', instanceShown(request, dev, places)),
    ...named('Stage', instanceShown(request, stage, places)),
    'the spare template': one(templateQueries.get(request, dev, spareTemplate)),
    'uses of the template': one(templateQueries.uses(request, dev, templateId)),
    'removed fields': one(templateQueries.removedFields(request, dev, templateId)),
    'open proposals': one(proposalQueries.list(request, dev, { ...first, state: 'open' })),
    'applied proposals': one(proposalQueries.list(request, dev, { ...first, state: 'applied' })),
    'a change set': one(changeSetQueries.get(request, dev, changeSetId)),
    'number of changes to sync': one(syncChangeQueries.amount(request, dev)),
    'difference to sync': one(syncDiffQueries(request, dev, null).item(templateId, item)),
    trash: one(trashQueries.list(request, dev, { ...first, template: undefined })),
    'changes since the export': one(reportQueries.changes(request, dev)),
    activity: pages(activityQueries.list(request, project, {})),
  };
}
