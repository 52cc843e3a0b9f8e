import { createHash } from 'node:crypto';
import { extensions } from '@quartermaster/contract/endpoints/extensions.ts';
import { accessLog } from '@quartermaster/contract/endpoints/people/access-log.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { extensionLimits } from '@quartermaster/contract/extensions/messages.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { colorExtension, integrityOf, publishExtension } from '../support/published-extension.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { allowPrivate } from '../support/webhooks.ts';

let server: TestServer;
let studio: Receiver;
beforeEach(async () => {
  server = await startTestServer();
  studio = await startReceiver();
});

const as = { as: 'owner' } as const;
const params = () => ({ workspaceId: server.studio.workspaceId });
const allow = (address: string) => server.call(extensions.allow, { params: params(), body: { address } }, as);
const list = async () => (await server.call(extensions.list, { params: params() }, as)).extensions;
const running = async () =>
  (await server.call(extensions.running, { params: { instanceId: server.studio.dev } }, { as: 'member' })).extensions;

/** Why an address is refused. */
const refusalOf = async (address: string) => {
  const { status, body } = await server.send(extensions.allow, { params: params(), body: { address } }, as);
  expect(status).toBe(422);
  return (body as { fields: Record<string, string> }).fields.address;
};

describe('an allowed extension', () => {
  test('is read once, listed with who allowed it, run from its hash, updated, removed, and logged', async () => {
    shows('5.parts.extensions-allowed');
    allowPrivate(server.app.deps);
    const address = await publishExtension(studio);
    const { extension } = await allow(address);
    expect(extension).toMatchObject({ name: 'acme-color', version: '1.1.0', address, editor_types: ['text'] });
    expect(await list()).toEqual([extension]);
    expect(studio.received.map(({ url }) => url)).toEqual(['/manifest.json', '/extension.js']);

    const [first] = await running();
    const { script } = colorExtension();
    expect(first).toMatchObject({ name: 'acme-color', has_cells: true });
    const sent = await server.app.inject(`${first?.frame.replace(/frame$/, '')}script.js`);
    expect(sent.payload).toBe(script);
    expect(studio.received).toHaveLength(2);

    await publishExtension(studio, { script: `${script}\n`, version: '1.2.0' });
    await allow(address);
    const [second] = await running();
    expect(second?.version).toBe('1.2.0');
    expect(second?.frame).not.toBe(first?.frame);
    expect((await server.app.inject(first?.frame ?? '')).statusCode).toBe(404);

    const { id } = (await list())[0] ?? extension;
    await server.call(extensions.remove, { params: { ...params(), extensionId: id } }, as);
    expect(await running()).toEqual([]);
    expect((await server.send(extensions.remove, { params: { ...params(), extensionId: id } }, as)).status).toBe(404);
    const { entries } = await server.call(accessLog.list, { params: params(), query: {} }, as);
    const logged = entries
      .filter(({ action }) => action.startsWith('extension'))
      .map(({ action, details }) => [action, details.extension_version]);
    expect(logged).toEqual([
      ['extension_removed', '1.2.0'],
      ['extension_allowed', '1.2.0'],
      ['extension_allowed', '1.1.0'],
    ]);
  });

  test('runs in a page that reaches nothing but its own script', async () => {
    shows('5.parts.extensions-frame');
    allowPrivate(server.app.deps);
    await allow(await publishExtension(studio, { title: 'A <b>"title"' }));
    const [extension] = await running();
    const { headers, payload } = await server.app.inject(extension?.frame ?? '');
    const policy = String(headers['content-security-policy']);
    expect(headers['x-frame-options']).toBeUndefined();
    expect(policy).toMatch(
      /^sandbox allow-scripts; default-src 'none'; script-src 'sha256-[^ ]+' http[^ ]+\/script\.js;/,
    );
    expect(policy).not.toMatch(/allow-same-origin|connect-src|unsafe-eval|frame-src|'self'|\*/);
    expect(policy).toMatch(/frame-ancestors http:\/\/localhost:\d+/);
    expect(payload).toContain(`integrity="${integrityOf(colorExtension().script)}"`);
    expect(payload).toContain('<title>A &lt;b&gt;&quot;title&quot;</title>');
  });

  test('can have the script of another one', async () => {
    allowPrivate(server.app.deps);
    await allow(await publishExtension(studio));
    await allow(await publishExtension(studio, { name: 'acme-paint' }));
    expect((await list()).map(({ name }) => name)).toEqual(['acme-color', 'acme-paint']);
    expect(new Set((await running()).map(({ frame }) => frame)).size).toBe(1);
  });

  test('belongs to its workspace, and a name to its origin', async () => {
    allowPrivate(server.app.deps);
    await allow(await publishExtension(studio));
    const other = await startReceiver();
    expect(await refusalOf(await publishExtension(other))).toBe(
      `"acme-color" is already allowed from ${new URL(studio.url).host}. Remove it first if it has moved.`,
    );
    const params = { workspaceId: server.studio.elsewhere.workspaceId };
    expect((await server.send(extensions.list, { params }, as)).status).toBe(404);
    const [extension] = await list();
    const remove = await server.send(
      extensions.remove,
      { params: { ...params, extensionId: extension?.id ?? 0 } },
      { as: 'stranger' },
    );
    expect(remove.status).toBe(404);
    expect(await list()).toHaveLength(1);
  });
});

