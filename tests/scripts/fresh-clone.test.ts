import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import { findBrowser } from '../../scripts/testing/browser.mjs';
import { shows } from '../specification/shows.ts';
import { type Clone, freshClone, ownRegistry, removeClones } from '../support/clone.ts';
import { eventually } from '../support/eventually.ts';
import { isLong } from '../support/long.ts';
import { fillFolder } from '../support/server-database.ts';
import { timeout } from '../support/timeout.ts';

// Where localhost has two addresses, the first one would be abandoned after a quarter of a second.
setDefaultAutoSelectFamilyAttemptTimeout(timeout);

afterEach(removeClones);

const ready = 'Quartermaster is ready.';
/** The end of the output at that point. */
const lastLine = 'Ctrl-C stops it.';

/** A clone whose database has its tables: creating them takes longest at a server's first start, and is tested in start-demo.test.ts. */
async function cloneWithTables() {
  const clone = freshClone({ registry: ownRegistry });
  await fillFolder(join(clone.folder, '.data'));
  return clone;
}

/** Replaces a text in a file of the clone. */
function edit({ folder }: Clone, file: string, text: string, by: string) {
  const before = readFileSync(join(folder, file), 'utf8');
  expect(before).toContain(text);
  writeFileSync(join(folder, file), before.replace(text, by));
}

/**
 * Waits until a change was noticed, and touches the file until then: a watcher that starts only afterwards sees no
 * change.
 */
const noticed = ({ folder }: Clone, file: string, check: () => void) =>
  eventually(
    () => {
      try {
        check();
      } catch (error) {
        utimesSync(join(folder, file), new Date(), new Date());
        throw error;
      }
    },
    { interval: 1000 },
  );

async function ports() {
  const [port, devHost] = [await freePort(), await freePort()];
  return {
    url: `http://localhost:${port}`,
    devHostUrl: `http://localhost:${devHost}`,
    variables: { PORT: String(port), DEV_HOST_PORT: String(devHost), DEMO: '0' },
  };
}

const textAt = async (address: string) => {
  const answer = await fetch(address);
  expect([address, answer.status]).toEqual([address, 200]);
  return answer.text();
};

test('npm start installs, builds and serves a fresh clone, and says so; later it builds only what is stale', async () => {
  shows(
    '3.start.runtime.node',
    '3.start.start.builds',
    '3.start.start.fresh-clone',
    '3.start.start.installs',
    '3.start.start.says',
  );
  const clone = await cloneWithTables();
  const { url, devHostUrl, variables } = await ports();
  const besides = ['the plugin', 'the dev host', 'the command', 'the test kit of hosts', 'the bill of materials'];
  const start = async () => {
    const run = clone.run('start', variables);
    await run.says(lastLine);
    const page = await textAt(`${url}/`);
    // Built beside the running server.
    for (const part of run.output().includes('Built the console') ? besides : []) await run.says(`Built ${part} in `);
    expect(await textAt(`${url}/plugin/quartermaster.js`)).toContain('mount');
    expect(await textAt(`${devHostUrl}/`)).toContain('id="console-view"');
    run.child.kill('SIGINT');
    expect(await run.ended).toBe(0);
    return { page, output: run.output() };
  };

  const first = await start();
  expect(first.output).toMatch(/^Installing \d{3,} packages \(npm ci\) \.\.\.$/m);
  expect(first.output).toMatch(/^Installed \d{3,} packages in /m);
  expect(first.output).toContain('Building the console, the server ...\n');
  expect(first.output).toContain(`Building ${besides.join(', ')} ...\n`);
  for (const part of ['the console', 'the server'])
    expect(first.output.indexOf(`Built ${part} in `)).toBeLessThan(first.output.indexOf(ready));
  expect(first.page).toContain('<script defer');
  expect(existsSync(join(clone.folder, '.data/secret'))).toBe(true);
  // Everything except the set-up runs on the project’s own Node.
  expect(
    clone.started().map((line) => line.split(' ').find((word) => /\.m?js$/.test(word) && !word.startsWith('file:'))),
  ).toEqual(expect.arrayContaining(['scripts/building/build.mjs', 'dist/server/main.js']));

  const second = await start();
  expect(second.output).not.toMatch(/Install|Buil/);

  edit(clone, 'server/announce.ts', ready, `${ready} And changed.`);
  const third = await start();
  expect(third.output).toContain('Building the server ...\n');
  expect(third.output).toContain(`${ready} And changed.`);
  expect(third.output).not.toMatch(/Install|Built the (console|plugin|dev host)/);
});

