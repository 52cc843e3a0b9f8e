import { channels } from '@quartermaster/contract/endpoints/builds.ts';
import { releases } from '@quartermaster/contract/endpoints/releases.ts';
import { sync as history } from '@quartermaster/contract/endpoints/sync.ts';
import { mostOpenReleases } from '@quartermaster/contract/release-limits.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { publishRelease } from '../../server/modules/sync/publish-release-service.ts';
import { releasesJob } from '../../server/modules/sync/release-job-service.ts';
import { readPublisher } from '../../server/modules/sync/releases/planner.ts';
import { getWholeRelease } from '../../server/modules/sync/releases/repository.ts';
import { createRole, grantRole } from '../../server/modules/workspaces/service.ts';
import { shows } from '../specification/shows.ts';
import { allowInDev } from '../support/allow-in-dev.ts';
import { eventually } from '../support/eventually.ts';
import { allSent } from '../support/mailbox.ts';
import { hour, releasesOf } from '../support/release-calls.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { contentOf, syncOf, valuesOf } from '../support/sync.ts';

const fields = inOrder([field('title', 'text')]);
let server: TestServer;
let dev: ReturnType<typeof releasesOf>;
let first: number;
let second: number;

/** Two items that only Dev has; its template is in Stage. */
beforeEach(async () => {
  server = await startTestServer();
  dev = releasesOf(server);
  await saveTemplate(server, 'thing', fields);
  await syncOf(server, server.studio.dev).all();
  first = (await saveOne(server, saveBody('thing', fields, { title: 'One' }, { label: 'First' }))).id;
  second = (await saveOne(server, saveBody('thing', fields, { title: 'Two' }, { label: 'Second' }))).id;
});

afterEach(() => allSent(server.app));

const only = (...items: number[]) => ({ changes: [{ template_id: 'thing', is_update_template: false, items }] });
const inStage = (id: number) => valuesOf(server, server.studio.stage, id);
const refusal = async (more: object) => {
  const body = { name: 'Halloween', changes: [], all: true, ...dev.timeIn(hour), exports_after: false, ...more };
  return server.send(releases.create, { params: { instanceId: server.studio.dev }, body }, { as: 'owner' });
};

test('a release of a selection is published by hand, as one sync, and undone with it', async () => {
  shows('4.releases.planned', '4.releases.by-hand', '4.releases.undone');
  const before = await contentOf(server, server.studio.stage);
  const id = await dev.create({ ...only(first), notes: 'Pumpkins', publish_at: null, time_zone: null });
  expect(await dev.get(id)).toMatchObject({
    name: 'Halloween',
    notes: 'Pumpkins',
    state: 'open',
    source: { env: 'Dev' },
    target: { env: 'Stage' },
    by: { name: 'owner' },
    is_all: false,
    counts: { items: 1, templates: 0, menu: false },
    publish_at: null,
    planned_by: null,
    sync_id: null,
  });
  expect(await inStage(first)).toBeUndefined();
  const { id: syncId, state } = await dev.publish(id);
  expect(state).toBe('applied');
  expect(await inStage(first)).toEqual({ title: 'One' });
  expect(await inStage(second)).toBeUndefined();
  expect(await dev.get(id)).toMatchObject({ state: 'published', sync_id: syncId, planned_by: { name: 'owner' } });
  const sync = syncOf(server, server.studio.dev);
  expect(await sync.get(syncId ?? 0)).toMatchObject({ note: 'Halloween', by: { name: 'owner' } });
  const place = { params: { instanceId: server.studio.stage, syncId: syncId ?? 0 } };
  expect(await server.call(history.get, place, { as: 'owner' })).toMatchObject({ release_id: id });
  await expect(dev.publish(id)).rejects.toMatchObject({ status: 409, body: { error: 'changed' } });
  await expect(dev.cancel(id)).rejects.toMatchObject({ status: 409 });
  const { id: undoneBy } = await sync.undo(syncId ?? 0);
  const undo = { params: { ...place.params, syncId: undoneBy ?? 0 } };
  expect(await server.call(history.get, undo, { as: 'owner' })).toMatchObject({ release_id: null });
  expect(await contentOf(server, server.studio.stage)).toEqual(before);
  expect(await dev.get(id)).toMatchObject({ state: 'published', undone_by: undoneBy });
  // An undo that has failed has changed nothing.
  await server.app.deps.database.query("update change_sets set state = 'failed' where id = $1", [undoneBy]);
  expect(await dev.get(id)).toMatchObject({ state: 'published', undone_by: null });
});

