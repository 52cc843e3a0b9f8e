import { live } from '@quartermaster/contract/endpoints/live.ts';
import type { Spot } from '@quartermaster/contract/presence-spots.ts';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildServer } from '../../server/build-server.ts';
import type { App } from '../../server/core/app/deps.ts';
import { shows } from '../specification/shows.ts';
import { eventually } from '../support/eventually.ts';
import { openPresent, type PresentConsole } from '../support/present-console.ts';
import { type Person, serverOf, startTestServer, type TestServer, testEnvironment } from '../support/server.ts';

let app: App;
let url: string;
let server: TestServer;
const consoles: PresentConsole[] = [];

const list: Spot = { kind: 'list', template_id: 'thing' };
const item: Spot = { kind: 'item', template_id: 'thing', item_id: 5 };
const price = { item_id: 5, path: 'values.price' };

beforeEach(async () => {
  const { app: shared, studio, clock } = await startTestServer();
  app = await buildServer({ database: shared.deps.database, clock, config: testEnvironment() });
  server = serverOf(app, studio);
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});

afterEach(async () => {
  for (const { reader } of consoles.splice(0)) reader.close();
  // Its jobs would go on, and take those of later tests.
  await app.deps.jobs.stop();
  await app.close();
});

/** Opens a console of somebody, at a spot unless it is undefined. */
async function open(as: Person, at?: Spot, instanceId = server.studio.dev): Promise<PresentConsole> {
  const opened = await openPresent(server, { url, as, instanceId });
  consoles.push(opened);
  if (at) expect(await opened.announce(at)).toBe(200);
  return opened;
}

const until = (check: () => void) => eventually(check, { interval: 5 });
const untilHere = (one: PresentConsole, names: string[]) => until(() => expect(one.here()).toEqual(names));
const query = (text: string, values: unknown[] = []) => app.deps.database.query(text, values);

/** Waits until all that was told before has reached a reader: the owner comes and goes, which everyone there sees. */
async function settle(at: Spot, seenBy: PresentConsole) {
  const owner = await open('owner', at);
  await until(() => expect(seenBy.here()).toContain('owner'));
  await owner.announce();
  await until(() => expect(seenBy.here()).not.toContain('owner'));
}

it('ignores what only another version of the server tells', async () => {
  shows('5.live.presence.servers');
  const mia = await open('member', item);
  const dev = await open('admin', item);
  await untilHere(dev, ['member']);
  const announced = { account: server.studio.accounts.owner, stream: mia.stream, turn: 1, instance: server.studio.dev };
  const unknown = [
    null,
    7,
    { at: null },
    { at: [null, 'x', { ...announced, console: 7, at: item }] },
    { ended: null },
    { new: true },
    { at: [{ ...announced, console: 'a'.repeat(32), at: { kind: 'board' } }] },
  ];
  for (const notice of unknown)
    await query("select pg_notify('quartermaster_news', 'presence ' || $1::text)", [JSON.stringify(notice)]);
  // The member, on a newer server.
  const { accounts, dev: instance } = server.studio;
  const moved = {
    ...announced,
    account: accounts.member,
    console: mia.console,
    turn: 9,
    instance,
    at: { kind: 'board' },
  };
  await query("select pg_notify('quartermaster_news', 'presence ' || $1::text)", [JSON.stringify({ at: [moved] })]);
  await untilHere(dev, []);
  await settle(item, dev);
});

