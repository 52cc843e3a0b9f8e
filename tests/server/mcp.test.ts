import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { projectTokens } from '@quartermaster/contract/endpoints/project-tokens.ts';
import { proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { buildServer } from '../../server/build-server.ts';
import { toolEndpoints } from '../../server/modules/mcp/tool-endpoints.ts';
import { shows } from '../specification/shows.ts';
import { makeToken, mcpHeaders, sendMessage, toolsOf } from '../support/mcp.ts';
import { restartableServer } from '../support/restartable-server.ts';
import { field, inOrder, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer, testEnvironment } from '../support/server.ts';
import { cleanUp } from '../support/server-process.ts';

const toolNames = [
  'describe',
  'find',
  'get',
  'used_by',
  'history',
  'validate',
  'propose',
  'get_proposal',
  'compare',
  'roll',
];

const weaponFields = inOrder([
  field('sku', 'text', { unique: true, required: true }),
  field('price', 'integer', { minimum: 0 }),
  field('notes', 'long-text'),
  field('parent', 'item-link', { templateId: 'weapon' }),
  field('chance', 'weight'),
  field('loot', 'dynamic-group'),
  field('what', 'text', { parentId: 'loot' }),
  field('odds', 'weight', { parentId: 'loot' }),
]);

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});

/** Weapons by their prices: `w1`, `w2` and so on; returns their ids. */
async function makeWeapons(count: number, notes = '') {
  await saveTemplate(server, 'weapon', weaponFields, { label: 'Weapons' });
  const bodies = Array.from({ length: count }, (_, at) =>
    saveBody(
      'weapon',
      weaponFields,
      { sku: `w${at + 1}`, price: at + 1, ...(notes !== '' && { notes: `${notes} ${at}` }) },
      { label: `Weapon ${at + 1}` },
    ),
  );
  return (await saveAll(server, bodies)).map(({ id }) => id);
}

/** What the official client sees in a process of its own. */
async function drive(address: string, secret: string, mode: 'auto' | 'legacy') {
  const script = ['tests/support/mcp-client.ts', `${address}/mcp`, secret, mode];
  const { stdout } = await promisify(execFile)(process.execPath, script);
  return JSON.parse(stdout);
}

const initialize = (protocolVersion: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'old', version: '1' } },
});
const listTools = { jsonrpc: '2.0', id: 2, method: 'tools/list', params: {} };

