import {
  type Build,
  type BuildChange,
  builds,
  channels,
  signingKeys,
} from '@quartermaster/contract/endpoints/builds.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { keepUnder, queryKeys } from '../http/query-keys.ts';
import { sentName } from '../http/query-meta.ts';
import { type Request, useRequest } from '../services/request.ts';
import { isLostCursor, type ListPage, type PageWanted, pageQuery } from './list-page.ts';

/** A build, and the one that it is compared with. */
export interface BuildPair {
  build: number;
  since: number;
}

/** The builds of an instance, the channels that point at them, and the keys that sign them. */
export const buildQueries = {
  /** Newest first. */
  list: (request: Request, instanceId: number, page: PageWanted) =>
    queryOptions({
      queryKey: [...queryKeys.instance.builds(instanceId, 'list'), page],
      queryFn: async ({ signal }): Promise<ListPage<Build>> => {
        const answer = await request(builds.list, { params: { instanceId }, query: pageQuery(page) }, signal);
        return { rows: answer.builds, nextCursor: answer.next_cursor };
      },
      enabled: instanceId > 0,
      placeholderData: keepUnder(queryKeys.instance.builds(instanceId, 'list')),
      meta: { title: 'Builds', quiet: isLostCursor },
    }),
  /** The items in which a build differs from another one. */
  changes: (request: Request, instanceId: number, { build, since }: BuildPair, page: PageWanted) =>
    queryOptions({
      queryKey: [...queryKeys.instance.builds(instanceId, 'changes'), build, since, page],
      queryFn: async ({ signal }): Promise<ListPage<BuildChange>> => {
        const rows: BuildChange[] = [];
        let cursor = page.cursor;
        // Of large builds, a call compares a part, in which there may be fewer changes.
        for (;;) {
          const query = { since, ...pageQuery({ cursor, limit: page.limit - rows.length }) };
          const answer = await request(builds.listChanges, { params: { instanceId, buildId: build }, query }, signal);
          rows.push(...answer.changes);
          if (answer.next_cursor === null || rows.length >= page.limit) return { rows, nextCursor: answer.next_cursor };
          cursor = answer.next_cursor;
        }
      },
      // Builds never change.
      staleTime: Number.POSITIVE_INFINITY,
      placeholderData: keepUnder([...queryKeys.instance.builds(instanceId, 'changes'), build, since]),
      meta: { title: 'Changes of a build', quiet: isLostCursor },
    }),
  /** One of these items in both builds. */
  change: (request: Request, instanceId: number, { build, since }: BuildPair, position: string | null) =>
    queryOptions({
      queryKey: [...queryKeys.instance.builds(instanceId, 'change'), build, since, position],
      queryFn: ({ signal }) =>
        request(
          builds.getChange,
          { params: { instanceId, buildId: build }, query: { since, place: position ?? '' } },
          signal,
        ),
      enabled: position !== null,
      staleTime: Number.POSITIVE_INFINITY,
      meta: { title: 'Change of an item', quiet: true, isPart: true },
    }),
  /** The last build, whose smallest version of the game the next one has by default; `null` if there is none. */
  last: (request: Request, instanceId: number) =>
    queryOptions({
      queryKey: queryKeys.instance.builds(instanceId, 'last'),
      queryFn: async ({ signal }) =>
        (await request(builds.list, { params: { instanceId }, query: { limit: 1 } }, signal)).builds[0] ?? null,
      staleTime: 0,
      meta: { title: 'Last build', quiet: true, isPart: true },
    }),
  channels: (request: Request, instanceId: number) =>
    queryOptions({
      queryKey: queryKeys.instance.builds(instanceId, 'channels'),
      queryFn: ({ signal }) => request(channels.list, { params: { instanceId } }, signal),
      enabled: instanceId > 0,
      meta: { title: 'Channels', quiet: true, isPart: true },
    }),
  keys: (request: Request, instanceId: number) =>
    queryOptions({
      queryKey: queryKeys.instance.builds(instanceId, 'keys'),
      queryFn: async ({ signal }) => (await request(signingKeys.list, { params: { instanceId } }, signal)).keys,
      enabled: instanceId > 0,
      meta: { title: 'Public keys', quiet: true, isPart: true },
    }),
};

/** Names a build, or takes its name away. */
export function useRenameBuild(instanceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: ({ buildId, name }: { buildId: number; name: string | null }) =>
      request(builds.rename, { params: { instanceId, buildId }, body: { name } }),
    meta: { of: 'renameBuild', success: 'Build renamed', invalidates: [queryKeys.instance.builds(instanceId)] },
  });
}

/** Points a channel at a build. */
export function useSetChannel(instanceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: ({ channel, buildId }: { channel: string; buildId: number }) =>
      request(channels.setBuild, { params: { instanceId, channel }, body: { build_id: buildId } }),
    meta: {
      of: 'setChannel',
      success: 'Channel moved',
      name: (_, variables) => (variables as { channel: string }).channel,
      invalidates: [queryKeys.instance.builds(instanceId)],
    },
  });
}

/** Lets `live` follow exports. */
export function useFollowExports(instanceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: () => request(channels.follow, { params: { instanceId }, body: {} }),
    meta: {
      of: 'followExports',
      success: 'live follows exports',
      invalidates: [queryKeys.instance.builds(instanceId)],
    },
  });
}

/** Creates a channel. */
export function useCreateChannel(instanceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: ({ name, buildId }: { name: string; buildId: number }) =>
      request(channels.create, { params: { instanceId }, body: { name, build_id: buildId } }),
    meta: {
      of: 'createChannel',
      success: 'Channel created',
      name: (_, variables) => (variables as { name: string }).name,
      invalidates: [queryKeys.instance.builds(instanceId)],
    },
  });
}

/** Deletes a channel. */
export function useDeleteChannel(instanceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: (channel: string) => request(channels.delete, { params: { instanceId, channel } }),
    meta: {
      of: 'deleteChannel',
      success: 'Channel deleted',
      name: sentName,
      invalidates: [queryKeys.instance.builds(instanceId)],
    },
  });
}

/** Stores whether builds are read without a token. */
export function useSetBuildReading(instanceId: number) {
  const request = useRequest();
  return useMutation({
    mutationFn: (isPublic: boolean) =>
      request(channels.setReading, { params: { instanceId }, body: { is_public: isPublic } }),
    meta: {
      of: 'setBuildReading',
      success: 'Reading of builds changed',
      invalidates: [queryKeys.instance.builds(instanceId, 'channels')],
    },
  });
}

/** Makes a new key for the project of an instance. */
export function useRotateKey({ projectId, instanceId }: { projectId: number; instanceId: number }) {
  const request = useRequest();
  return useMutation({
    mutationFn: (keepsPrevious: boolean) =>
      request(signingKeys.rotate, { params: { projectId }, body: { keeps_previous: keepsPrevious } }),
    meta: {
      of: 'rotateKey',
      success: 'New key created',
      invalidates: [queryKeys.instance.builds(instanceId, 'keys')],
    },
  });
}
