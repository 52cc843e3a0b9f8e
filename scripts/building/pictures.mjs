// @ts-check
/** `npm run pictures`: takes the pictures of the documents from the demo, in a browser, so that they show what is built. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { freePort } from '../free-port.mjs';
import { projectEnvironment, projectNode, root, serverArguments } from '../processes.mjs';
import { findBrowser } from '../testing/browser.mjs';
import { watchRequests } from '../testing/watch-requests.mjs';

/** @typedef {import('@playwright/test').Page} Page */

/** @type {{ name: string, scheme: 'light' | 'dark', height?: number, take: (page: Page) => Promise<unknown> }[]} */
const pictures = [
  {
    name: 'items-list',
    scheme: 'light',
    // Each row has a picture, and the file is part of the README.
    height: 620,
    take: async (page) => {
      await openTemplate(page, 'Heroes', '?filter=label:contains:e&sort=label:asc');
      await page.getByRole('row').nth(5).waitFor();
    },
  },
  {
    name: 'item-form',
    scheme: 'light',
    take: async (page) => {
      await openTemplate(page, 'Heroes', '');
      await page.getByRole('link', { name: 'Axe', exact: true }).click();
      await page.getByRole('button', { name: 'Used by, links and history' }).click();
      await page.getByRole('link', { name: 'All versions' }).waitFor();
    },
  },
  {
    name: 'dashboard',
    scheme: 'dark',
    take: async (page) => {
      await page.goto('/');
      await page.getByText(/ahead of stage/).waitFor();
    },
  },
];

/** @param {Page} page @param {string} label @param {string} search */
async function openTemplate(page, label, search) {
  await page.goto('/');
  const path = await page.getByRole('link', { name: label, exact: true }).getAttribute('href');
  await page.goto(`${path}${search}`);
}

const found = await findBrowser((text) => console.log(text));
if ('problem' in found) {
  console.error(found.problem);
  process.exit(1);
}
const folder = await mkdtemp(join(tmpdir(), 'quartermaster-pictures-'));
const port = await freePort();
const baseURL = `http://localhost:${port}`;
const server = spawn(projectNode(), serverArguments, {
  cwd: root,
  env: projectEnvironment({ PORT: String(port), DATA_DIR: folder, DATABASE_URL: '', DEMO: '1', DEV_HOST: '0' }),
  stdio: ['ignore', 'ignore', 'inherit'],
});
try {
  while (!(await isReady())) {
    if (server.exitCode !== null) throw new Error('The server did not start.');
    await pause(200);
  }
  const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox'] });
  for (const { name, scheme, height = 820, take } of pictures) {
    const viewport = { width: 1440, height };
    const context = await browser.newContext({ viewport, colorScheme: scheme, reducedMotion: 'reduce', baseURL });
    await context.request.post('/v1/accounts/login', {
      data: { email: 'owner@quartermaster.test', password: 'Quartermaster1' },
      headers: { 'x-csrf-protection': '1' },
    });
    const page = await context.newPage();
    const untilIdle = watchRequests(page);
    await take(page);
    await untilIdle();
    await page.waitForFunction(() =>
      [...document.images].every(({ src, complete, naturalWidth }) => !src || (complete && naturalWidth)),
    );
    await page.screenshot({ path: join(root, 'docs', 'images', `${name}.png`) });
    console.log(`docs/images/${name}.png`);
    await context.close();
  }
  await browser.close();
} finally {
  server.kill('SIGTERM');
  if (server.exitCode === null) await once(server, 'exit');
  await rm(folder, { recursive: true, force: true });
}

async function isReady() {
  const answer = await fetch(`${baseURL}/healthz`).catch(() => undefined);
  return answer?.ok === true;
}