test('a release of everything is published at its time, with what the source has then', async () => {
  shows('4.releases.planned', '4.releases.at-time', '4.releases.time');
  server.clock.stop();
  const time = dev.timeIn(hour, 'America/New_York');
  const id = await dev.create({ ...time, publish_at: time.publish_at.replace('Z', '+00:00') });
  expect(await dev.get(id)).toMatchObject({ ...time, planned_by: { name: 'owner' }, is_all: true });
  expect(await dev.planned()).toMatchObject([{ id }]);
  expect(await releasesOf(server, server.studio.stage).planned()).toMatchObject([{ id }]);
  expect(await releasesOf(server, server.studio.prod).planned()).toEqual([]);
  const third = (await saveOne(server, saveBody('thing', fields, { title: 'Three' }, { label: 'Third' }))).id;
  server.clock.advance(hour - 1);
  await dev.run(id);
  expect(await dev.get(id)).toMatchObject({ state: 'open' });
  server.clock.advance(1);
  await dev.run(id);
  const { sync_id: syncId } = await dev.until(id, 'published');
  for (const item of [first, second, third]) expect(await inStage(item)).toBeDefined();
  // Another look at it does nothing.
  await dev.run(id);
  expect(await syncOf(server, server.studio.dev).get(syncId ?? 0)).toMatchObject({ state: 'applied' });
  expect(await dev.planned()).toEqual([]);
  expect(await dev.list()).toMatchObject([{ id, state: 'published' }]);
});

test('the job that looks for releases waits for their time, and is at most a second late', async () => {
  shows('4.releases.at-time');
  const id = await dev.create(dev.timeIn(hour));
  server.clock.advance(hour - 1);
  await server.app.deps.jobs.send(releasesJob, {});
  const { sync_id: syncId, publish_at: publishAt } = await dev.until(id, 'published');
  const { created_at: startedAt } = await syncOf(server, server.studio.dev).get(syncId ?? 0);
  const late = Date.parse(startedAt) - Date.parse(publishAt ?? '');
  expect(late).toBeGreaterThanOrEqual(0);
  expect(late).toBeLessThan(1000);
});

test('one that is planned for a moment ahead is not left to the next look', async () => {
  shows('4.releases.at-time');
  const id = await dev.create(dev.timeIn(1.5));
  await dev.until(id, 'published');
});

test('releases of the same time are published one after the other', async () => {
  shows('4.releases.at-time');
  const time = dev.timeIn(hour);
  const ids = [await dev.create({ ...only(first), ...time }), await dev.create({ ...only(second), ...time })];
  server.clock.advance(hour);
  await Promise.all(ids.map(dev.run));
  for (const id of ids) await dev.until(id, 'published');
  expect([await inStage(first), await inStage(second)]).toEqual([{ title: 'One' }, { title: 'Two' }]);
});