describe('the tools', () => {
  it('are ten, of which one stores a proposal and none changes content', async () => {
    shows('4.mcp.tools');
    const { secret } = await makeToken(server);
    const { text } = await sendMessage(server, secret, listTools);
    const { tools } = JSON.parse(text).result as {
      tools: { name: string; inputSchema: { additionalProperties: boolean }; annotations: Record<string, boolean> }[];
    };
    expect(tools.map(({ name }) => name)).toEqual(toolNames);
    expect(tools.filter(({ annotations }) => !annotations.readOnlyHint).map(({ name }) => name)).toEqual(['propose']);
    for (const { inputSchema, annotations } of tools) {
      expect(inputSchema.additionalProperties).toBe(false);
      expect(annotations.destructiveHint).toBe(false);
    }
    // All calls that a tool can make.
    expect(
      [...toolEndpoints].map(({ method, path }) => `${method} ${path.replace('/editor/:instanceId/', '')}`),
    ).toEqual([
      'GET templates',
      'GET templates/:templateId',
      'POST items/:templateId',
      'GET items/:templateId/:id',
      'POST items/:templateId/export',
      'POST drops',
      'GET items/:templateId/:id/uses',
      'GET history/items/:templateId/:id',
      'GET history/items/:templateId/:id/compare',
      'GET history/templates/:templateId',
      'GET history/templates/:templateId/compare',
      'GET comments',
      'POST proposals/check',
      'POST proposals',
      'GET proposals',
      'GET proposals/:proposalId',
      'GET proposals/:proposalId/rows',
    ]);
  });

  it('are driven by the official client in another process', async () => {
    shows('4.mcp.client');
    const [first = 0] = await makeWeapons(3);
    const { secret } = await makeToken(server);
    const { database } = server.app.deps;
    const app = await buildServer({ database, clock: server.clock, config: testEnvironment() });
    onTestFinished(() => app.close());
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    for (const [mode, version] of [
      ['auto', '2026-07-28'],
      ['legacy', '2025-11-25'],
    ] as const) {
      const seen = await drive(address, secret, mode);
      expect(seen).toMatchObject({
        version,
        instructions: expect.stringContaining('You cannot change content'),
        tools: toolNames,
        described: { templates: ['image | Images | 0', 'weapon | Weapons | 3'] },
        found: { columns: ['_id', '_version', '_label', 'price'] },
        proposed: { isError: false, data: { counts: { changed: 1 } } },
        decided: { data: { proposal: { state: 'open', origin: 'assistant', title: 'Cheaper' } } },
      });
      expect(seen.fields.entries[0]).toMatchObject({ template: 'weapon', key: 'sku' });
      expect(seen.found.rows[0]).toEqual([first + 2, 1, 'Weapon 3', 3]);
      expect(seen.decided.data.rows).toMatchObject([
        { item_id: first + 2, fields: [{ field: 'price', before: 3, after: 2 }] },
      ]);
    }
  });

  it('are served by the built server', async () => {
    shows('4.mcp.client');
    const { begin, call, url, studio } = await restartableServer(async () => {});
    onTestFinished(cleanUp);
    await begin({ LOG_LEVEL: 'error' });
    const params = { instanceId: studio.dev };
    await call(templates.save, { params, body: { id: 'weapon', label: 'Weapons', version: 0, fields: weaponFields } });
    await call(items.save, { params, body: saveBody('weapon', weaponFields, { sku: 'w1', price: 3 }) });
    const body = { name: 'Built', scopes: ['read' as const, 'propose' as const], environments: ['Dev' as const] };
    const { secret } = await call(projectTokens.create, { params, body: { ...body, expires_at: null } });
    expect(await drive(url, secret, 'auto')).toMatchObject({
      tools: toolNames,
      decided: { data: { proposal: { state: 'open', origin: 'assistant' } } },
    });
  });

  it('answer clients of former revisions with JSON, and have neither sessions nor streams', async () => {
    shows('4.mcp.protocol');
    const { secret } = await makeToken(server);
    for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
      const { status, headers, text } = await sendMessage(server, secret, initialize(version));
      expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('application/json')]);
      expect(headers).not.toHaveProperty('mcp-session-id');
      expect(JSON.parse(text).result).toMatchObject({ protocolVersion: version, capabilities: { tools: {} } });
      const listed = await sendMessage(server, secret, listTools, { 'mcp-protocol-version': version });
      expect(JSON.parse(listed.text).result.tools).toHaveLength(10);
    }
    const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
    expect(await sendMessage(server, secret, initialized)).toMatchObject({ status: 202, text: '' });
    const both = await sendMessage(server, secret, [listTools, { ...listTools, id: 3 }]);
    expect(JSON.parse(both.text).map(({ id }: { id: number }) => id)).toEqual([2, 3]);
    const many = await sendMessage(
      server,
      secret,
      Array.from({ length: 11 }, (_, id) => ({ ...listTools, id })),
    );
    expect(many).toMatchObject({ status: 422, text: expect.stringContaining('at most 10 messages') });
    for (const method of ['GET', 'DELETE'] as const) {
      const answer = await server.app.inject({ method, url: '/mcp', headers: mcpHeaders(secret) });
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST']);
    }
  });

  it('open no stream to a client of the current revision', async () => {
    shows('4.mcp.protocol');
    const { secret } = await makeToken(server);
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'new', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'subscriptions/listen',
      params: { _meta, notifications: { toolsListChanged: true } },
    };
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' };
    const { text } = await sendMessage(server, secret, message, headers);
    expect(JSON.parse(text).error).toMatchObject({ message: expect.stringMatching(/limit/i) });
  });
});