describe('what an extension asks for', () => {
  const check = (address: string) => server.call(extensions.check, { params: params(), body: { address } }, as);
  const allowChecked = (address: string, fingerprint: string) =>
    server.send(extensions.allow, { params: params(), body: { address, fingerprint } }, as);
  const partsInList = async () =>
    (await server.call(workspaces.list, {}, { as: 'member' })).workspaces.find(
      ({ id }) => id === server.studio.workspaceId,
    )?.extension_parts;

  test('is checked before it is allowed, and all workspaces list which parts there are', async () => {
    shows('5.parts.extensions-asks');
    allowPrivate(server.app.deps);
    const panel = { title: 'Weight', templates: ['sword'], note: 'not of the interface' };
    const address = await publishExtension(studio, { panel, card: { title: 'Links' } });
    const { extension, allowed, fingerprint } = await check(address);
    expect(allowed).toBeNull();
    expect(extension).toMatchObject({ panel: { title: 'Weight', templates: ['sword'] }, card: { title: 'Links' } });
    expect(extension.panel).not.toHaveProperty('note');
    expect([await list(), await partsInList()]).toEqual([[], undefined]);
    expect((await allowChecked(address, fingerprint)).status).toBe(200);
    expect((await running())[0]).toMatchObject({ panel: { templates: ['sword'] }, action: { title: 'Spread colors' } });
    expect(await partsInList()).toEqual(['action', 'card', 'panel']);
  });

  test('is looked at again if it was published again since', async () => {
    shows('5.parts.extensions-asks');
    allowPrivate(server.app.deps);
    const address = await publishExtension(studio);
    const { fingerprint } = await check(address);
    await publishExtension(studio, { panel: { title: 'Weight' } });
    const { status, body } = await allowChecked(address, fingerprint);
    expect([status, body]).toMatchObject([409, { error: 'changed' }]);
    expect(await list()).toEqual([]);
  });

  test('is not more than was allowed, unless the owner has seen it', async () => {
    shows('5.parts.extensions-asks');
    allowPrivate(server.app.deps);
    const panel = { title: 'Weight', templates: ['sword'] };
    const address = await publishExtension(studio, { panel });
    await allow(address);
    await publishExtension(studio, { panel: { title: 'Mass', templates: ['sword'] }, version: '2.0.0' });
    await allow(address);
    for (const more of [
      { panel: { title: 'Mass' } },
      { panel: { title: 'Mass', templates: ['sword', 'hero'] } },
      { panel, card: { title: 'Links' } },
      { panel, editor_types: ['text', 'integer'] },
      { panel, action: { title: 'Spread', templates: ['sword'] }, card: { title: 'Links' } },
    ]) {
      await publishExtension(studio, { ...more, version: '3.0.0' });
      const { status, body } = await server.send(extensions.allow, { params: params(), body: { address } }, as);
      expect([status, body], JSON.stringify(more)).toMatchObject([409, { error: 'changed' }]);
    }
    expect((await list())[0]?.version).toBe('2.0.0');
    const { allowed, fingerprint } = await check(address);
    expect(allowed).toMatchObject({ version: '2.0.0', panel: { title: 'Mass' } });
    expect((await allowChecked(address, fingerprint)).status).toBe(200);
  });
});

