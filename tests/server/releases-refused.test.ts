import { items } from '@quartermaster/contract/endpoints/items.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { syncJob } from '../../server/modules/sync/run/sync-job-service.ts';
import { webhooksJob } from '../../server/modules/webhooks/record-service.ts';
import { shows } from '../specification/shows.ts';
import { allowInDev } from '../support/allow-in-dev.ts';
import { allSent, linksOf, mailsOf, mailTo } from '../support/mailbox.ts';
import { hour, releasesOf } from '../support/release-calls.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { holdJob } from '../support/server-jobs.ts';
import { emailOf, type Person } from '../support/server-studio.ts';
import { contentOf, syncOf, valuesOf } from '../support/sync.ts';
import { webhooksOf } from '../support/webhooks.ts';

const owner = { as: 'owner' } as const;
const fields = inOrder([field('title', 'text')]);
let server: TestServer;
let dev: ReturnType<typeof releasesOf>;
let sword: number;

/** An item that both instances have, and that was edited in Dev since. */
beforeEach(async () => {
  server = await startTestServer();
  dev = releasesOf(server);
  await saveTemplate(server, 'thing', fields);
  sword = (await saveOne(server, saveBody('thing', fields, { title: 'One' }, { label: 'Sword' }))).id;
  await syncOf(server, server.studio.dev).all();
  await edit(server.studio.dev, 'Two');
});

afterEach(() => allSent(server.app));

async function edit(instanceId: number, title: string) {
  const before = (await valuesOf(server, instanceId, sword)) ?? {};
  const place = { params: { instanceId, templateId: 'thing', id: sword } };
  const { item } = await server.call(items.get, place, { as: 'owner' });
  const body = saveBody('thing', fields, { title }, { label: 'Sword', before, id: sword, version: item.version });
  await saveOne(server, body, 'owner', instanceId);
}

const selected = () => ({ changes: [{ template_id: 'thing', is_update_template: false, items: [sword] }] });
const inStage = () => contentOf(server, server.studio.stage);
const subjects = async () => (await mailsOf(server.app)).map(({ recipient, subject }) => `${recipient}: ${subject}`);
const mailed = (person: Person) => `${emailOf(person)}: “Halloween” was not published`;

test('one that was valid when it was planned changes nothing, and its people and webhooks are told why', async () => {
  shows('4.releases.refused');
  await holdJob(server.app.deps, webhooksJob);
  const hooks = webhooksOf(server, server.studio.stage);
  const { id: hookId } = await hooks.create('https://8.8.8.8/', ['release.refused']);
  const id = await dev.create(selected());
  // The admin chooses another time, and so is one of its people.
  const time = { publish_at: dev.timeIn(hour).publish_at, time_zone: 'Asia/Tokyo' };
  await releasesOf(server, server.studio.dev, 'admin').schedule(id, time);
  await edit(server.studio.stage, 'Edited in Stage');
  const before = await inStage();
  server.clock.advance(hour);
  await dev.run(id);
  await dev.run(id);
  expect(await inStage()).toEqual(before);
  const reason = `Some items were edited in the target since they were last synced. Decide which content to keep. Sword #${sword}.`;
  expect(await dev.get(id)).toMatchObject({
    state: 'refused',
    refusal: 'conflict',
    reason,
    sync_id: null,
    ended_at: expect.any(String),
  });
  for (const person of ['owner', 'admin'] as const) {
    const mail = await mailTo(server.app, emailOf(person));
    expect(mail.text).toContain(`Reason: ${reason}`);
    expect(mail.text).toContain('Nothing has changed in Stage.');
    // In the zone that it names, which is nine hours ahead of UTC.
    const inTokyo = new Date(Date.parse(time.publish_at) + 9 * hour * 1000).toISOString();
    expect(mail.text).toContain(` at ${inTokyo.slice(11, 16)} (Asia/Tokyo)`);
    expect(linksOf(mail).text[0]?.pathname).toBe(`/instance-sync/releases/${id}`);
  }
  await allSent(server.app);
  expect((await subjects()).toSorted()).toEqual([mailed('admin'), mailed('owner')]);
  await hooks.record();
  const [message] = await hooks.deliveries(hookId);
  const { body } = await hooks.delivery(hookId, message?.id ?? 0);
  expect(JSON.parse(body)).toMatchObject({
    type: 'release.refused',
    data: { instance_id: server.studio.stage, env: 'Stage', release_id: id, refusal: 'conflict' },
  });
  expect(body).not.toContain('Sword');
});