describe('who is there', () => {
  it('is told to those who have the same open, with ids and positions only', async () => {
    shows('5.live.presence');
    const mia = await open('member', item);
    const dev = await open('admin', item);
    await untilHere(mia, ['admin']);
    await untilHere(dev, ['member']);
    await mia.announce(item, price);
    const { dev: instance_id, accounts } = server.studio;
    await until(() =>
      expect(dev.latest()).toEqual({
        type: 'presence',
        instance_id,
        at: item,
        count: 1,
        people: [{ id: accounts.member, name: 'member', is_here: true, fields: [price] }],
      }),
    );
    await mia.announce();
    await untilHere(dev, []);
  });

  it.each<[string, Spot]>([
    ['list', list],
    ['item', item],
    ['template', { kind: 'template', template_id: 'thing' }],
    ['sync', { kind: 'sync' }],
  ])('is known of a %s, and of no other', async (_, at) => {
    const others: Spot[] = [
      { ...at, ...(at.template_id && { template_id: 'other' }), kind: at.kind === 'sync' ? 'list' : at.kind },
      { kind: 'template', template_id: 'another' },
    ];
    const first = await open('admin', at);
    for (const other of others) if (other.template_id) await open('member', other);
    await settle(at, first);
    expect(first.latest()).toMatchObject({ at, count: 0, people: [] });
  });

  it('does not have the user: other tabs of the same account are one person to others, and nobody to each other', async () => {
    const [one, two] = [await open('member', item), await open('member', item)];
    const dev = await open('admin', item);
    await untilHere(dev, ['member']);
    await untilHere(one, ['admin']);
    await untilHere(two, ['admin']);
    await one.announce(item, price);
    await two.announce(item, { item_id: 5, path: 'label' });
    await until(() =>
      expect(dev.latest()?.people[0]?.fields.map(({ path }) => path)).toEqual(['values.price', 'label']),
    );
    expect(dev.latest()?.count).toBe(1);
    await one.announce();
    await until(() => expect(dev.latest()?.people[0]?.fields.map(({ path }) => path)).toEqual(['label']));
  });

  it('says in the form of an item who edits it in the grid, and the other way round', async () => {
    const grid = await open('member', list);
    const form = await open('admin', item);
    await grid.announce(list, price);
    await until(() =>
      expect(form.latest()?.people).toEqual([
        expect.objectContaining({ name: 'member', is_here: false, fields: [price] }),
      ]),
    );
    expect(form.latest()?.count).toBe(0);
    await form.announce(item, { item_id: 5, path: 'label' });
    await until(() => expect(grid.latest()?.people[0]).toMatchObject({ name: 'admin', is_here: false }));
    const other = await open('owner', { ...item, item_id: 6 });
    await until(() => expect(other.latest()).toMatchObject({ count: 0, people: [] }));
  });

  it('ends with the stream, and does not blink if another one is opened soon', async () => {
    shows('5.live.presence');
    const dev = await open('admin', item);
    const mia = await open('member', item);
    await untilHere(dev, ['member']);
    const before = dev.reader.messages.length;
    const again = await open('member');
    mia.reader.close();
    await mia.announce(item, undefined, { stream: again.stream });
    await settle(item, dev);
    expect(
      dev.reader.messages.slice(before).map(({ message }) => message.type === 'presence' && message.count),
    ).not.toContain(0);
    again.reader.close();
    await eventually(() => expect(dev.here()).not.toContain('member'), { timeout: 20_000 });
  }, 30_000);

  it('has nobody with the stream of somebody else, and of one that does not follow the instance', async () => {
    const dev = await open('admin', item);
    const elsewhere = await open('member', undefined, server.studio.stage);
    const mia = await open('member');
    await elsewhere.announce(item);
    const streams = [dev.stream, elsewhere.stream, `${dev.stream}x`];
    for (const [at, stream] of streams.entries())
      await mia.announce(item, undefined, { stream, console: String(at).repeat(32) });
    await settle(item, dev);
    expect(dev.here()).not.toContain('member');
  });

  it('is said again to a stream when another console tells the same with it, as a second tab does', async () => {
    const dev = await open('admin', item);
    await open('member', item);
    await untilHere(dev, ['member']);
    const said = () => dev.reader.messages.filter(({ message }) => message.type === 'presence').length;
    const before = said();
    await dev.announce(item, undefined, { console: 'd'.repeat(32) });
    await until(() => expect(said()).toBe(before + 1));
    expect(dev.here()).toEqual(['member']);
  });

  it('ignores what comes later although it was told before', async () => {
    const dev = await open('admin', item);
    const mia = await open('member', item);
    await mia.announce(item, price, { turn: 5 });
    await mia.announce(item, { item_id: 5, path: 'label' }, { turn: 4 });
    await mia.announce(list, undefined, { turn: 3 });
    await settle(item, dev);
    expect(dev.latest()?.people.find(({ name }) => name === 'member')?.fields).toEqual([price]);
  });
});

describe('a field', () => {
  it('counts for 40 seconds, unless there are keys', async () => {
    shows('5.live.presence.field');
    const dev = await open('admin', item);
    const mia = await open('member', item);
    await mia.announce(item, price);
    const fields = () => dev.latest()?.people.find(({ name }) => name === 'member')?.fields;
    await until(() => expect(fields()).toEqual([price]));
    server.clock.advance(35);
    await mia.announce(item, price);
    server.clock.advance(35);
    await settle(item, dev);
    expect(fields()).toEqual([price]);
    server.clock.advance(10);
    await settle(item, dev);
    await until(() => expect(fields()).toEqual([]));
  });
});

