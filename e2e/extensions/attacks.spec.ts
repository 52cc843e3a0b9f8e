import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { extensions } from '@quartermaster/contract/endpoints/extensions.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import type { Api } from '../support/api.ts';
import { long } from '../support/long.ts';
import { publish } from '../support/studio-site.ts';
import { consoleUrl, expect, test } from '../support/test.ts';

const templateId = 'attacked';

/** A server that answers whatever is asked, and remembers it. */
async function startEvil() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const type = request.url?.endsWith('.js')
      ? 'text/javascript'
      : request.url?.endsWith('.css')
        ? 'text/css'
        : 'text/html';
    response.writeHead(200, {
      'access-control-allow-origin': '*',
      'content-type': request.url?.endsWith('.png') ? 'image/png' : type,
    });
    response.end(request.url?.endsWith('.png') ? Buffer.from(pixel, 'base64') : '');
  });
  server.on('upgrade', (request, socket) => {
    asked.push(request.url ?? '');
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(key).digest('base64');
    const head = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
    socket.write([...head, `Sec-WebSocket-Accept: ${accept}`, '', ''].join('\r\n'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, asked, close: () => server.close() };
}

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const hostile = readFileSync(join(import.meta.dirname, 'hostile.js'), 'utf8');

async function prepare(api: Api, dev: number, evil: string) {
  const { workspaces: list } = await api.call(workspaces.list, {});
  const workspaceId =
    list.find(({ projects }) => projects.some(({ instances }) => instances.some(({ id }) => id === dev)))?.id ?? 0;
  const { extensions: before } = await api.call(extensions.list, { params: { workspaceId } });
  for (const { id: extensionId } of before) await api.call(extensions.remove, { params: { workspaceId, extensionId } });
  const site = await publish(
    { name: 'evil-text', title: 'Evil', editor_types: ['text'] },
    hostile.replace('__EVIL__', evil),
  );
  const { extension } = await api.call(extensions.allow, { params: { workspaceId }, body: { address: site.address } });
  await site.close();
  const text = (id: string, order: number, editor?: string) => ({
    id,
    parentId: null,
    order,
    settings: {
      type: 'text' as const,
      name: id,
      label: id,
      required: false,
      minimum: null,
      maximum: null,
      ...(editor && { editor }),
    },
  });
  const params = { instanceId: dev };
  const body = {
    id: templateId,
    label: 'Attacked',
    version: 0,
    fields: [text('secret', 0), text('attacked', 1, 'evil-text')],
  };
  await api.call(templates.save, { params, body });
  return { remove: () => api.call(extensions.remove, { params: { workspaceId, extensionId: extension.id } }) };
}

const frameOf = (page: Page) => page.frameLocator('iframe[title="attacked"]');

/** Clicks on a button of the extension, as a mouse comes there: over the frame first. */
async function press(page: Page, name: string) {
  await page.getByRole('group', { name: 'attacked' }).hover();
  await frameOf(page).getByRole('button', { name, exact: true }).click();
}

async function openForm(page: Page, dev: number) {
  await page.goto(`${consoleUrl}/instance/${dev}/templates/${templateId}/items/new`);
  await page.getByRole('textbox', { name: 'secret' }).fill('The secret of this item');
  await expect(frameOf(page).getByRole('button', { name: 'cookies' })).toBeVisible();
}

const names = [
  ...hostile
    .slice(hostile.indexOf('const attacks'), hostile.indexOf('/** These have'))
    .matchAll(/^ {2}'?([\w ]+?)'?: /gm),
].map(([, name = '']) => name);

/** Tries everything that has a result of its own, and returns what was reached. */
async function attack(page: Page): Promise<string[]> {
  for (const name of names) await press(page, name);
  const results = frameOf(page)
    .getByRole('listitem')
    .filter({ hasText: /: (?:reached|refused)$/ });
  await expect(results).toHaveCount(names.length);
  const texts = await results.allTextContents();
  return texts.filter((text) => text.endsWith('reached')).map((text) => text.replace(': reached', ''));
}

test('a hostile extension reaches nothing, and the form stays usable', async ({
  page,
  api,
  demo,
  guard,
  ownTemplate,
}) => {
  // Each attack is refused by the browser, which says so.
  guard.allow(
    /^$|evil|127\.0\.0\.1|Content Security Policy|sandboxed|Refused|Blocked|blocked|violates|SecurityError|permission/i,
  );
  ownTemplate(templateId);
  const evil = await startEvil();
  const { remove } = await prepare(api, demo.dev, evil.url);
  page.on('dialog', (dialog) => dialog.accept());
  await openForm(page, demo.dev);
  expect(await attack(page)).toEqual([]);
  const told = await frameOf(page).getByRole('listitem').filter({ hasText: 'told: ' }).allTextContents();
  expect(told.join()).not.toContain('secret');

  const secret = page.getByRole('textbox', { name: 'secret' });
  const gone = page.getByText('The extension “Evil” has stopped working. This is the ordinary input.');
  const offer = page.getByRole('dialog', { name: 'Restore your earlier changes?' });
  await page.addLocatorHandler(offer, () => page.getByRole('button', { name: 'Discard earlier changes' }).click());
  const again = async () => {
    await page.reload();
    await openForm(page, demo.dev);
  };

  let downloads = 0;
  page.on('download', () => {
    downloads += 1;
  });
  await press(page, 'huge height');
  await expect.poll(async () => (await page.locator('iframe[title="attacked"]').boundingBox())?.height).toBe(480);
  await press(page, 'download');
  await press(page, 'form');
  await press(page, 'top navigation');
  await press(page, 'focus');
  await secret.click();
  await expect(gone).toBeVisible();
  await expect(secret).toBeFocused();
  await page.keyboard.type(' is typed on');
  await expect(secret).toHaveValue('The secret of this item is typed on');
  await again();
  await press(page, 'other item');
  await secret.click();
  await expect(page.getByText('Evil: It has asked.')).toBeVisible();
  expect(page.url()).toContain(`/templates/${templateId}/items/new`);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(downloads).toBe(0);
  for (const name of [
    'huge value',
    'value of another type',
    'no message of the interface',
    'flood',
    'own navigation',
    'endless loop',
  ]) {
    await again();
    await page.getByRole('group', { name: 'attacked' }).hover();
    const button = frameOf(page).getByRole('button', { name, exact: true });
    // A frame that hangs or is gone does not answer the click either.
    const pressed = button.click({ timeout: 3000 }).catch(() => undefined);
    await expect(gone, name).toBeVisible({ timeout: 15_000 });
    await pressed;
    await secret.fill(`after ${name}`);
    await expect(page.getByRole('textbox', { name: 'attacked' }), name).toHaveValue('');
    expect(page.url()).toContain(`/templates/${templateId}/items/new`);
  }
  expect(evil.asked).toEqual([]);
  evil.close();
  await remove();
});

test(
  'without its guards the same extension reaches everything',
  long,
  async ({ page, api, demo, guard, ownTemplate }) => {
    guard.allow(/./);
    ownTemplate(templateId);
    const evil = await startEvil();
    const { remove } = await prepare(api, demo.dev, evil.url);
    page.on('dialog', (dialog) => dialog.accept());
    await page.context().grantPermissions(['clipboard-write', 'local-network-access']);
    const withoutPolicy = async (route: Parameters<Parameters<Page['route']>[1]>[0]) => {
      const response = await route.fetch();
      const { 'content-security-policy': _, 'x-frame-options': __, ...headers } = response.headers();
      const body = (await response.text()).replace('Reflect.deleteProperty', 'String');
      await route.fulfill({ response, headers, body });
    };
    await page.route('**/v1/extensions/*/frame', withoutPolicy);
    await page.route('**/templates/**', withoutPolicy);
    await page.addInitScript(() => {
      const { setAttribute } = Element.prototype;
      Element.prototype.setAttribute = function (name, value) {
        if (name === 'allow') setAttribute.call(this, name, 'clipboard-write');
        else if (name !== 'sandbox') setAttribute.call(this, name, value);
      };
    });
    await openForm(page, demo.dev);
    expect(await attack(page)).toEqual(names);
    evil.close();
    await remove();
  },
);

test('a script that was changed on the way does not run', async ({ page, api, demo, guard, ownTemplate }) => {
  guard.allow(/integrity/);
  ownTemplate(templateId);
  const { remove } = await prepare(api, demo.dev, 'http://127.0.0.1:9/');
  await page.route('**/v1/extensions/*/script.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()}\n// changed` });
  });
  await page.goto(`${consoleUrl}/instance/${demo.dev}/templates/${templateId}/items/new`);
  await expect(page.getByText('The extension “Evil” has stopped working. This is the ordinary input.')).toBeVisible();
  await page.getByRole('textbox', { name: 'attacked' }).fill('an ordinary text');
  await remove();
});
