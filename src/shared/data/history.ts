import {
  history,
  type ItemVersion,
  type MenuRevision,
  type TemplateVersion,
} from '@quartermaster/contract/endpoints/history.ts';
import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { infiniteQueryOptions, type QueryKey, queryOptions, useMutation } from '@tanstack/react-query';
import { completeAnswer } from '../http/complete-answer.ts';
import { HttpError, isRefusal } from '../http/http-error.ts';
import { contentChanged, queryKeys } from '../http/query-keys.ts';
import { type Request, useRequest } from '../services/request.ts';
import { type Applied, unchangedText, useUndoableChange } from './apply-changes.ts';
import { templateQueries } from './templates.ts';

/** How many versions are loaded at a time. */
const versionsPerPage = 50;

/** An item with a history. */
export interface ItemAddress {
  instanceId: number;
  templateId: string;
  id: number;
}

/** A template with a history. */
export type TemplateAddress = Omit<ItemAddress, 'id'>;

/** Two versions to compare; without one before, both are the same one. */
export interface Compared<Diff> {
  diff: Diff;
  /** Whether there is a version before: `lost` if it is not kept any more. */
  before: 'kept' | 'none' | 'lost';
}

interface VersionsPage<Version> {
  versions: Version[];
  next_cursor: string | null;
}

/** The versions of something, newest first, page by page. */
const versionsOf = <Version>(
  queryKey: QueryKey,
  load: (query: { limit: number; cursor?: string }, signal: AbortSignal) => Promise<VersionsPage<Version>>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: async ({ signal, pageParam }): Promise<VersionsPage<Version>> => {
      const page = { limit: versionsPerPage, ...(pageParam !== null && { cursor: pageParam }) };
      return completeAnswer(await load(page, signal), 'versions');
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    staleTime: 0,
    // All loaded pages would be requested again.
    refetchOnWindowFocus: false,
    // The part of the page with the list shows it.
    meta: { title: 'History', quiet: true },
  });

/** Two versions; they never change. Without `from`, `to` is compared with the version before, if that is stored. */
const comparison = <Diff>(
  queryKey: QueryKey,
  { from, to }: { from: number | null; to: number },
  compare: (query: { from: number; to: number }, signal: AbortSignal) => Promise<Diff>,
) =>
  queryOptions({
    queryKey: [...queryKey, from, to],
    queryFn: async ({ signal }): Promise<Compared<Diff>> => {
      const before = from ?? to - 1;
      if (before > 0) {
        try {
          return { diff: await compare({ from: before, to }, signal), before: 'kept' };
        } catch (error) {
          // The version before is not stored any more.
          if (from !== null || !(error instanceof HttpError) || error.status !== 404) throw error;
        }
      }
      return { diff: await compare({ from: to, to }, signal), before: before > 0 ? 'lost' : 'none' };
    },
    staleTime: 60_000,
    meta: { title: 'Change', quiet: true },
  });