describe('access', () => {
  const lose: Record<string, () => Promise<unknown>> = {
    'a role': () => query('delete from instance_members where account_id = $1', [server.studio.accounts.member]),
    "a role's permission": () =>
      query("update roles set permission_ids = '{}' where id = $1", [server.studio.viewerRoleId]),
    membership: () => query('delete from workspace_members where account_id = $1', [server.studio.accounts.member]),
    'a move to another workspace': () =>
      query('update workspace_members set workspace_id = $2 where account_id = $1', [
        server.studio.accounts.member,
        server.studio.elsewhere.workspaceId,
      ]),
    'all sessions': () =>
      query('update accounts set sessions_since = $2 where id = $1', [
        server.studio.accounts.member,
        Math.floor(Date.now() / 1000) + 1000,
      ]),
  };

  it.each(Object.keys(lose))('ends with the loss of %s: they see nobody, and nobody sees them', async (what) => {
    shows('5.live.presence.access');
    const dev = await open('admin', item);
    const mia = await open('member', item);
    await untilHere(dev, ['member']);
    await untilHere(mia, ['admin']);
    const before = mia.reader.messages.length;
    const began = performance.now();
    await lose[what]?.();
    // What is told meanwhile does not reach them.
    await dev.announce(item, price);
    await untilHere(dev, []);
    expect(performance.now() - began).toBeLessThan(1000);
    await until(() => expect(mia.reader.hasEnded()).toBe(true));
    expect(mia.reader.messages.slice(before).map(({ message }) => message.type)).not.toContain('presence');
    expect(await mia.announce(item)).toBeGreaterThanOrEqual(401);
  });

  it('is read before each message, also if no news tells of its loss', async () => {
    shows('5.live.presence.access');
    const dev = await open('admin', item);
    const mia = await open('member', item);
    await untilHere(mia, ['admin']);
    const before = mia.reader.messages.length;
    await app.deps.database.transaction(async (inTransaction) => {
      await inTransaction('set local session_replication_role = replica', []);
      await inTransaction('delete from instance_members where account_id = $1', [server.studio.accounts.member]);
    });
    await dev.announce(item, price);
    await until(() => expect(mia.reader.hasEnded()).toBe(true));
    expect(mia.reader.messages.slice(before).map(({ message }) => message.type)).not.toContain('presence');
    await untilHere(dev, []);
  });

  it('ends at once for one whose stream has just ended, too, as on signing out', async () => {
    shows('5.live.presence.ended');
    // Presence outlives its stream by five seconds, which do not pass here.
    const realTimeout = globalThis.setTimeout;
    const frozen = vi
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation(((run: () => void, after?: number) =>
        realTimeout(run, after === 5000 ? 3_600_000 : after)) as typeof setTimeout);
    onTestFinished(() => frozen.mockRestore());
    const dev = await open('admin', item);
    const mia = await open('member', item);
    await untilHere(dev, ['member']);
    mia.reader.close();
    await settle(item, dev);
    expect(dev.here()).toEqual(['member']);
    await lose['all sessions']?.();
    await untilHere(dev, []);
  });

  it('ends for all with the project', async () => {
    shows('5.live.presence.access');
    const [dev, mia] = [await open('admin', item), await open('member', item)];
    await untilHere(mia, ['admin']);
    const before = mia.reader.messages.length;
    await query("update projects set status = 'Deleting' where id = $1", [server.studio.projectId]);
    await until(() => expect([dev, mia].map(({ reader }) => reader.hasEnded())).toEqual([true, true]));
    expect(mia.reader.messages.slice(before).map(({ message }) => message.type)).not.toContain('presence');
    expect(await mia.announce(item)).toBe(404);
  });

  it('of a sync ends with the permission for it, while the rest stays', async () => {
    shows('5.live.presence.access');
    const { accounts, viewerRoleId } = server.studio;
    await query("update roles set permission_ids = '{1,4}' where id = $1", [viewerRoleId]);
    const [dev, mia] = [await open('admin', { kind: 'sync' }), await open('member', { kind: 'sync' })];
    await untilHere(dev, ['member']);
    const before = mia.reader.messages.length;
    await query("update roles set permission_ids = '{1}' where id = $1", [viewerRoleId]);
    await untilHere(dev, []);
    await settle({ kind: 'sync' }, dev);
    expect(mia.reader.messages.slice(before).map(({ message }) => message.type)).not.toContain('presence');
    expect([mia.reader.hasEnded(), await mia.announce({ kind: 'sync' }), await mia.announce(list)]).toEqual([
      false,
      403,
      200,
    ]);
    expect(accounts.member).toBeGreaterThan(0);
  });

  it('is the same for what is told: nobody is in an instance that they may not read', async () => {
    shows('5.live.presence.access');
    const { stage, elsewhere } = server.studio;
    const stranger = await open('stranger', item, elsewhere.dev);
    const dev = await open('admin', item);
    const member = await open('member', item);
    for (const instanceId of [stage, elsewhere.dev]) {
      const { status } = await server.send(
        live.announce,
        {
          params: { instanceId },
          body: { console: 'f'.repeat(32), stream: member.stream, turn: 1, at: item },
        },
        { as: 'member' },
      );
      expect(status).toBe(instanceId === stage ? 403 : 404);
    }
    await settle(item, dev);
    expect(stranger.latest()).toMatchObject({ count: 0 });
    expect(await member.announce({ kind: 'sync' })).toBe(403);
  });
});