test('the time is moved, taken away, and cancelled with the release', async () => {
  shows('4.releases.moved', '4.releases.cancelled');
  const moved = await dev.create(only(first));
  const cancelled = await dev.create(only(second));
  await dev.schedule(moved, dev.timeIn(2 * hour, 'Asia/Tokyo'));
  await dev.cancel(cancelled);
  server.clock.advance(hour);
  await dev.run(moved);
  await dev.run(cancelled);
  expect(await dev.get(moved)).toMatchObject({ state: 'open', time_zone: 'Asia/Tokyo' });
  await dev.schedule(moved, { publish_at: null, time_zone: null });
  server.clock.advance(2 * hour);
  await dev.run(moved);
  expect(await dev.get(moved)).toMatchObject({ state: 'open', publish_at: null, planned_by: null });
  expect(await dev.get(cancelled)).toMatchObject({ state: 'cancelled', sync_id: null });
  expect([await inStage(first), await inStage(second)]).toEqual([undefined, undefined]);
  await expect(dev.schedule(cancelled, dev.timeIn(hour))).rejects.toMatchObject({ status: 409 });
  await dev.schedule(moved, dev.timeIn(hour));
  server.clock.advance(hour);
  await dev.run(moved);
  await dev.until(moved, 'published');
});

test('a release whose time is moved while it is being checked is not published at the old time', async () => {
  shows('4.releases.moved');
  const { deps } = server.app;
  const id = await dev.create(only(first));
  const stale = await getWholeRelease(deps.database.query, id);
  if (!stale?.publish_at || stale.planned_by === null) throw new Error('It is planned.');
  const at = stale.publish_at;
  const place = { sourceId: stale.source_id, targetId: stale.target_id, exportsAfter: false };
  const publisher = await readPublisher(deps, stale.planned_by, place);
  await dev.schedule(id, dev.timeIn(2 * hour));
  await expect(publishRelease(deps, publisher, stale, { at })).rejects.toMatchObject({ name: 'changed' });
  expect(await dev.get(id)).toMatchObject({ state: 'open', sync_id: null });
  expect(await inStage(first)).toBeUndefined();
});

test('a server that was down publishes up to 24 hours later, and then refuses', async () => {
  shows('4.releases.late');
  const late = await dev.create(only(first));
  server.clock.advance(24 * hour + hour - 60);
  await dev.run(late);
  await dev.until(late, 'published');
  const tooLate = await dev.create(only(second));
  server.clock.advance(26 * hour);
  await dev.run(tooLate);
  expect(await dev.get(tooLate)).toMatchObject({ state: 'refused', refusal: 'late' });
  expect(await inStage(second)).toBeUndefined();
});

test('planned releases of the same content are named before another one is planned', async () => {
  shows('4.releases.overlaps');
  const all = await dev.create({ name: 'Everything', ...dev.timeIn(2 * hour) });
  const own = await dev.create({ name: 'First', ...only(first), ...dev.timeIn(hour) });
  await dev.create({ name: 'Not planned', ...only(first), publish_at: null, time_zone: null });
  await dev.cancel(await dev.create({ name: 'Cancelled', ...only(first) }));
  expect(await dev.overlaps(only(first, second))).toMatchObject([
    { id: own, name: 'First', time_zone: 'Europe/Berlin', items: 1, templates: 0, menu: false },
    { id: all, name: 'Everything', items: 2 },
  ]);
  expect(await dev.overlaps(only(second))).toMatchObject([{ id: all, items: 1 }]);
  expect(await dev.overlaps({ changes: [], release: own })).toMatchObject([{ id: all, items: 1 }]);
  expect(await dev.overlaps({ changes: [], all: true })).toMatchObject([{ id: own }, { id: all }]);
});

test('what a release would change now is listed', async () => {
  const id = await dev.create(only(first));
  const { changes } = syncOf(server, server.studio.dev);
  expect(await changes({ release: id })).toMatchObject({ templates: [{ items: [{ id: first }] }] });
  expect(await changes({ release: await dev.create() })).toMatchObject({ counts: { added: 2 } });
});

