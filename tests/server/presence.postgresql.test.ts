import { heartbeatEvery } from '@quartermaster/contract/endpoints/live.ts';
import type { Spot } from '@quartermaster/contract/presence-spots.ts';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { buildServer } from '../../server/build-server.ts';
import type { App } from '../../server/core/app/deps.ts';
import { shows } from '../specification/shows.ts';
import { eventually } from '../support/eventually.ts';
import { openPresent, type PresentConsole } from '../support/present-console.ts';
import { type Person, serverOf, startTestServer, type TestServer, testEnvironment } from '../support/server.ts';

/** Servers on one database, with streams of their own. */
interface Running {
  app: App;
  server: TestServer;
  url: string;
}
const running: Running[] = [];
const consoles: PresentConsole[] = [];
const at: Spot = { kind: 'item', template_id: 'thing', item_id: 5 };
const field = { item_id: 5, path: 'values.price' };

async function start(): Promise<Running> {
  const { app: shared, studio, clock } = running[0]?.server ?? (await startTestServer());
  const app = await buildServer({ database: shared.deps.database, clock, config: testEnvironment() });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const one = { app, server: serverOf(app, studio), url };
  running.push(one);
  return one;
}

beforeEach(async () => {
  await start();
  await start();
});

afterEach(async () => {
  for (const { reader } of consoles.splice(0)) reader.close();
  for (const { app } of running.splice(0)) {
    // Its jobs would go on, and take those of later tests.
    await app.deps.jobs.stop();
    await app.close();
  }
});

async function open({ server, url }: Running, as: Person) {
  const opened = await openPresent(server, { url, as });
  consoles.push(opened);
  await opened.announce(at);
  return opened;
}

const until = (check: () => void) => eventually(check, { interval: 5 });

it('tells of people on another server, also one that starts later, and of their leaving', async () => {
  shows('5.live.presence.servers');
  const [first, second] = running as [Running, Running];
  const dev = await open(first, 'admin');
  const mia = await open(second, 'member');
  await until(() => expect(dev.here()).toEqual(['member']));
  await until(() => expect(mia.here()).toEqual(['admin']));
  await mia.announce(at, field);
  await until(() => expect(dev.latest()?.people[0]?.fields).toEqual([field]));
  const owner = await open(await start(), 'owner');
  await until(() => expect(owner.here()).toEqual(['admin', 'member']));
  expect(owner.latest()?.people[1]?.fields).toEqual([field]);
  await second.app.deps.database.query('delete from instance_members where account_id = $1', [
    second.server.studio.accounts.member,
  ]);
  await until(() => expect(dev.here()).toEqual(['owner']));
});

it('knows what a console tells one server while its stream is on another one', async () => {
  shows('5.live.presence.servers');
  const [first, second] = running as [Running, Running];
  const dev = await open(first, 'admin');
  const mia = await openPresent({ ...second.server, send: first.server.send }, { url: second.url, as: 'member' });
  consoles.push(mia);
  await mia.announce(at);
  await until(() => expect(dev.here()).toEqual(['member']));
  await until(() => expect(mia.here()).toEqual(['admin']));
});

/** Lets servers beat every 20 ms, if they have no streams yet. */
function beatOften() {
  const { setInterval } = globalThis;
  const often = vi
    .spyOn(globalThis, 'setInterval')
    .mockImplementation(((run: () => void, after?: number) =>
      setInterval(run, after === heartbeatEvery ? 20 : after)) as typeof setInterval);
  onTestFinished(() => often.mockRestore());
}

/** Tells all servers that the member is there, with a stream of a server that has stopped. */
async function announceStopped({ app, server }: Running) {
  const { accounts, dev: instance } = server.studio;
  const notice = {
    at: [{ account: accounts.member, console: 'a'.repeat(32), turn: 1, stream: 'stopped.stream', instance, at }],
  };
  await app.deps.database.query("select pg_notify('quartermaster_news', 'presence ' || $1)", [JSON.stringify(notice)]);
}

it('forgets, once a lost connection is back, those whose leaving it may have missed', async () => {
  shows('5.live.presence.servers');
  const [first, second] = running as [Running, Running];
  const dev = await open(first, 'admin');
  await open(second, 'owner');
  await announceStopped(first);
  await until(() => expect(dev.here()).toEqual(['owner', 'member']));
  await first.app.deps.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen%quartermaster_news%'`,
    [],
  );
  await eventually(() => expect(dev.here()).toEqual(['owner']), { timeout: 20_000 });
}, 30_000);

it('forgets those whose leaving a server could not tell, once it can', async () => {
  shows('5.live.presence.servers');
  beatOften();
  const [first, second] = running as [Running, Running];
  const dev = await open(first, 'admin');
  await open(second, 'owner');
  await open(second, 'member');
  await until(() => expect(dev.here()).toEqual(['owner', 'member']));
  const { database } = second.app.deps;
  const { query } = database;
  let hasFailed = false;
  const failing = vi.spyOn(database, 'query').mockImplementation((text, values, name) => {
    if (!String(values[0]).startsWith('presence ')) return query(text, values, name);
    hasFailed ||= String(values[0]).includes('ended');
    return Promise.reject(new Error('The database does not answer.'));
  });
  onTestFinished(() => failing.mockRestore());
  await query('delete from instance_members where account_id = $1', [second.server.studio.accounts.member]);
  await until(() => expect(hasFailed).toBe(true));
  failing.mockRestore();
  await until(() => expect(dev.here()).toEqual(['owner']));
});

it('forgets the people of a server that tells nothing for a minute', async () => {
  shows('5.live.presence.servers');
  beatOften();
  const [first] = running as [Running, Running];
  const dev = await open(first, 'admin');
  await announceStopped(first);
  await until(() => expect(dev.here()).toEqual(['member']));
  first.server.clock.advance(61);
  await until(() => expect(dev.here()).toEqual([]));
});
