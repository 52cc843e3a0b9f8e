import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { freePort } from '../../scripts/free-port.mjs';
import { exampleOf, serveExample } from '../support/documented-examples.ts';
import { portalCredential } from '../support/product/portal-credential.ts';
import { test as base, consoleUrl, devHostUrl, expect } from '../support/test.ts';

interface Portal {
  /** Starts the documented server of a portal with a signed-in user, and shows the documented page. */
  open: (page: Page, email: string) => Promise<void>;
}

const test = base.extend<{ portal: Portal }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  portal: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'quartermaster-portal-'));
    const children: ChildProcess[] = [];
    const pages: Page[] = [];
    await use({
      open: async (page, email) => {
        await writeFile(join(folder, 'portal.mjs'), exampleOf('The portal’s server', { language: 'js' }));
        await writeFile(join(folder, 'sign-in.mjs'), `export const emailOf = async () => ${JSON.stringify(email)};\n`);
        const port = await freePort();
        const env = { PATH: process.env.PATH, PORT: String(port), QUARTERMASTER_CREDENTIAL: portalCredential };
        children.push(spawn(process.execPath, ['portal.mjs'], { cwd: folder, env, stdio: 'inherit' }));
        const url = `http://localhost:${port}`;
        await expect
          .poll(() =>
            fetch(url).then(
              ({ status }) => status,
              () => 0,
            ),
          )
          .toBe(404);
        await serveExample(page, exampleOf('The portal’s page'));
        await page.route(`${devHostUrl}/quartermaster-token`, async (route) =>
          route.fulfill({ response: await route.fetch({ url: `${url}/quartermaster-token` }) }),
        );
        await page.goto(`${devHostUrl}/content`);
        pages.push(page);
      },
    });
    // The console may be requesting another token.
    for (const page of pages) {
      await page.goto('about:blank');
      await page.unrouteAll({ behavior: 'wait' });
    }
    for (const child of children) {
      const exit = once(child, 'exit');
      child.kill();
      await exit;
    }
    await rm(folder, { recursive: true });
  },
});

test.use({ as: null });

test('the documented portal signs its user in to the console, without a cookie', async ({
  page,
  api,
  demo,
  portal,
}) => {
  await api.call(instances.activate, { params: { instanceId: demo.dev } });
  const sent: string[] = [];
  const tokens: Promise<string>[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${consoleUrl}/v1/`) || request.method() === 'OPTIONS') return;
    sent.push(request.headers().authorization ?? 'nothing');
    expect(request.url()).not.toMatch(/login|refresh/);
  });
  page.on('response', (response) => {
    if (response.url().endsWith('/quartermaster-token')) tokens.push(response.text());
  });
  await portal.open(page, 'owner@quartermaster.test');
  await expect(page.getByRole('heading', { level: 1, name: 'Ancient Works' })).toBeVisible();

  const [token = '{}', ...more] = await Promise.all(tokens);
  expect(more).toEqual([]);
  expect(new Set(sent)).toEqual(new Set([`Bearer ${JSON.parse(token).access_token}`]));
  expect(await page.context().cookies()).toEqual([]);
});

test('a user without an account sees a message instead of the console', async ({ page, guard, portal }) => {
  guard.allow(/status of 400/);
  await portal.open(page, 'nobody@quartermaster.test');
  await expect(page.getByText('No access')).toBeVisible();
  await expect(page.getByText('No account has this email address.')).toBeVisible();
});
