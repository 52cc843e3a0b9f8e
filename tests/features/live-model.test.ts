import { items } from '@quartermaster/contract/endpoints/items.ts';
import { live as liveEndpoints } from '@quartermaster/contract/endpoints/live.ts';
import { QueryObserver } from '@tanstack/react-query';
import { expect, it, onTestFinished } from 'vitest';
import { PageCache } from '../../src/app/context/page-cache.ts';
import { createLive } from '../../src/app/live/create-live.ts';
import { itemQueries } from '../../src/shared/data/items.ts';
import { templateQueries } from '../../src/shared/data/templates.ts';
import { createRequest, createRespond } from '../../src/shared/services/send.ts';
import { createCookieSession } from '../../src/shared/session/cookie-session.ts';
import { shows } from '../specification/shows.ts';
import { eventually } from '../support/eventually.ts';
import { isLong } from '../support/long.ts';
import { field, inOrder, randomNumbers, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';

/** Random saves of one and of several items, deletions and changes of the template. */
const steps = isLong ? 1600 : 120;

const fields = inOrder([field('title', 'text'), field('price', 'integer')]);
const apiBase = 'http://localhost:4400';

/** The queries of a page, that follow the server as in a console. */
async function openPage(server: TestServer, as: Person, startsAtOnce = true) {
  const browser = await server.signIn(as);
  browser.follows = true;
  let calls = 0;
  const fetch: typeof globalThis.fetch = (...call) => {
    calls += 1;
    return browser.fetch(...call);
  };
  localStorage.setItem(`quartermaster:expires-at:${apiBase}`, String(Date.now() / 1000 + 900));
  const session = createCookieSession({
    apiBase,
    fetch,
    onExpired: async () => {},
    otherTabs: { onEnded: async () => {}, canContinue: async () => true, onOtherAccount: () => {} },
  });
  const sender = { apiBase, fetch, session, challenge: { solve: () => Promise.reject(new Error('There is none.')) } };
  const cache = new PageCache();
  const respond = createRespond(sender);
  const live = createLive({
    apiBase: `${apiBase}/${as}`,
    cache,
    open: (query, signal) => respond(liveEndpoints.follow, { query }, signal),
    session,
    isReachable: () => true,
  });
  const request = createRequest({
    ...sender,
    confirmation: { ask: async () => false },
    onResponse: (endpoint, response) => live.note(endpoint, response),
  });
  const { dev } = server.studio;
  const shown = [
    itemQueries.list(request, dev, 'thing', { filters: [], limit: 50 }),
    templateQueries.list(request, dev),
    templateQueries.get(request, dev, 'thing'),
  ].map((options) => new QueryObserver(cache.client, options as never));
  const stops = shown.map((observer) => observer.subscribe(() => {}));
  if (startsAtOnce) live.start();
  onTestFinished(() => {
    live.stop();
    for (const stop of stops) stop();
    session.stop();
  });
  return {
    live,
    data: () => shown.map((observer) => observer.getCurrentResult().data),
    isQuiet: () => cache.client.isFetching() === 0,
    calls: () => calls,
    queries: shown.length,
  };
}

it('loads again what has changed between its answers and the stream', async () => {
  const server = await startTestServer();
  await saveTemplate(server, 'thing', fields);
  const page = await openPage(server, 'member', false);
  await eventually(() => expect(page.data().every((data) => data !== undefined)).toBe(true));
  await saveOne(server, saveBody('thing', fields, { price: 1 }, { label: 'Meanwhile' }));
  page.live.start();
  await eventually(() => expect(JSON.stringify(page.data())).toContain('Meanwhile'));
});

/** Deterministic; printed, so that a failure can be repeated. */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));

it(`shows on three pages what a fresh load shows, after ${steps} random changes (seed ${seed})`, async () => {
  shows('5.live.same');
  const server = await startTestServer();
  const random = randomNumbers(seed);
  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)];
  let version = await saveTemplate(server, 'thing', fields);
  const { dev } = server.studio;
  const pages = [await openPage(server, 'owner'), await openPage(server, 'admin'), await openPage(server, 'member')];
  await eventually(() => expect(pages.every((page) => page.data().every((data) => data !== undefined))).toBe(true));
  const before = pages.map((page) => page.calls());
  const known = new Map<number, number>();
  const price = () => Math.floor(random() * 100);
  for (let step = 0; step < steps; step += 1) {
    const what = random();
    const id = pick([...known.keys()]);
    if (what < 0.4 || id === undefined) {
      const saved = await saveOne(server, saveBody('thing', fields, { price: price() }, { label: `Item ${step}` }));
      known.set(saved.id, saved.version);
    } else if (what < 0.7) {
      const current = known.get(id) ?? 1;
      const saved = await saveOne(
        server,
        { ...saveBody('thing', fields, {}, { label: `Renamed ${step}`, id, version: current }) },
        'admin',
      );
      known.set(id, saved.version);
    } else if (what < 0.85) {
      const some = [...known].slice(0, 3);
      const saved = await saveAll(
        server,
        some.map(([one, current]) =>
          saveBody('thing', fields, {}, { label: `All ${step}`, id: one, version: current }),
        ),
      );
      for (const one of saved) known.set(one.id, one.version);
    } else if (what < 0.95) {
      await server.call(items.delete, { params: { instanceId: dev, templateId: 'thing', id } }, { as: 'owner' });
      known.delete(id);
    } else version = await saveTemplate(server, 'thing', fields, { version, label: `Things ${step}` });
    // The others are anywhere in their refreshes.
    const page = random() < 0.2 ? pick(pages) : undefined;
    if (page) await eventually(() => expect(page.isQuiet()).toBe(true), { interval: 5 });
  }
  const fresh = await openPage(server, 'owner');
  await eventually(() => expect(fresh.data().every((data) => data !== undefined)).toBe(true));
  const expected = fresh.data();
  for (const page of pages)
    await eventually(() => {
      expect(page.isQuiet()).toBe(true);
      expect(page.data()).toEqual(expected);
    });
  // A page asks for what it shows once for each change at most.
  for (const [at, page] of pages.entries())
    expect(page.calls() - (before[at] ?? 0)).toBeLessThanOrEqual(page.queries * steps + 10);
});
