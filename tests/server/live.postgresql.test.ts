import { live } from '@quartermaster/contract/endpoints/live.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildServer } from '../../server/build-server.ts';
import type { App } from '../../server/core/app/deps.ts';
import { shows } from '../specification/shows.ts';
import { eventually } from '../support/eventually.ts';
import { type LiveReader, readLive } from '../support/live-reader.ts';
import { sampleFields, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { serverOf, startTestServer, type TestServer, testEnvironment, urlOf } from '../support/server.ts';

/** Two servers on one database: one with readers, one that others call. */
let reading: App;
let writing: TestServer;
let url: string;
const readers: LiveReader[] = [];

beforeEach(async () => {
  const { app, studio, clock } = await startTestServer();
  const { database } = app.deps;
  reading = await buildServer({ database, clock, config: testEnvironment() });
  writing = serverOf(app, studio);
  url = await reading.listen({ port: 0, host: '127.0.0.1' });
  await saveTemplate(writing, 'thing', sampleFields('thing'));
});

afterEach(async () => {
  for (const reader of readers.splice(0)) reader.close();
  // Its jobs would go on, and take those of later tests.
  await reading.deps.jobs.stop();
  await reading.close();
});

async function openDev(after?: number) {
  const query = { instances: String(writing.studio.dev), ...(after !== undefined && { after }) };
  const reader = await readLive(url + urlOf(live.follow, { query }), { authorization: writing.bearer('member') });
  readers.push(reader);
  const { position = 0 } = await reader.until(({ type }) => type === 'hello');
  return { reader, position };
}

const saveThing = () => saveOne(writing, saveBody('thing', sampleFields('thing'), {}));
const query = (text: string, values: unknown[] = []) => reading.deps.database.query(text, values);

/** The connections on which the servers listen for news. */
const listeners =
  "select pid from pg_stat_activity where datname = current_database() and query ilike 'listen%quartermaster_news%'";

it('tells of what another server has saved, and of what it has taken away', async () => {
  shows('5.live.servers');
  const { reader } = await openDev();
  const { id } = await saveThing();
  const { position } = await reader.until((one) => one.type === 'change' && one.ids?.includes(id) === true);
  expect(position).toBeGreaterThan(0);
  await query('delete from instance_members where account_id = $1', [writing.studio.accounts.member]);
  await reader.until(({ type }) => type === 'end');
});

it('listens only while somebody follows the news', async () => {
  const { news } = reading.deps;
  const count = async () => (await query(listeners)).length;
  const before = await count();
  const stops = [news.follow(() => {}), news.follow(() => {})];
  await news.whenListening();
  expect(await count()).toBe(before + 1);
  stops[0]?.();
  const told = Promise.withResolvers<unknown>();
  const stop = news.follow(told.resolve);
  stops[1]?.();
  await query("select pg_notify('quartermaster_news', 'jobs instance 7')");
  expect(await told.promise).toEqual({ topic: 'jobs', scope: 'instance', id: 7 });
  stop();
  await eventually(async () => expect(await count()).toBe(before));
  const again = news.follow(() => {});
  await news.whenListening();
  expect(await count()).toBe(before + 1);
  again();
  await news.close();
  await eventually(async () => expect(await count()).toBe(before));
});

it('goes on with a stream of another server', async () => {
  const { reader, position } = await openDev();
  reader.close();
  const { id } = await saveThing();
  const { reader: again } = await openDev(position);
  await again.until((one) => one.type === 'change' && one.ids?.includes(id) === true);
});

it('says that anything may have changed once a lost connection is back', async () => {
  const { reader } = await openDev();
  await query(`select pg_terminate_backend(pid) from (${listeners}) l`);
  await reader.until(({ type }) => type === 'reset');
  const { id } = await saveThing();
  await reader.until((one) => one.type === 'change' && one.ids?.includes(id) === true);
});