/** Vite's messages to a page that has loaded the module. */
async function hotUpdates(vite: string) {
  const client = await textAt(`${vite}/@vite/client`);
  const token = /wsToken = "([^"]+)"/.exec(client)?.[1] ?? '';
  const socket = new WebSocket(`${vite.replace('http', 'ws')}/?token=${token}`, 'vite-hmr');
  const messages: { type: string; updates?: { path: string }[] }[] = [];
  socket.addEventListener('message', ({ data }) => messages.push(JSON.parse(String(data))));
  await eventually(() => expect(messages).toContainEqual({ type: 'connected' }));
  return { messages, close: () => socket.close() };
}

test('npm run dev does the same as start, and a change reloads the console, the server or the dev host', async () => {
  shows(
    '3.start.dev.as-start',
    '3.start.dev.console',
    '3.start.dev.dev-host',
    '3.start.dev.server',
    '4.host.calls.connection',
  );
  const clone = await cloneWithTables();
  const { url, devHostUrl, variables } = await ports();
  const [vite, pluginVite, hostVite] = [await freePort(), await freePort(), await freePort()].map(
    (port) => `http://localhost:${port}`,
  ) as [string, string, string];
  const run = clone.run('dev', {
    ...variables,
    QM_DEV_VITE: vite,
    QM_DEV_PLUGIN_VITE: pluginVite,
    QM_DEV_HOST_VITE: hostVite,
  });
  await run.says(ready);
  expect(run.output()).toMatch(/^Installed \d{3,} packages in /m);
  expect(existsSync(join(clone.folder, 'dist'))).toBe(false);

  const page = () => textAt(`${url}/`);
  await eventually(async () => expect(await page()).toContain('/@vite/client'));
  await eventually(async () => expect(await textAt(`${devHostUrl}/`)).toContain('/@vite/client'));
  await eventually(async () => expect(await textAt(`${url}/plugin/quartermaster.js`)).toContain('preamble'));

  // The servers work at the same time: each has its own cache.
  const found = await findBrowser(() => undefined);
  if ('problem' in found) throw new Error(found.problem);
  const browser = await chromium.launch({ executablePath: found.path });
  onTestFinished(() => browser.close());
  const tab = await browser.newPage();
  await tab.goto(`${devHostUrl}/content`, { timeout });
  const slot = tab.locator('#slot');
  // If the console does not appear, the error says what the host's page shows instead.
  const isShown = () => eventually(async () => expect(await slot.textContent()).toContain('Email'));
  await isShown();
  // Some 150 modules each time, over few connections.
  const failed: string[] = [];
  tab.on('response', (response) => {
    if (response.status() >= 500) failed.push(`${response.status()} ${response.url()}`);
  });
  tab.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // The reload aborts calls of the page before.
    if (reason !== 'net::ERR_ABORTED') failed.push(`${reason} ${request.url()}`);
  });
  for (let reload = 0; reload < (isLong ? 10 : 3); reload += 1) {
    await tab.reload({ timeout });
    await isShown();
  }
  expect(failed).toEqual([]);
  await browser.close();

  const ofConsole = await hotUpdates(vite);
  const part = 'src/features/errors/error-page.tsx';
  expect(await textAt(`${vite}/@fs${clone.folder}/${part}`)).toContain('Error ID');
  edit(clone, part, 'Error ID', 'Changed!');
  // No reload: the module is replaced in the open page.
  const exchanged = { type: 'update', updates: [expect.objectContaining({ path: expect.stringContaining(part) })] };
  await noticed(clone, part, () => expect(ofConsole.messages).toContainEqual(exchanged));
  expect(await textAt(`${vite}/@fs${clone.folder}/${part}`)).toContain('Changed!');

  const ofHost = await hotUpdates(hostVite);
  await textAt(`${hostVite}/main.ts`);
  edit(clone, 'dev-host/main.ts', 'import', '// Changed.\nimport');
  await noticed(clone, 'dev-host/main.ts', () =>
    expect(ofHost.messages.map(({ type }) => type)).toContain('full-reload'),
  );

  const before = run.output().length;
  edit(clone, 'server/announce.ts', ready, `${ready} And changed.`);
  await run.says(`${ready} And changed.`, before);
  await eventually(async () => expect(await page()).toContain('/@vite/client'));
  for (const { close } of [ofConsole, ofHost]) close();
  run.child.kill('SIGINT');
  expect(await run.ended).toBe(0);
});
