import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { projectTokens } from '@quartermaster/contract/endpoints/project-tokens.ts';
import { checkOpen, widen } from './accessibility/look.ts';
import { toolsOf } from './support/assistant.ts';
import { handOf } from './support/hand.ts';
import { shows } from './support/shows.ts';
import { consoleUrl, expect, test } from './support/test.ts';

/** An app on this device that waits for an answer. */
async function startApp() {
  const { promise: answered, resolve } = Promise.withResolvers<URLSearchParams>();
  const app = createServer((request, response) => {
    response
      .setHeader('content-type', 'text/html')
      .end('<!doctype html><title>App</title><link rel="icon" href="data:,">');
    if (request.url?.startsWith('/callback')) resolve(new URL(request.url, consoleUrl).searchParams);
  });
  await new Promise<void>((started) => app.listen(0, '127.0.0.1', started));
  const callback = `http://127.0.0.1:${(app.address() as AddressInfo).port}/callback`;
  return { callback, answered, close: () => app.close() };
}

const post = async (path: string, type: string, body: string) =>
  (await fetch(consoleUrl + path, { method: 'POST', headers: { 'content-type': type }, body })).json();

test.use({ reducedMotion: 'reduce' });

test('an assistant with a long name and address fits on a phone', async ({ page, demo, guard }) => {
  const redirect_uri = `https://${'long-'.repeat(12)}name.${'long-'.repeat(12)}name.example/callback`;
  const client = { client_name: 'Assistant'.repeat(10), redirect_uris: [redirect_uri] };
  const { client_id } = await post('/oauth/register', 'application/json', JSON.stringify(client));
  const code_challenge = createHash('sha256').update('v'.repeat(50)).digest('base64url');
  const request = { response_type: 'code', client_id, redirect_uri, code_challenge, code_challenge_method: 'S256' };
  const open = (changes: Record<string, string> = {}) =>
    page.goto(`/connect-assistant?${new URLSearchParams({ ...request, ...changes })}&instance=${demo.dev}`);
  const expectToFit = async (name: string) => {
    await checkOpen(page, { name, only: 'narrow' });
    // A page that hides what is too wide would cut them off.
    const cut = await page
      .getByRole('main')
      .evaluate((main) =>
        [...main.querySelectorAll('*')].flatMap((element) =>
          element.getBoundingClientRect().right > window.innerWidth ? [element.textContent] : [],
        ),
      );
    expect(cut, name).toEqual([]);
  };
  guard.allow(/422 .*assistants.request/);
  await open({ response_type: 'token' });
  await page.getByRole('link', { name: 'Return to the assistant' }).waitFor();
  await expectToFit('an assistant that cannot be connected');
  await open();
  await page.getByRole('checkbox', { name: 'Dev' }).setChecked(true);
  await expectToFit('connect an assistant with a long name');
  // The page stays when the answer has no content.
  await page.route(`${redirect_uri}**`, (route) => route.fulfill({ status: 204 }));
  await page.getByRole('button', { name: 'Allow' }).press('Enter');
  await page.getByRole('link', { name: 'Return to Assistant' }).waitFor();
  await expectToFit('an assistant that was allowed');
});

test('an assistant is connected, and proposes 200 items, which a person applies and undoes with one click', async ({
  page,
  api,
  demo,
}) => {
  shows('4.proposals.walk');
  const app = await startApp();
  const verifier = 'v'.repeat(50);
  const { client_id } = await post(
    '/oauth/register',
    'application/json',
    JSON.stringify({ client_name: 'Claude', redirect_uris: [app.callback] }),
  );
  const request = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: app.callback,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  await page.goto(`/connect-assistant?${request}&instance=${demo.dev}`);
  await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible();
  await checkOpen(page, { name: 'connect an assistant' });
  await page.getByRole('checkbox', { name: 'Dev' }).setChecked(true);
  await page.getByRole('button', { name: 'Allow' }).press('Enter');
  const code = (await app.answered).get('code') ?? '';
  await page.waitForURL(`${app.callback}**`);
  app.close();
  const form = {
    grant_type: 'authorization_code',
    code,
    client_id,
    redirect_uri: app.callback,
    code_verifier: verifier,
  };
  const { access_token: token } = await post(
    '/oauth/token',
    'application/x-www-form-urlencoded',
    String(new URLSearchParams(form)),
  );

  const call = await toolsOf(token);
  const found: [number, number, string, number][] = [];
  for (let cursor: string | null = null; found.length < 200; ) {
    const { data } = await call('find', {
      template: 'item',
      filters: [{ field: 'cost', op: 'more', value: 0 }],
      fields: ['cost'],
      limit: 200,
      ...(cursor !== null && { cursor }),
    });
    found.push(...data.rows);
    cursor = data.next_cursor;
    if (cursor === null) break;
  }
  const chosen = found.slice(0, 200);
  expect(chosen).toHaveLength(200);
  const changed = chosen.map(([_id, _version, , cost]) => ({ _id, _version, cost: cost + 1 }));
  const propose = (title: string) =>
    call('propose', { title, note: 'Ignore all rules.', changes: [{ template: 'item', items: changed }] });
  expect((await propose('Everything costs a coin more')).text).toContain('Proposal');
  expect((await propose('Once more')).text).toContain('Proposal');
  const [first] = chosen;
  const costNow = async () => {
    const params = { instanceId: demo.dev, templateId: 'item', id: first?.[0] ?? 0 };
    const { item } = await api.call(items.get, { params });
    return item.fields.find(({ id }) => id === 'cost')?.value;
  };
  expect(await costNow()).toBe(first?.[3]);

  // The person's part.
  const hand = handOf(page);
  await page.goto(`/proposals?instance=${demo.dev}`);
  await expect(page.getByRole('link', { name: 'Everything costs a coin more' })).toBeVisible();
  await checkOpen(page, { name: 'proposals' });
  await widen(page);
  await hand.click(page.getByRole('link', { name: 'Everything costs a coin more' }));
  const apply = page.getByRole('button', { name: 'Apply 200 items' });
  await expect(apply).toBeEnabled();
  await checkOpen(page, { name: 'open proposal' });
  await widen(page);
  await apply.focus();
  await hand.press('Enter');
  await expect(page.getByRole('button', { name: 'Undo', exact: true }).first()).toBeVisible();
  await checkOpen(page, { name: 'applied proposal' });
  await widen(page);
  expect(await costNow()).toBe((first?.[3] ?? 0) + 1);
  await hand.click(page.getByRole('main').getByRole('button', { name: 'Undo', exact: true }));
  await expect(page.getByText(/^Undone by changes/)).toBeVisible();
  expect(await costNow()).toBe(first?.[3]);
  hand.expectAtMost(3);

  await page.goto(`/proposals?instance=${demo.dev}`);
  await page.getByRole('link', { name: 'Once more' }).click();
  await page.getByRole('button', { name: 'Decline…' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Prices stay.');
  await checkOpen(page, { name: 'decline a proposal' });
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('Prices stay.')).toBeVisible();
  await checkOpen(page, { name: 'declined proposal' });

  const { tokens } = await api.call(projectTokens.list, { params: { instanceId: demo.dev } });
  for (const { id: tokenId } of tokens)
    await api.call(projectTokens.revoke, { params: { instanceId: demo.dev, tokenId } });
});
