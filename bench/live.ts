import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { SavedItem } from '@quartermaster/contract/endpoints/items.ts';
import { fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import type { Bench } from './support/bench.ts';
import { makeStudio } from './support/content/make-studio.ts';
import { makeWorkspace, withClient } from './support/content/prepare.ts';
import { closeAll, openReaders, type Reader } from './support/live-readers.ts';
import { freshContext, openBrowser, signedInState } from './support/pages/browser.ts';
import { type Figure, figureOfRounds } from './support/report.ts';
import { type Child, residentMegabytes } from './support/servers/children.ts';
import { withOwnServer } from './support/servers/own-server.ts';
import { type Session, startProduct } from './support/servers/product.ts';
import { median, percentile } from './support/statistics.ts';

const few = 200;
const many = 2000;
/** Saves of which each is waited for until every reader has it, or a browser shows it. */
const told = 40;
/** Rounds of saves without readers and with many of them, in turn. */
const rounds = 7;
const savesOfRound = 20;
/** As people save, and not while the readers of the one before are still told; and once a console asks again, in milliseconds. */
const [pause, afterRefresh] = [50, 1100];

/** What readers of the stream cost, and how soon they and a browser are told. */
export function live(bench: Bench): Promise<Figure[]> {
  return withOwnServer(bench, 'live', async ({ databaseUrl, product, session }) => {
    const { instanceId, accounts } = await prepare(databaseUrl, session);
    const save = saver(session, instanceId);
    const open = (count: number, servers: readonly Pick<Child, 'port'>[] = [product]) =>
      openReaders(
        servers.map(({ port }) => port),
        { instanceId, accounts, count },
      );
    await save();
    const delays = await tellAll(await open(few), save);
    await sleep(500);
    const before = residentMegabytes(product.pid);
    const readers = await open(many);
    await sleep(2000);
    const after = residentMegabytes(product.pid);
    await closeAll(readers);
    const [without, beside] = await savesInTurn(save, () => open(many));
    const others: Child[] = [];
    try {
      const shown = { instanceId, save };
      const onOne = await painted(product, { ...shown, open: () => open(few) });
      for (let at = 1; at < 4; at += 1) others.push(await startProduct({ dataDir: bench.folder, databaseUrl }));
      const [last = product] = others.slice(-1);
      const onFour = await painted(last, { ...shown, open: () => open(few, [product, ...others]) });
      return [
        {
          goal: 'liveTold',
          name: `a save until the last of ${few} readers has its id, p95`,
          unit: 'ms',
          product: p95(delays),
        },
        {
          goal: 'livePainted',
          name: `a save until a list shows it beside ${few} readers, p95`,
          unit: 'ms',
          product: p95(onOne),
        },
        {
          goal: 'livePaintedOfFour',
          name: 'the same on four servers, saved on another one, p95',
          unit: 'ms',
          product: p95(onFour),
        },
        {
          goal: 'liveMemory',
          name: `memory of one of ${many} readers`,
          unit: 'kB',
          product: ((after - before) * 1000) / many,
        },
        {
          ...figureOfRounds({ goal: 'liveSave', name: `a save beside ${many} readers`, unit: 'ms' }, beside, without),
          against: 'none',
        },
      ];
    } finally {
      for (const server of others) await server.stop();
    }
  });
}

const p95 = (times: readonly number[]) =>
  percentile(
    times.toSorted((one, other) => one - other),
    0.95,
  );

/** A template in an instance that as many accounts can read. */
async function prepare(databaseUrl: string, session: Session) {
  await makeWorkspace(databaseUrl);
  const { instanceId, workspaceId } = await makeStudio(databaseUrl, { members: few + 1, roles: 2 });
  const accounts = await withClient(databaseUrl, async (client) => {
    await client.query('update roles set permission_ids = array[1]::smallint[] where workspace_id = $1', [workspaceId]);
    const { rows } = await client.query<{ id: number }>(
      'select account_id as id from workspace_members where workspace_id = $1 order by account_id desc limit $2',
      [workspaceId, few],
    );
    return rows.map(({ id }) => id);
  });
  const settings = { ...fieldTypes.integer.defaultSettings, type: 'integer', name: 'cost', label: 'Cost' };
  const fields = [{ id: 'cost', parentId: null, order: 0, settings }];
  await session.call('POST', `/editor/${instanceId}/templates`, { id: 'thing', label: 'Thing', version: 0, fields });
  return { instanceId, accounts };
}

/** Saves the same item with another label each time. */
function saver(session: Session, instanceId: number): (label?: string) => Promise<number> {
  let item: SavedItem | undefined;
  return async (label = `Thing ${Math.random()}`) => {
    const body = { template_id: 'thing', internal_label: label, fields: [], ...item };
    item = await session.call<SavedItem>('POST', `/editor/${instanceId}/items`, body);
    return item.id;
  };
}

const now = () => performance.timeOrigin + performance.now();

/** Milliseconds from the answer to each save until a browser on a server has painted it, beside readers. */
async function painted(
  { port }: Pick<Child, 'port'>,
  {
    instanceId,
    save,
    open,
  }: { instanceId: number; save: (label: string) => Promise<number>; open: () => Promise<Reader[]> },
): Promise<number[]> {
  const browser = await openBrowser();
  try {
    const origin = `http://127.0.0.1:${port}`;
    const context = await freshContext(browser, { state: signedInState(browser, origin) });
    const page = await context.newPage();
    const following = page.waitForResponse((response) => response.url().includes('/v1/live'));
    await page.goto(origin + pathTo(paths.items, { instanceId, templateId: 'thing' }));
    await following;
    const readers = await open();
    const delays: number[] = [];
    // The first one loads code.
    for (let at = -1; at < told; at += 1) {
      const label = `Label ${at} ${Math.random()}`;
      const shown = untilPainted(page, label);
      await sleep(afterRefresh);
      await save(label);
      const answered = now();
      const delay = Math.max(0, (await shown) - answered);
      if (at >= 0) delays.push(delay);
    }
    await closeAll(readers);
    return delays;
  } finally {
    await browser.close();
  }
}

/** Milliseconds since 1970 when a text is on the screen. */
const untilPainted = (page: Page, text: string): Promise<number> =>
  page.evaluate(
    async (expected) =>
      performance.timeOrigin + (await window.painted(() => document.body.textContent.includes(expected))),
    text,
  );

/** Milliseconds from the answer to each save until the last reader has it. */
async function tellAll(readers: readonly Reader[], save: () => Promise<number>): Promise<number[]> {
  const delays: number[] = [];
  for (let at = 0; at < told; at += 1) {
    const all = Promise.all(
      readers.map(
        (reader) =>
          new Promise<number>((resolve) => {
            reader.onText = (text) => {
              if (text.includes('"items"')) resolve(performance.now());
            };
          }),
      ),
    );
    await save();
    const answered = performance.now();
    delays.push(Math.max(0, Math.max(...(await all)) - answered));
  }
  await closeAll(readers);
  return delays;
}

/** The median of each round of saves without readers, and beside them. */
async function savesInTurn(save: () => Promise<number>, open: () => Promise<Reader[]>): Promise<[number[], number[]]> {
  const round = async () => {
    const times: number[] = [];
    for (let at = 0; at < savesOfRound; at += 1) {
      const since = performance.now();
      await save();
      times.push(performance.now() - since);
      await sleep(pause);
    }
    return median(times);
  };
  const [without, beside]: [number[], number[]] = [[], []];
  for (let at = 0; at < rounds; at += 1) {
    without.push(await round());
    const readers = await open();
    beside.push(await round());
    await closeAll(readers);
  }
  return [without, beside];
}