test('a refused one is corrected and published at another time', async () => {
  shows('4.releases.moved');
  const id = await dev.create(selected());
  await edit(server.studio.stage, 'Edited in Stage');
  server.clock.advance(hour);
  await dev.run(id);
  // It is still refused for the same reason.
  await expect(dev.schedule(id, dev.timeIn(hour))).rejects.toMatchObject({ status: 409, body: { error: 'conflict' } });
  await expect(dev.publish(id)).rejects.toMatchObject({ status: 409, body: { error: 'conflict' } });
  expect(await dev.get(id)).toMatchObject({ state: 'refused' });
  await edit(server.studio.stage, 'One');
  await dev.schedule(id, dev.timeIn(hour));
  expect(await dev.get(id)).toMatchObject({ state: 'open', reason: null, refusal: null, ended_at: null });
  server.clock.advance(hour);
  await dev.run(id);
  await dev.until(id, 'published');
  expect(await valuesOf(server, server.studio.stage, sword)).toEqual({ title: 'Two' });
});

test('a link whose target is gone by then refuses it', async () => {
  shows('4.releases.refused');
  const linked = inOrder([field('title', 'text'), field('parent', 'item-link', { templateId: 'thing' })]);
  await saveTemplate(server, 'thing', linked, { version: 1 });
  await syncOf(server, server.studio.dev).all();
  const body = saveBody('thing', linked, { title: 'Child', parent: sword }, { label: 'Child' });
  const child = (await saveOne(server, body)).id;
  const id = await dev.create({ changes: [{ template_id: 'thing', is_update_template: false, items: [child] }] });
  const other = (await saveOne(server, saveBody('thing', linked, { title: 'New' }, { label: 'New parent' }))).id;
  const place = { params: { instanceId: server.studio.dev, templateId: 'thing', id: child } };
  const { item } = await server.call(items.get, place, { as: 'owner' });
  const before = { title: 'Child', parent: sword };
  const after = { title: 'Child', parent: other };
  await saveOne(server, saveBody('thing', linked, after, { label: 'Child', before, id: child, version: item.version }));
  server.clock.advance(hour);
  await dev.run(id);
  expect(await dev.get(id)).toMatchObject({
    state: 'refused',
    refusal: 'invalid',
    reason: expect.stringContaining(`New parent #${other}`),
  });
  expect(await valuesOf(server, server.studio.stage, child)).toBeUndefined();
});

test('whoever planned it needs the permissions at its time, too', async () => {
  shows('4.releases.access-at-time');
  await allowInDev(server, 'READ', 'INSTANCE_CHANGES', 'MOVE_INSTANCE_CHANGES');
  const id = await releasesOf(server, server.studio.dev, 'member').create(selected());
  const kept = await dev.create(selected());
  await allowInDev(server, 'READ', 'INSTANCE_CHANGES');
  server.clock.advance(hour);
  const before = await inStage();
  await dev.run(id);
  expect(await dev.get(id)).toMatchObject({
    state: 'refused',
    refusal: 'access',
    reason: 'member, who planned it, may not sync from Dev to Stage any more.',
  });
  expect(await inStage()).toEqual(before);
  await allSent(server.app);
  expect(await subjects()).toEqual([mailed('member')]);
  // Chosen by someone who may, it is published.
  await dev.schedule(id, dev.timeIn(2 * hour));
  await dev.run(kept);
  await dev.until(kept, 'published');
});

