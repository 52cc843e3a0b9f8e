import type { Environment } from '@quartermaster/contract/access.ts';
import type { Channel } from '@quartermaster/contract/endpoints/builds.ts';
import { liveChannel } from '@quartermaster/contract/live-channel.ts';
import { mostEarlierBuilds } from '@quartermaster/contract/shapes/builds.ts';
import type { Query } from '../../core/database/database.ts';
import { isBuild, type ServedFile } from './repository.ts';

/** SQL: a version of the game as numbers, which compare as versions do. */
const numbersOf = (version: string) => `string_to_array(${version}, '.')::int[]`;

/** `live` first, then by name. */
export const listChannels = (query: Query, instanceId: number): Promise<Channel[]> =>
  query<Channel>(
    `select c.name, c.follows, b.builds->0 as build, coalesce(jsonb_path_query_array(b.builds, '$[1 to ${mostEarlierBuilds}]'), '[]') as earlier
      from channels c cross join lateral (
        select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name, 'smallest_game_version', r.smallest_game_version) order by p.id desc) as builds
        from channel_builds p join reports r on r.id = p.report_id where p.channel_id = c.id
      ) b where c.instance_id = $1 order by c.name <> '${liveChannel}', c.name`,
    [instanceId],
    'channels-list',
  );

/** A channel that is locked until the end of the transaction. */
interface LockedChannel {
  id: number;
  follows: boolean;
  /** The build that it points at; null for a new one. */
  build_id: number | null;
}

/** Locks a channel; undefined if there is none with this name. */
export async function lockChannel(query: Query, instanceId: number, name: string): Promise<LockedChannel | undefined> {
  const [locked] = await query<{ id: number; follows: boolean }>(
    'select id, follows from channels where instance_id = $1 and name = $2 for update',
    [instanceId, name],
  );
  if (!locked) return undefined;
  // In a statement of its own: it sees what was committed while the lock was waited for.
  const [current] = await query<{ build_id: number }>(
    'select report_id as build_id from channel_builds where channel_id = $1 order by id desc limit 1',
    [locked.id],
  );
  return { ...locked, build_id: current?.build_id ?? null };
}

/** Creates `live`, following exports, unless the instance has it. */
export async function ensureLive(query: Query, instanceId: number, at: Date): Promise<void> {
  await query(
    `insert into channels (instance_id, name, follows, created_at) values ($1, '${liveChannel}', true, $2) on conflict do nothing`,
    [instanceId, at],
  );
}

/** Creates a channel without a build; returns false if the name is taken. */
export async function insertChannel(query: Query, instanceId: number, name: string, at: Date): Promise<boolean> {
  const rows = await query(
    'insert into channels (instance_id, name, follows, created_at) values ($1, $2, false, $3) on conflict do nothing returning 1',
    [instanceId, name, at],
  );
  return rows.length > 0;
}

/** Locks the instance until the end of the transaction, and counts its channels. */
export async function countChannels(query: Query, instanceId: number): Promise<number> {
  await query('select 1 from instances where id = $1 for update', [instanceId]);
  const [row] = await query<{ count: number }>('select count(*)::int as count from channels where instance_id = $1', [
    instanceId,
  ]);
  return row?.count ?? 0;
}

/** Locks a build, so that it is not deleted before the end of the transaction; returns false if there is none. */
export async function lockBuild(query: Query, instanceId: number, buildId: number): Promise<boolean> {
  const rows = await query(`select 1 from reports r where r.id = $2 and r.instance_id = $1 and ${isBuild} for share`, [
    instanceId,
    buildId,
  ]);
  return rows.length > 0;
}

/** The last build of an instance. */
export async function findLastBuild(query: Query, instanceId: number): Promise<number | undefined> {
  const [last] = await query<{ id: number }>(
    `select r.id from reports r where r.instance_id = $1 and ${isBuild} order by r.id desc limit 1`,
    [instanceId],
  );
  return last?.id;
}

/**
 * Points a locked channel at a build. Of the builds that it pointed at, it keeps those for versions of the game that are too
 * small for this one.
 */
export async function pointChannel(query: Query, channelId: number, buildId: number): Promise<void> {
  await query(
    `delete from channel_builds p using reports former, reports next
      where p.channel_id = $1 and former.id = p.report_id and next.id = $2 and (next.smallest_game_version is null
        or ${numbersOf('former.smallest_game_version')} >= ${numbersOf('next.smallest_game_version')})`,
    [channelId, buildId],
  );
  await query('insert into channel_builds (channel_id, report_id) values ($1, $2)', [channelId, buildId]);
}

export const setFollows = (query: Query, channelId: number, follows: boolean): Promise<unknown> =>
  query('update channels set follows = $2 where id = $1', [channelId, follows]);

export const deleteChannel = (query: Query, channelId: number): Promise<unknown> =>
  query('delete from channels where id = $1', [channelId]);

/** Whether anyone reads the builds of an instance. */
export async function isPublic(query: Query, instanceId: number): Promise<boolean> {
  const [row] = await query<{ has_public_builds: boolean }>('select has_public_builds from instances where id = $1', [
    instanceId,
  ]);
  return row?.has_public_builds ?? false;
}

/** Stores whether anyone reads the builds of an instance; returns false if nothing has changed. */
export async function setPublic(query: Query, instanceId: number, value: boolean): Promise<boolean> {
  const rows = await query(
    'update instances set has_public_builds = $2 where id = $1 and has_public_builds <> $2 returning 1',
    [instanceId, value],
  );
  return rows.length > 0;
}

/** How the log names an instance. */
export async function describeInstance(query: Query, instanceId: number) {
  const [row] = await query<{ project_name: string; env: Environment }>(
    'select p.name as project_name, i.env from instances i join projects p on p.id = i.project_id where i.id = $1',
    [instanceId],
  );
  return row ?? {};
}

/** The manifest of the last build of a channel that fits a version of the game, or of its build. */
export async function findChannelManifest(
  query: Query,
  { instanceId, channel, gameVersion }: { instanceId: number; channel: string; gameVersion: string | undefined },
): Promise<ServedFile | undefined> {
  const [found] = await query<ServedFile>(
    `select r.build_manifest as file, r.build_sha256 as sha256, r.build_bytes as bytes
      from channels c join channel_builds p on p.channel_id = c.id join reports r on r.id = p.report_id
      where c.instance_id = $1 and c.name = $2
        and ($3::text is null or r.smallest_game_version is null or ${numbersOf('r.smallest_game_version')} <= ${numbersOf('$3::text')})
      order by p.id desc limit 1`,
    [instanceId, channel, gameVersion ?? null],
    'channel-manifest',
  );
  return found;
}