describe('access', () => {
  const statusOf = async (secret: string | undefined) => {
    const { status, headers, text } = await sendMessage(server, secret, listTools);
    return { status, challenge: headers['www-authenticate'], message: JSON.parse(text).message as string };
  };

  it('needs a valid token, whatever session there is', async () => {
    shows('4.mcp.access');
    expect(await statusOf(undefined)).toEqual({
      status: 401,
      challenge: `Bearer realm="Quartermaster", resource_metadata="${server.app.deps.config.publicUrl}/.well-known/oauth-protected-resource/mcp"`,
      message: 'Send a token of the project: Authorization: Bearer qm_….',
    });
    const browser = await server.signIn('owner');
    const signedIn = await browser.fetch('/mcp', {
      method: 'POST',
      headers: mcpHeaders(),
      body: JSON.stringify(listTools),
    });
    expect(signedIn.status).toBe(401);
    const asOwner = await server.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { ...mcpHeaders(), authorization: server.bearer('owner') },
      payload: listTools,
    });
    expect(asOwner.statusCode).toBe(401);
    expect(await statusOf(`qm_${'x'.repeat(43)}`)).toMatchObject({
      status: 401,
      challenge: expect.stringContaining('invalid_token'),
    });

    const { token, secret } = await makeToken(server);
    expect(await statusOf(secret)).toMatchObject({ status: 200 });
    await server.call(
      projectTokens.revoke,
      { params: { instanceId: server.studio.dev, tokenId: token.id } },
      { as: 'owner' },
    );
    expect(await statusOf(secret)).toMatchObject({ status: 401, message: 'The token was revoked. Make a new one.' });

    const expiresAt = new Date(server.clock.now().getTime() + 60_000).toISOString();
    const body = { name: 'Short', scopes: ['read' as const], environments: ['Dev' as const], expires_at: expiresAt };
    const short = await server.call(
      projectTokens.create,
      { params: { instanceId: server.studio.dev }, body },
      { as: 'owner' },
    );
    server.clock.advance(61);
    expect(await statusOf(short.secret)).toMatchObject({
      status: 401,
      message: 'The token has expired. Make a new one.',
    });
  });

  it('is limited by the scopes and the instances of the token, and the permissions of whoever made it', async () => {
    shows('4.mcp.access');
    const [id = 0] = await makeWeapons(1);
    const delivering = await makeToken(server, ['deliver']);
    expect(await statusOf(delivering.secret)).toMatchObject({
      status: 403,
      challenge: expect.stringContaining('insufficient_scope'),
    });

    const change = { title: 'Cheaper', changes: [{ template: 'weapon', items: [{ _id: id, price: 9 }] }] };
    const reading = toolsOf(server, (await makeToken(server, ['read'])).secret);
    expect(await reading.call('find', { template: 'weapon' })).toMatchObject({ isError: false });
    for (const name of ['validate', 'propose'])
      expect(await reading.call(name, name === 'propose' ? change : { changes: change.changes })).toMatchObject({
        isError: true,
        text: expect.stringContaining('403 scope'),
      });
    const proposing = toolsOf(server, (await makeToken(server, ['propose'])).secret);
    expect(await proposing.call('find', { template: 'weapon' })).toMatchObject({
      text: expect.stringContaining('403 scope'),
    });
    expect(await proposing.call('propose', change)).toMatchObject({ isError: false });

    const everywhere = toolsOf(server, (await makeToken(server, ['read', 'propose'], ['Dev', 'Stage', 'Prod'])).secret);
    expect(await everywhere.call('describe', { environment: 'Prod' })).toMatchObject({ isError: false });
    expect(await everywhere.call('propose', { ...change, environment: 'Prod' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('403 environment'),
    });
    const inStage = toolsOf(server, (await makeToken(server, ['read'], ['Stage'])).secret);
    expect(await inStage.call('describe')).toMatchObject({ text: expect.stringMatching(/^Stage has/) });
    expect(await inStage.call('describe', { environment: 'Dev' })).toMatchObject({
      isError: true,
      data: { message: 'The token does not open Dev. It opens Stage.' },
    });
    // Another project has the same kind of token, and other content.
    const { dev } = server.studio.elsewhere;
    const body = {
      name: 'Other',
      scopes: ['read' as const, 'propose' as const],
      environments: ['Dev' as const],
      expires_at: null,
    };
    const other = await server.call(projectTokens.create, { params: { instanceId: dev }, body }, { as: 'stranger' });
    expect(await toolsOf(server, other.secret).call('find', { template: 'weapon' })).toMatchObject({ isError: true });
    // The permissions of whoever made it count at once.
    const { secret } = await makeToken(server, ['read'], ['Dev'], 'admin');
    const ofAdmin = toolsOf(server, secret);
    expect(await ofAdmin.call('find', { template: 'weapon' })).toMatchObject({ isError: false });
    await server.app.deps.database.query('delete from instance_members where account_id = $1', [
      server.studio.accounts.admin,
    ]);
    expect(await ofAdmin.call('find', { template: 'weapon' })).toMatchObject({
      text: expect.stringContaining('403 forbidden'),
    });
  });

  it('of pages of other origins is not granted', async () => {
    shows('4.mcp.access');
    const { database } = server.app.deps;
    const app = await buildServer({
      database,
      clock: server.clock,
      config: testEnvironment({ CORS_ORIGINS: 'https://portal.test' }),
    });
    onTestFinished(() => app.close());
    const { secret } = await makeToken(server);
    const headers = { ...mcpHeaders(secret), origin: 'https://portal.test' };
    const preflight = { origin: 'https://portal.test', 'access-control-request-method': 'POST' };
    const own = new URL(app.deps.config.publicUrl).origin;
    for (const [status, request] of [
      [403, { method: 'POST', headers, payload: listTools }],
      [403, { method: 'POST', headers: { ...headers, origin: 'null' }, payload: listTools }],
      [200, { method: 'POST', headers: { ...headers, origin: own }, payload: listTools }],
      [200, { method: 'POST', headers: { ...headers, origin: 'app://assistant' }, payload: listTools }],
      [405, { method: 'GET', headers }],
      [405, { method: 'OPTIONS', headers: preflight }],
    ] as const) {
      const answer = await app.inject({ url: '/mcp', ...request });
      expect(answer.statusCode).toBe(status);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
    // Other paths answer such a page.
    const other = await app.inject({ method: 'OPTIONS', url: '/v1/accounts', headers: preflight });
    expect([other.statusCode, other.headers['access-control-allow-origin']]).toEqual([204, 'https://portal.test']);
  });

  it('as an assistant cannot be claimed by a call from outside', async () => {
    shows('4.mcp.origin');
    const [id = 0] = await makeWeapons(1);
    const { secret } = await makeToken(server);
    const tools = toolsOf(server, secret);
    const params = { instanceId: server.studio.dev };
    const items = [{ _id: id, price: 9 }];
    const body = { title: 'Api', changes: [{ template_id: 'weapon', items }] };
    const headers = { authorization: `Bearer ${secret}` };
    // Also while a tool runs, whichever began first.
    const outside = () => server.send(proposals.create, { params, body }, { headers });
    const inside = () => tools.call('propose', { title: 'Tool', changes: [{ template: 'weapon', items }] });
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all([outside(), inside(), outside()]);
      expect([answers[0].status, answers[1].isError, answers[2].status]).toEqual([200, false, 200]);
    }
    const { proposals: all } = await server.call(proposals.list, { params, query: {} }, { as: 'owner' });
    const made = all.map(({ title, origin }) => `${title} ${origin}`);
    expect(made.toSorted()).toEqual([...Array(10).fill('Api api'), ...Array(5).fill('Tool assistant')]);
  });
});