describe('an extension is refused, with what is wrong,', () => {
  test('if its address leads into a private network', async () => {
    expect(await refusalOf('https://127.0.0.1/manifest.json')).toMatch(/^This address leads into a private network/);
    expect(await refusalOf('javascript:alert(1)')).toMatch(/^Must be an address that begins with https/);
    expect(studio.received).toEqual([]);
  });

  test('if a file is missing, too long, not text, or not the one that the manifest names', async () => {
    allowPrivate(server.app.deps);
    const address = await publishExtension(studio);
    expect(await refusalOf(`${studio.url}/nothing.json`)).toBe(
      'The manifest cannot be read: the server answers 404, where 200 is needed.',
    );
    await publishExtension(studio, { integrity: integrityOf('something else') });
    expect(await refusalOf(address)).toMatch(/^The script is not the one that the manifest names/);
    await publishExtension(studio, { script: ' '.repeat(extensionLimits.script + 1) });
    expect(await refusalOf(address)).toBe('The script must be at most 512 kB.');
    studio.answer = (response) => response.writeHead(200).end(Buffer.from([0x7b, 0xff, 0xfe]));
    expect(await refusalOf(address)).toBe('The manifest is not UTF-8. Save it in UTF-8.');
    const utf16 = Buffer.from(`\ufeff${JSON.stringify(colorExtension().manifest)}`, 'utf16le');
    studio.answer = (response) => response.writeHead(200).end(utf16);
    expect(await refusalOf(address)).toBe('The manifest is in UTF-16. Save it in UTF-8.');
    studio.answer = (response) => response.writeHead(200).end('<html>');
    expect(await refusalOf(address)).toBe('The file at this address is not JSON. Use the address of a manifest.');
    studio.answer = (response) => response.writeHead(302, { location: `${studio.url}/manifest.json` }).end();
    expect(await refusalOf(address)).toMatch(/the server answers 302/);
    expect(await list()).toEqual([]);
  });

  test('but not for a byte order mark', async () => {
    shows('5.parts.extensions-allowed');
    allowPrivate(server.app.deps);
    const { manifest, script } = colorExtension();
    const marked = `\ufeff${script}`;
    const address = await publishExtension(studio);
    const file = JSON.stringify({ ...manifest, script: 'extension.js', integrity: integrityOf(marked) });
    studio.answer = (response, { url }) => response.end(url === '/manifest.json' ? `\ufeff${file}` : marked);
    await allow(address);
    const [first] = await running();
    const sent = await server.app.inject(`${first?.frame.replace(/frame$/, '')}script.js`);
    expect(sent.payload).toBe(script);
    // The page of the extension has the hash of what is sent.
    expect(first?.frame).toContain(createHash('sha384').update(sent.rawPayload).digest('hex'));
  });

  test('if a file has a character that the database cannot store', async () => {
    allowPrivate(server.app.deps);
    expect(await refusalOf(await publishExtension(studio, { script: 'a\0' }))).toBe(
      'The script has a character with the code 0.',
    );
    expect(await refusalOf(await publishExtension(studio, { title: 'a\0' }))).toBe(
      'The manifest has a character with the code 0.',
    );
  });

  test('if its script is on another origin', async () => {
    allowPrivate(server.app.deps);
    const other = await startReceiver();
    await publishExtension(other);
    const script = `${other.url}/extension.js`;
    studio.answer = (response) => response.writeHead(200).end(JSON.stringify({ ...colorExtension().manifest, script }));
    expect(await refusalOf(`${studio.url}/manifest.json`)).toBe(
      'The script must be on the same origin as the manifest.',
    );
    expect(other.received).toEqual([]);
  });

  test.each([
    [{ contract: 2 }, /"contract"/],
    [{ name: 'color' }, /"name"/],
    [{ name: 'Acme-Color' }, /"name"/],
    [{ editor_types: ['picture'] }, /"editor_types\.0"/],
    [{ editor_types: ['image'] }, /"editor_types\.0" .*number-list/],
    [{ editor_types: [], has_cells: false, action: undefined }, /names nothing that the extension does/],
    [{ panel: { templates: ['sword'] } }, /"panel\.title"/],
    [{ action: { title: 'Spread', templates: [] } }, /"action\.templates"/],
    [{ card: { title: 'x'.repeat(61) } }, /"card\.title"/],
    [{ title: '' }, /"title"/],
    [{ title: 'Colors\u202e' }, /"title" has an invisible character \(U\+202E\) after "Colors"/],
    [{ title: 'Col\u200bors' }, /"title" has an invisible character \(U\+200B\)/],
    [{ title: 'Colors\nof Acme' }, /"title" has a line break or a tab/],
    [{ panel: { title: '\u2067Weight' } }, /"panel\.title" has an invisible character \(U\+2067\) at its start/],
    [{ action: { title: 'Spread\u00ad' } }, /"action\.title" has an invisible character/],
    [{ card: { title: 'Links\ufeff' } }, /"card\.title" has an invisible character/],
    [{ version: '<b>' }, /"version"/],
    [{ version: '1.0\u202e' }, /"version"/],
    [{ version: '' }, /"version"/],
  ])('if its manifest has %j', async (changed, reason) => {
    allowPrivate(server.app.deps);
    expect(await refusalOf(await publishExtension(studio, changed))).toMatch(reason);
  });
});
