import type { ChangeSetResolution } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import { type AlsoPlanned, type Release, releases } from '@quartermaster/contract/endpoints/releases.ts';
import type { SyncSelection } from '@quartermaster/contract/endpoints/sync.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { completeAnswer } from '../../http/complete-answer.ts';
import { isRefusal } from '../../http/http-error.ts';
import { keepUnder, queryKeys } from '../../http/query-keys.ts';
import { type Request, useRequest } from '../../services/request.ts';
import { isLostCursor, type ListPage, type PageWanted, pageQuery } from '../list-page.ts';

const keyOf = (instanceId: number, ...part: string[]) => queryKeys.instance.sync(instanceId, 'releases', ...part);

/** True for one that is published now, or by itself at any moment. */
const isRunning = ({ state, publish_at }: Pick<Release, 'state' | 'publish_at'>): boolean =>
  state === 'publishing' || (state === 'open' && publish_at !== null);

/** What a release publishes: a selection or, with `null`, everything. */
type ReleaseContent = SyncSelection | null;

/** The most releases that a calendar lists. */
const mostInPeriod = 500;

/** When a release was published, or else is or was to be, in UTC; empty for one that waits without a time. */
export const timeOf = ({ state, publish_at, ended_at }: Pick<Release, 'state' | 'publish_at' | 'ended_at'>): string =>
  (state === 'published' ? ended_at : (publish_at ?? ended_at)) ?? '';

const bodyOf = (content: ReleaseContent) => content ?? { changes: [], all: true };

/** The releases out of an instance and into it. */
export const releaseQueries = {
  /** Newest first. */
  list: (request: Request, instanceId: number, page: PageWanted) =>
    queryOptions({
      queryKey: [...keyOf(instanceId, 'list'), page],
      queryFn: async ({ signal }): Promise<ListPage<Release>> => {
        const asked = request(releases.list, { params: { instanceId }, query: pageQuery(page) }, signal);
        const answer = completeAnswer(await asked, 'releases');
        return { rows: answer.releases, nextCursor: answer.next_cursor };
      },
      placeholderData: keepUnder(keyOf(instanceId, 'list')),
      meta: {
        title: 'Releases',
        quiet: (error) => isRefusal(error) || isLostCursor(error),
        isRunning: ({ rows }: ListPage<Release>) => rows.some(isRunning),
      },
    }),
  /** Those with a time in a period, and those that wait without one if it is now, by their time; at most 500. */
  period: (request: Request, instanceId: number, period: { from: string; to: string }) =>
    queryOptions({
      queryKey: [...keyOf(instanceId, 'period'), period],
      queryFn: async ({ signal }): Promise<Release[]> => {
        const found: Release[] = [];
        let cursor: string | null = null;
        do {
          const query: Input<typeof releases.list>['query'] = { ...period, limit: 100, ...(cursor && { cursor }) };
          const answer = completeAnswer(
            await request(releases.list, { params: { instanceId }, query }, signal),
            'releases',
          );
          found.push(...answer.releases);
          cursor = answer.next_cursor;
        } while (cursor !== null && found.length < mostInPeriod);
        return found.toSorted((a, b) => timeOf(a).localeCompare(timeOf(b)) || a.id - b.id);
      },
      placeholderData: keepUnder(keyOf(instanceId, 'period')),
      meta: { title: 'Releases', quiet: isRefusal, isRunning: (rows: Release[]) => rows.some(isRunning) },
    }),
  get: (request: Request, instanceId: number, releaseId: number) =>
    queryOptions({
      queryKey: [...keyOf(instanceId, 'get'), releaseId],
      queryFn: ({ signal }) => request(releases.get, { params: { instanceId, releaseId } }, signal),
      staleTime: 0,
      meta: {
        title: 'Release',
        quiet: isRefusal,
        isRunning: (answer: { release: Release }) => isRunning(answer.release),
      },
    }),
  /** Planned releases that change the same as this content, or as a release. */
  overlaps: (request: Request, instanceId: number, of: ReleaseContent | number) =>
    queryOptions({
      queryKey: [...keyOf(instanceId, 'overlaps'), of],
      queryFn: async ({ signal }): Promise<AlsoPlanned[]> => {
        const body = typeof of === 'number' ? { changes: [], release: of } : bodyOf(of);
        return (await request(releases.overlaps, { params: { instanceId }, body }, signal)).releases;
      },
      staleTime: 0,
      meta: { title: 'Other releases', quiet: true, isPart: true },
    }),
};

/** When a release is published, in which zone that was chosen; `null` for none. */
export interface ReleaseTime {
  publish_at: string | null;
  time_zone: string | null;
}

interface NewRelease extends ReleaseTime, ChangeSetResolution {
  name: string;
  notes: string;
  content: ReleaseContent;
  /** The revision of its check. */
  seen: string;
  exports_after: boolean;
}

/** What another release, or another time of one, changes. */
const changed = (instanceId: number) => [keyOf(instanceId), queryKeys.instance.overview(instanceId)];

/** Creates a release; the dialog shows failures itself. */
export function usePlanRelease(instanceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: ({ content, ...release }: NewRelease) =>
      request(releases.create, { params: { instanceId }, body: { ...release, ...bodyOf(content) } }),
    meta: { of: 'planRelease', invalidates: changed(instanceId) },
  });
}

/** Changes the time of a release; the dialog shows failures itself. */
export function useScheduleRelease(instanceId: number, releaseId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: (body: ReleaseTime) => request(releases.schedule, { params: { instanceId, releaseId }, body }),
    meta: { of: 'scheduleRelease', success: 'The time was changed', invalidates: changed(instanceId) },
  });
}

/** Cancels a release; the dialog shows failures itself. */
export function useCancelRelease(instanceId: number, releaseId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: () => request(releases.cancel, { params: { instanceId, releaseId }, body: {} }),
    meta: { of: 'cancelRelease', success: 'The release was cancelled', invalidates: changed(instanceId) },
  });
}