/** What a restore would do; loaded whenever its dialog opens. */
const check = <Answer>(queryKey: QueryKey, version: number, load: (signal: AbortSignal) => Promise<Answer>) =>
  queryOptions({
    queryKey: [...queryKey, version],
    queryFn: ({ signal }) => load(signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: (failures, error) => !isRefusal(error) && failures < 1,
    meta: { title: 'Restore version', quiet: true },
  });

type Part = Parameters<typeof queryKeys.instance.history>[1];

const itemKey = (part: Part, { instanceId, templateId, id }: ItemAddress): QueryKey => [
  ...queryKeys.instance.history(instanceId, part, 'item', templateId),
  id,
];

const templateKey = (part: Part, { instanceId, templateId }: TemplateAddress): QueryKey =>
  queryKeys.instance.history(instanceId, part, 'template', templateId);

const menuKey = (part: Part, instanceId: number): QueryKey => queryKeys.instance.history(instanceId, part, 'menu');

/** The versions of an item; with a field, those that changed its value. */
export const itemHistoryQueries = (request: Request, item: ItemAddress) => {
  const params = { ...item };
  return {
    list: (field: string | null) =>
      versionsOf<ItemVersion>([...itemKey('list', item), field], (query, signal) =>
        request(history.listItem, { params, query: { ...query, ...(field !== null && { field }) } }, signal),
      ),
    compare: (from: number | null, to: number) =>
      comparison(itemKey('compare', item), { from, to }, (query, signal) =>
        request(history.compareItem, { params, query }, signal),
      ),
    check: (version: number) =>
      check(itemKey('check', item), version, (signal) =>
        request(history.checkItem, { params, query: { version } }, signal),
      ),
  };
};

/** The versions of a template. */
export const templateHistoryQueries = (request: Request, template: TemplateAddress) => {
  const params = { ...template };
  return {
    list: () =>
      versionsOf<TemplateVersion>(templateKey('list', template), (query, signal) =>
        request(history.listTemplate, { params, query }, signal),
      ),
    compare: (from: number | null, to: number) =>
      comparison(templateKey('compare', template), { from, to }, (query, signal) =>
        request(history.compareTemplate, { params, query }, signal),
      ),
    check: (version: number) =>
      check(templateKey('check', template), version, (signal) =>
        request(history.checkTemplate, { params, query: { version } }, signal),
      ),
  };
};

/** The versions of the menu, by the ids of their revisions. */
export const menuHistoryQueries = (request: Request, instanceId: number) => {
  const params = { instanceId };
  return {
    list: () =>
      versionsOf<MenuRevision>(menuKey('list', instanceId), (query, signal) =>
        request(history.listMenu, { params, query }, signal),
      ),
    /** The same one twice if there is none before it. */
    compare: (from: number, to: number) =>
      queryOptions({
        queryKey: [...menuKey('compare', instanceId), from, to],
        queryFn: ({ signal }) => request(history.compareMenu, { params, query: { from, to } }, signal),
        staleTime: 60_000,
        meta: { title: 'Change', quiet: true },
      }),
    /** The menu now (`target`) and as it would be restored (`source`), with the version of the menu now. */
    check: (id: number) =>
      check(menuKey('check', instanceId), id, async (signal) => {
        // Read first: a menu that is saved in between is refused by its version.
        const { version } = await request(menu.list, { params }, signal);
        const { source, target, nodes, ...diff } = await request(
          history.compareMenu,
          { params, query: { from: id } },
          signal,
        );
        const swapped = { added: 'removed', updated: 'updated', removed: 'added' } as const;
        return {
          seen: version,
          diff: {
            ...diff,
            source: target,
            target: source,
            nodes: nodes.map((node) => ({ ...node, change: swapped[node.change] })),
          },
        };
      }),
  };
};

/** True if something was changed after the restore of a version was checked. */
export const isChangedSinceCheck = (error: unknown): boolean =>
  error instanceof HttpError && error.status === 409 && error.body.error === 'version';

/** The address of a history with the question whether to restore a version. */
export const restorePath = (historyPath: string, version: number): string => `${historyPath}?restore=${version}`;

/** A version to restore, and the state in which the content was checked. */
export interface RestoreVersion<Seen = number> {
  version: number;
  seen: Seen;
}

const restored = ({ version }: RestoreVersion<unknown>): string => `Version ${version} was restored`;

/** Restores a version of an item; the dialog shows failures itself. */
export function useRestoreItem(item: ItemAddress) {
  const request = useRequest();
  return useUndoableChange(item.instanceId, {
    of: 'restoreVersion',
    apply: async (body: RestoreVersion): Promise<Applied> => {
      const { change_set_id: id } = await request(history.restoreItem, { params: { ...item }, body });
      return { id, text: id === null ? unchangedText : restored(body) };
    },
  });
}

/** Saves the fields of a former version of a template; the dialog shows failures itself. */
export function useRestoreTemplate(template: TemplateAddress) {
  const request = useRequest();
  const { instanceId, templateId } = template;
  return useMutation({
    mutationFn: (body: RestoreVersion) => request(history.restoreTemplate, { params: { ...template }, body }),
    meta: {
      of: 'restoreVersion',
      success: (_, variables) => restored(variables as RestoreVersion),
      removes: () => [{ queryKey: templateQueries.get(request, instanceId, templateId).queryKey, type: 'inactive' }],
      invalidates: () => [contentChanged],
    },
  });
}

/** Gives the menu the entries of a former version; the dialog shows failures itself. */
export function useRestoreMenu(instanceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: ({ version: id, seen }: RestoreVersion<string>) =>
      request(history.restoreMenu, { params: { instanceId }, body: { id, seen } }),
    meta: {
      of: 'restoreVersion',
      success: (answer, variables) =>
        (answer as { version: string }).version === (variables as RestoreVersion<string>).seen
          ? 'Nothing has changed'
          : 'The navigation was restored',
      invalidates: () => [contentChanged],
    },
  });
}
