import { type channels as channelCalls, ownChannel } from '@quartermaster/contract/endpoints/builds.ts';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { liveChannel } from '@quartermaster/contract/live-channel.ts';
import { newChannelRule } from '@quartermaster/contract/rules/builds.ts';
import { mostChannels } from '@quartermaster/contract/shapes/builds.ts';
import type { Deps } from '../../core/app/deps.ts';
import type { Unit } from '../../core/app/unit.ts';
import type { Author } from '../../core/base/actor.ts';
import { AppError } from '../../core/base/errors.ts';
import { checkRule } from '../../core/http/check-rule.ts';
import { demand, type InstanceCaller } from '../../core/session/access.ts';
import { type NewEntry, writeLog } from '../access-log/repository.ts';
import {
  countChannels,
  deleteChannel,
  describeInstance,
  ensureLive,
  findLastBuild,
  insertChannel,
  isPublic,
  listChannels,
  lockBuild,
  lockChannel,
  pointChannel,
  setFollows,
  setPublic,
} from './channels-repository.ts';

type Needs = Pick<Deps, 'unit' | 'clock'>;

const noSuchBuild = () => new AppError('not_found', { message: 'This build does not exist any more.' });
const noSuchChannel = () => new AppError('not_found', { message: 'This channel does not exist any more.' });

/** The channels of an instance, and whether anyone reads them. */
export async function readChannels(
  { database: { query } }: Pick<Deps, 'database'>,
  instanceId: number,
): Promise<Output<typeof channelCalls.list>> {
  return { channels: await listChannels(query, instanceId), is_public: await isPublic(query, instanceId) };
}

/** An export that was completed in the same transaction. */
interface CompletedExport {
  instanceId: number;
  buildId: number;
  author: Author;
  at: Date;
}

/** Points `live` at a completed export, unless it is set by hand. */
export async function followExport(
  { query, emit }: Pick<Unit, 'query' | 'emit'>,
  { instanceId, buildId, author, at }: CompletedExport,
): Promise<void> {
  await ensureLive(query, instanceId, at);
  const live = await lockChannel(query, instanceId, liveChannel);
  if (!live?.follows) return;
  await pointChannel(query, live.id, buildId);
  const change = { channel: liveChannel, build_id: buildId, previous_build_id: live.build_id, by_hand: false };
  await emit({ kind: 'channel.changed', instanceId, author, ...change });
}

interface Wanted {
  channel: string;
  buildId: number;
}

/** Points a channel at a build by hand; `live` then does not follow exports. Does nothing more the second time. */
export async function setChannel(deps: Needs, caller: InstanceCaller, { channel, buildId }: Wanted): Promise<void> {
  const { instanceId } = caller;
  if (channel !== liveChannel) demand(ownChannel, caller.grants);
  await deps.unit(async (unit) => {
    const { query } = unit;
    const found = await lockChannel(query, instanceId, channel);
    if (!found) throw noSuchChannel();
    if (!(await lockBuild(query, instanceId, buildId))) throw noSuchBuild();
    if (found.follows) await setFollows(query, found.id, false);
    await move(deps, unit, caller, { channel, ...found, to: buildId });
  });
}

/** Points `live` at the last build, and lets it follow exports. */
export async function followExports(deps: Needs, caller: InstanceCaller): Promise<void> {
  const { instanceId } = caller;
  await deps.unit(async (unit) => {
    const { query } = unit;
    const live = await lockChannel(query, instanceId, liveChannel);
    if (!live) throw noSuchChannel();
    const last = await findLastBuild(query, instanceId);
    // The last build is never deleted.
    if (last === undefined) throw noSuchBuild();
    if (!live.follows) await setFollows(query, live.id, true);
    await move(deps, unit, caller, { channel: liveChannel, ...live, to: last });
  });
}

interface Move {
  channel: string;
  id: number;
  build_id: number | null;
  to: number;
}

async function move(
  { clock }: Pick<Needs, 'clock'>,
  unit: Unit,
  caller: InstanceCaller,
  { channel, id, build_id: from, to }: Move,
): Promise<void> {
  if (from === to) return;
  await pointChannel(unit.query, id, to);
  await record(unit, { caller, at: clock.now(), channel, from, to });
}

interface Recorded {
  caller: InstanceCaller;
  at: Date;
  channel: string;
  /** Null for a new channel. */
  from: number | null;
  /** Null for one that is deleted. */
  to: number | null;
}

/** Emits the event of a change by hand, and logs it. */
async function record({ query, emit }: Unit, { caller, at, channel, from, to }: Recorded): Promise<void> {
  const { instanceId, actor } = caller;
  const author = { actor, origin: 'form' } as const;
  const change = { channel, build_id: to, previous_build_id: from, by_hand: true };
  await emit({ kind: 'channel.changed', instanceId, author, ...change });
  const action = from === null ? 'channel_created' : to === null ? 'channel_deleted' : 'channel_changed';
  await log({ query }, caller, at, {
    action,
    details: {
      channel_name: channel,
      ...(to !== null && { build_id: to }),
      ...(from !== null && to !== null && { previous_build_id: from }),
    },
  });
}

async function log({ query }: Pick<Unit, 'query'>, caller: InstanceCaller, now: Date, entry: NewEntry): Promise<void> {
  const { workspaceId, actor, instanceId } = caller;
  const details = { ...(await describeInstance(query, instanceId)), ...entry.details };
  await writeLog(query, { workspaceId, actor, now }, [{ ...entry, details }]);
}

/** Creates a channel that points at a build. */
export async function createChannel(
  { unit: run, clock }: Needs,
  caller: InstanceCaller,
  target: { name: string; buildId: number },
): Promise<void> {
  const { instanceId } = caller;
  const { name } = await checkRule(newChannelRule, { name: target.name });
  await run(async (unit) => {
    const { query } = unit;
    const at = clock.now();
    const message = `An instance has at most ${mostChannels} channels. Delete one that is not used any more.`;
    // The one that exports follow counts even before the first export.
    await ensureLive(query, instanceId, at);
    if ((await countChannels(query, instanceId)) >= mostChannels) throw new AppError('invalid', { message });
    if (!(await lockBuild(query, instanceId, target.buildId))) throw noSuchBuild();
    if (!(await insertChannel(query, instanceId, name, at)))
      throw new AppError('taken', { fields: { name: 'This instance has a channel with this name' } });
    const made = await lockChannel(query, instanceId, name);
    if (!made) throw noSuchChannel();
    await pointChannel(query, made.id, target.buildId);
    await record(unit, { caller, at, channel: name, from: null, to: target.buildId });
  });
}

/** Deletes a channel other than `live`. */
export async function removeChannel(
  { unit: run, clock }: Needs,
  caller: InstanceCaller,
  channel: string,
): Promise<void> {
  if (channel === liveChannel)
    throw new AppError('invalid', { message: 'Every instance has the channel live: it cannot be deleted.' });
  await run(async (unit) => {
    const found = await lockChannel(unit.query, caller.instanceId, channel);
    if (!found) throw noSuchChannel();
    await deleteChannel(unit.query, found.id);
    await record(unit, { caller, at: clock.now(), channel, from: found.build_id, to: null });
  });
}

/** Stores whether anyone reads the builds of an instance. */
export async function setReading({ unit, clock }: Needs, caller: InstanceCaller, isPublicNow: boolean): Promise<void> {
  await unit(async (inside) => {
    if (!(await setPublic(inside.query, caller.instanceId, isPublicNow))) return;
    const entry = { action: 'build_reading_changed', details: { is_public: isPublicNow } } as const;
    await log(inside, caller, clock.now(), entry);
  });
}