test('an export of the target follows if it is wanted, also after another one that is running', async () => {
  shows('4.releases.export');
  const id = await dev.create({ ...only(first), exports_after: true });
  const { query } = server.app.deps.database;
  await query(`insert into reports (instance_id, account_id, path, created_at) values ($1, $2, 'running', now())`, [
    server.studio.stage,
    server.studio.accounts.owner,
  ]);
  server.clock.advance(hour);
  await dev.run(id);
  expect(await dev.until(id, 'published')).toMatchObject({ report_id: null });
  await query(`update reports set error = 'It was cancelled.' where path = 'running'`, []);
  await server.app.deps.jobs.send(releasesJob, {});
  const next = await dev.create({ ...only(second), exports_after: true, publish_at: null, time_zone: null });
  const reportOf = (release: number) =>
    eventually(async () => {
      const { report_id: reportId } = await dev.get(release);
      const [report] = await query<{ origin: string; completed_at: Date | null }>(
        'select origin, completed_at from reports where id = $1',
        [reportId],
      );
      expect(report).toMatchObject({ origin: 'release', completed_at: expect.any(Date) });
      return reportId;
    });
  const made = await reportOf(id);
  await dev.publish(next);
  expect(await reportOf(next)).not.toBe(made);
  const ofStage = { params: { instanceId: server.studio.stage } };
  const { channels: moved } = await server.call(channels.list, ofStage, { as: 'owner' });
  expect(moved).toMatchObject([{ name: 'live', build: { id: await reportOf(next) } }]);
});

test('the export after a release with a time starts in the moment in which it is published', async () => {
  shows('4.releases.export');
  const id = await dev.create({ ...only(first), exports_after: true });
  server.clock.advance(hour);
  await dev.run(id);
  const { report_id: reportId, ended_at: publishedAt } = await dev.until(id, 'published');
  // Both times are of one transaction; an export that the next run of the job starts has a later one, or is missing.
  const started = await server.app.deps.database.query<{ created_at: Date; is_delayed: boolean }>(
    `select r.created_at, j.start_after > j.created_on as is_delayed from reports r
      join pgboss.job j on j.name = 'export' and (j.data->>'report_id')::int = r.id where r.id = $1`,
    [reportId],
  );
  expect(started).toEqual([{ created_at: new Date(publishedAt ?? ''), is_delayed: false }]);
});

test('what can not be planned is refused', async () => {
  shows('4.releases.planned', '4.releases.time', '4.releases.many');
  const past = await refusal(dev.timeIn(-1));
  expect(past).toMatchObject({ status: 422, body: { fields: { publish_at: 'Must be in the future' } } });
  const far = await refusal(dev.timeIn(3 * 365 * 24 * hour));
  expect(far).toMatchObject({ status: 422, body: { fields: { publish_at: 'Must be within two years' } } });
  for (const time_zone of ['Berlin', '+01:00', '', null]) {
    const answer = await refusal({ time_zone });
    expect(answer).toMatchObject({ status: 422, body: { fields: { time_zone: expect.any(String) } } });
  }
  expect(await refusal({ name: ' ' })).toMatchObject({ status: 422, body: { fields: { name: expect.any(String) } } });
  expect(await refusal({ all: false })).toMatchObject({
    status: 422,
    body: { fields: { changes: expect.any(String) } },
  });
  // Stale as the selection of a sync.
  const stale = { ...only(first), all: false };
  stale.changes[0] = { ...only(first).changes[0], revisions: ['0'] } as never;
  expect(await refusal(stale)).toMatchObject({ status: 409, body: { error: 'changed' } });
  const prod = releasesOf(server, server.studio.prod);
  await expect(prod.create()).rejects.toMatchObject({ status: 422 });
  const { query } = server.app.deps.database;
  await query(
    `insert into releases (source_id, target_id, account_id, name, notes, state, request, is_all, items, templates, has_menu, exports_after, created_at)
      select $1, $2, $3, 'Filler', '', 'open', '{"selection": null}', true, 0, 0, false, false, now() from generate_series(1, ${mostOpenReleases})`,
    [server.studio.dev, server.studio.stage, server.studio.accounts.owner],
  );
  expect(await refusal({})).toMatchObject({ status: 422, body: { message: expect.stringContaining('At most 100') } });
});