describe('the setting', () => {
  it('turns off that others see one, at once, and not that one sees others', async () => {
    shows('5.live.presence.off');
    const dev = await open('admin', item);
    const mia = await open('member', item);
    await mia.announce(item, price);
    await untilHere(dev, ['member']);
    const set = (isOn: boolean) => server.call(live.setPresence, { body: { is_shown: isOn } }, { as: 'member' });
    expect(await server.call(live.getPresence, {}, { as: 'member' })).toEqual({ is_shown: true });
    await set(false);
    await until(() => expect(dev.latest()).toMatchObject({ count: 0, people: [] }));
    await mia.announce(item, price);
    await settle(item, dev);
    expect(JSON.stringify(dev.latest())).not.toContain('member');
    await until(() => expect(mia.here()).toContain('admin'));
    await set(true);
    await until(() => expect(dev.here()).toContain('member'));
  });
});

describe('the bounds', () => {
  it('refuse what is not there, naming the part', async () => {
    const mia = await open('member');
    const refused = async (body: object) => {
      const whole = { console: '0'.repeat(32), stream: mia.stream, turn: 1, ...body } as never;
      const params = { instanceId: server.studio.dev };
      const { status, body: answer } = await server.send(live.announce, { params, body: whole }, { as: 'member' });
      return [status, Object.keys((answer as { fields?: object }).fields ?? {})];
    };
    expect(await refused({ at: { kind: 'item', template_id: 'thing' } })).toEqual([422, ['at/item_id']]);
    expect(await refused({ at: { kind: 'list' } })).toEqual([422, ['at/template_id']]);
    expect(await refused({ at: { ...list, item_id: 5 } })).toEqual([422, ['at/item_id']]);
    expect(await refused({ at: { kind: 'template', template_id: 'thing' }, field: price })).toEqual([422, ['field']]);
    expect(await refused({ at: { ...item, item_id: 6 }, field: price })).toEqual([422, ['field/item_id']]);
    expect(await refused({ field: price })).toEqual([422, ['field']]);
    expect((await refused({ at: item, field: { item_id: 5, path: 'a price' } }))[0]).toBe(422);
    expect((await refused({ at: item, field: { item_id: 5, path: 'x'.repeat(500) } }))[0]).toBe(422);
    expect((await refused({ console: 'mine' }))[0]).toBe(422);
  });

  it('refuse a stream that the account never had, of this server, of another one, or of another account', async () => {
    shows('5.live.presence.streams');
    const mia = await open('member', item);
    const dev = await open('admin', item);
    await untilHere(dev, ['member']);
    const changed = `${mia.stream.slice(0, -1)}${mia.stream.endsWith('0') ? '1' : '0'}`;
    const [ownServer = ''] = mia.stream.split('.');
    const ofOther = `${'s'.repeat(ownServer.length)}${mia.stream.slice(ownServer.length)}`;
    for (const stream of [changed, ofOther, dev.stream, 'a.b', `${ownServer}.${'0'.repeat(40)}`])
      expect(await mia.announce(list, undefined, { console: 'e'.repeat(32), stream }), stream).toBe(422);
    expect(await mia.announce(item)).toBe(200);
  });

  it('let an account have 20 consoles, of which the latest count', async () => {
    const dev = await open('admin', item);
    const mia = await open('member');
    const tell = (at: number) =>
      mia.announce(item, { item_id: 5, path: `values.f${at}` }, { console: at.toString(16).padStart(32, 'c') });
    for (let at = 0; at < 25; at += 1) await tell(at);
    await settle(item, dev);
    const member = dev.latest()?.people.find(({ name }) => name === 'member');
    expect(member?.fields.map(({ path }) => path)).toEqual(Array.from({ length: 20 }, (_, at) => `values.f${at + 5}`));
  });

  it('refuse an account that tells more than consoles do', async () => {
    const mia = await open('member');
    let status = 200;
    for (let at = 0; at < 300 && status === 200; at += 1) status = await mia.announce(item);
    expect(status).toBe(429);
  });

  it('refuse tokens of projects', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: `/v1/editor/${server.studio.dev}/presence`,
      headers: { authorization: 'Bearer qm_0123456789abcdef0123456789abcdef0123456789a' },
      payload: {},
    });
    expect([401, 403]).toContain(answer.statusCode);
  });
});