test('without its people in the workspace, the owners are told; a plan without syncs publishes nothing', async () => {
  shows('4.releases.access-at-time', '4.releases.refused');
  const { query } = server.app.deps.database;
  await allowInDev(server, 'READ', 'INSTANCE_CHANGES', 'MOVE_INSTANCE_CHANGES');
  const id = await releasesOf(server, server.studio.dev, 'member').create(selected());
  const ofOwner = await dev.create(selected());
  await allowInDev(server);
  await query('delete from workspace_members where account_id = $1', [server.studio.accounts.member]);
  server.clock.advance(hour);
  await dev.run(id);
  expect(await dev.get(id)).toMatchObject({ refusal: 'access' });
  await allSent(server.app);
  expect(await subjects()).toEqual([mailed('owner')]);
  await query(`update subscriptions set plan = 'starter' where workspace_id = $1`, [server.studio.workspaceId]);
  await dev.run(ofOwner);
  const [row] = await query<{ reason: string }>('select reason from releases where id = $1', [ofOwner]);
  expect(row?.reason).toBe('Your plan does not include this. Upgrade to use it.');
});

test('a decision does not apply to an edit after it', async () => {
  shows('4.releases.decided');
  await edit(server.studio.stage, 'Edited in Stage');
  await expect(dev.create(selected())).rejects.toMatchObject({ status: 409, body: { error: 'conflict' } });
  const id = await dev.create({ ...selected(), conflicts: 'source' });
  const changed = await dev.create({ ...selected(), conflicts: 'source', ...dev.timeIn(2 * hour) });
  const check = (body: object) =>
    server.call(sync.check, { params: { instanceId: server.studio.dev }, body: { ...selected(), ...body } }, owner);
  expect(await check({ release: id, decided: true })).toMatchObject({ decided: 1, conflicts: { count: 0 } });
  expect(await check({})).toMatchObject({ conflicts: { count: 1 } });
  await expect(check({ release: id + 1000 })).rejects.toMatchObject({ status: 404 });
  const none = { count: 0, sample: [] };
  expect(await dev.decided(id)).toEqual({ items: none, others: 'source', menu: null });
  server.clock.advance(hour);
  await dev.run(id);
  await dev.until(id, 'published');
  expect(await valuesOf(server, server.studio.stage, sword)).toEqual({ title: 'Two' });
  await edit(server.studio.stage, 'Edited again');
  // The refusal of a release that is published by hand asks about the conflicts that its decisions no longer apply to.
  expect(await check({ release: changed, decided: true })).toMatchObject({ conflicts: { count: 1 } });
  expect(await check({ release: changed, decided: true })).not.toHaveProperty('decided');
  await expect(dev.publish(changed)).rejects.toMatchObject({
    status: 409,
    body: { error: 'conflict', details: { conflicts: { count: 1 } } },
  });
  server.clock.advance(hour);
  await dev.run(changed);
  expect(await dev.get(changed)).toMatchObject({ state: 'refused', refusal: 'conflict' });
  expect(await valuesOf(server, server.studio.stage, sword)).toEqual({ title: 'Edited again' });
  await edit(server.studio.dev, 'Three');
  const own = { template_id: 'thing', id: sword, take: 'source' } as const;
  await dev.publish(changed, { decisions: [own] });
  // The decisions are those that it was published with.
  expect(await dev.decided(changed)).toEqual({
    items: { count: 1, sample: [{ ...own, name: expect.stringMatching(/\D/) }] },
    others: null,
    menu: null,
  });
  expect(await valuesOf(server, server.studio.stage, sword)).toEqual({ title: 'Three' });
});

test('one whose sync fails while it is applied is refused with the reason of the sync', async () => {
  shows('4.releases.refused');
  const release = await holdJob(server.app.deps, syncJob);
  const id = await dev.create(selected());
  server.clock.advance(hour);
  await dev.run(id);
  const { sync_id: syncId } = await dev.until(id, 'publishing');
  await expect(dev.cancel(id)).rejects.toMatchObject({ status: 409 });
  await edit(server.studio.stage, 'Edited in Stage');
  await release();
  await server.app.deps.jobs.send(syncJob, { sync_id: syncId ?? 0 });
  const refused = await dev.until(id, 'refused');
  expect(refused).toMatchObject({ refusal: 'failed', reason: expect.stringContaining('Nothing was synced.') });
  expect(await valuesOf(server, server.studio.stage, sword)).toEqual({ title: 'Edited in Stage' });
  await mailTo(server.app, emailOf('owner'));
});