test('an export after a release needs its permission in the target, and only there', async () => {
  shows('4.releases.access');
  const member = releasesOf(server, server.studio.dev, 'member');
  await allowInDev(server, 'READ', 'INSTANCE_CHANGES', 'MOVE_INSTANCE_CHANGES', 'EXPORT');
  // With EXPORT in the source only, it is refused at each door.
  await expect(member.create({ exports_after: true })).rejects.toMatchObject({ status: 403 });
  const others = await dev.create({ ...only(second), exports_after: true });
  await expect(member.schedule(others, dev.timeIn(hour))).rejects.toMatchObject({ status: 403 });
  await expect(member.publish(others)).rejects.toMatchObject({ status: 403 });
  // With EXPORT in the target only, it is planned.
  await allowInDev(server, 'READ', 'INSTANCE_CHANGES', 'MOVE_INSTANCE_CHANGES');
  const { workspaceId, stage: instanceId, accounts } = server.studio;
  const { query } = server.app.deps.database;
  const roleId = await createRole(query, { workspaceId, name: 'Exporter', allowed: ['READ', 'EXPORT'] });
  await grantRole(query, { workspaceId, instanceId, accountId: accounts.member, roleId });
  expect(await member.get(await member.create({ exports_after: true }))).toMatchObject({ exports_after: true });
});

test('who may sync may plan, who sees changes may read, and an export needs its permission', async () => {
  shows('4.releases.access');
  await allowInDev(server, 'READ', 'INSTANCE_CHANGES', 'MOVE_INSTANCE_CHANGES');
  const member = releasesOf(server, server.studio.dev, 'member');
  await expect(member.create({ exports_after: true })).rejects.toMatchObject({ status: 403 });
  const own = await member.create(only(first));
  const others = await dev.create({ ...only(second), exports_after: true });
  await expect(member.schedule(others, dev.timeIn(hour))).rejects.toMatchObject({ status: 403 });
  await expect(member.publish(others)).rejects.toMatchObject({ status: 403 });
  await allowInDev(server, 'READ', 'INSTANCE_CHANGES');
  expect(await member.get(own)).toMatchObject({ name: 'Halloween' });
  await expect(member.cancel(own)).rejects.toMatchObject({ status: 403 });
  // The target reads it, and changes nothing.
  const stage = releasesOf(server, server.studio.stage);
  expect(await stage.get(own)).toMatchObject({ target: { env: 'Stage' } });
  await expect(stage.publish(own)).rejects.toMatchObject({ status: 422 });
  await expect(stage.cancel(own)).rejects.toMatchObject({ status: 422 });
  await expect(releasesOf(server, server.studio.prod).get(own)).rejects.toMatchObject({ status: 404 });
});

test('releases of a period are those with a time in it, and without a time those that wait now', async () => {
  shows('4.releases.page');
  const day = 24 * hour;
  const start = server.clock.now().getTime();
  const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();
  const names = async (from: number, to: number) =>
    (await dev.list({ from: at(from), to: at(to) })).map(({ name }) => name);
  await dev.create({ name: 'Soon', publish_at: at(2 * day) });
  await dev.create({ name: 'Later', publish_at: at(40 * day) });
  await dev.create({ ...only(second), name: 'No time', publish_at: null, time_zone: null });
  const early = await dev.create({ ...only(first), name: 'Early', publish_at: at(40 * day) });
  await dev.publish(early);
  // One that was published before its time is where it was published.
  expect(await names(-day, 7 * day)).toEqual(['Early', 'No time', 'Soon']);
  expect(await names(7 * day, 50 * day)).toEqual(['Later']);
  expect(await names(2 * day, 40 * day)).toEqual(['Soon']);
  expect(await names(-9 * day, -day)).toEqual([]);
  expect(await dev.list()).toHaveLength(4);
});
