import { api } from '@quartermaster/contract/endpoints/api.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { members } from '@quartermaster/contract/endpoints/people/members.ts';
import { type NewSheetAddress, sheetAddresses } from '@quartermaster/contract/endpoints/sheet-addresses.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { logOptions } from '../../server/core/base/log.ts';
import { sheetAddressRoutes } from '../../server/modules/sheet-addresses/routes.ts';
import { createRole, grantRole } from '../../server/modules/workspaces/service.ts';
import { shows } from '../specification/shows.ts';
import { emptyApp } from '../support/app.ts';
import { field, inOrder, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { type Person, startTestServer, type TestServer, urlOf } from '../support/server.ts';
import { sampleInput } from '../support/server-shapes.ts';
import { accessTable } from './access-table.ts';

const fields = inOrder([field('price', 'integer'), field('note', 'text'), field('secret', 'text')]);
let server: TestServer;
let ids: number[];

beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'weapon', fields);
  const saved = await saveAll(server, [
    saveBody('weapon', fields, { price: 5, note: '=1+1', secret: 'hidden' }, { label: 'Sword' }),
    saveBody('weapon', fields, { price: 9, note: 'long' }, { label: 'Bow' }),
    saveBody('weapon', fields, { price: 1 }, { label: 'Stone' }),
  ]);
  ids = saved.map(({ id }) => id);
});

const params = () => ({ instanceId: server.studio.dev, templateId: 'weapon' });
const prices: NewSheetAddress = {
  name: 'Price list',
  filters: [{ template_field_id: 'price', op: filterOps.more, value: '4' }],
  sort: { field: 'price', direction: 'desc' },
  fields: ['price', 'note'],
};
const create = (body: NewSheetAddress = prices, as: Person = 'owner') =>
  server.call(sheetAddresses.create, { params: params(), body }, { as });
const list = async () => (await server.call(sheetAddresses.list, { params: params() }, { as: 'owner' })).addresses;
/** What a sheet program gets from an address. */
const open = (url: string) => server.app.inject({ method: 'GET', url: pathOf(url) });
const pathOf = (url: string) => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};
const tokenOf = (url: string) => new URL(url).searchParams.get('token') ?? '';

let roles = 0;

/** Gives the member a role with these permissions in Dev. */
async function allow(...allowed: Parameters<typeof createRole>[1]['allowed']) {
  roles += 1;
  const { database } = server.app.deps;
  const { workspaceId, dev: instanceId, accounts } = server.studio;
  await database.query('delete from instance_members where account_id = $1', [accounts.member]);
  await database.transaction(async (query) => {
    const roleId = await createRole(query, { workspaceId, name: `Role ${roles}`, allowed });
    await grantRole(query, { workspaceId, instanceId, accountId: accounts.member, roleId });
  });
}

describe('an address of a sheet', () => {
  it('reads its list as CSV: its items, order and fields', async () => {
    shows('4.sheets.address');
    const { address, url } = await create();
    expect(address).toMatchObject({ ...prices, may_propose: false, by: 'owner', last_used_at: null });
    const answer = await open(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'private, no-store',
    });
    expect(answer.headers['content-disposition']).toBeUndefined();
    expect(answer.body).toBe(
      [
        '"_id","_version","_label","price","note"',
        `${ids[1]},1,"Bow",9,"long"`,
        `${ids[0]},1,"Sword",5,"'=1+1"`,
        '',
      ].join('\r\n'),
    );
  });

  it('reads nothing else, whatever is added to it', async () => {
    const { url } = await create();
    for (const added of ['&fields=secret', '&templateId=image', '&search=stone', '&format=json'])
      expect([added, (await open(url + added)).statusCode]).toEqual([added, 422]);
    const { stage } = server.studio;
    const elsewhere = await open(url.replace(`/sheets/${server.studio.dev}`, `/sheets/${stage}`));
    expect(elsewhere.statusCode).toBe(401);
  });

  it('has a name as people see it', async () => {
    shows('5.same.invisible');
    expect((await create({ ...prices, name: ' Price\u00a0 list\u202e ' })).address.name).toBe('Price list');
    const body = { ...prices, name: 'Price\u200b list' };
    expect(await server.send(sheetAddresses.create, { params: params(), body }, { as: 'owner' })).toMatchObject({
      status: 422,
      body: { fields: { name: 'Name has an invisible character (U+200B) after "Price"' } },
    });
  });

  it('opens no other call with its token', async () => {
    shows('4.sheets.address');
    const { url } = await create({ ...prices, may_propose: true });
    const token = tokenOf(url);
    const known = { ...params(), workspaceId: server.studio.workspaceId, projectId: server.studio.projectId };
    const others = api.filter(({ name }) => accessTable[name]?.[0] !== 'anyone');
    expect(others.length).toBeGreaterThan(100);
    for (const entry of others) {
      const { params: own } = sampleInput(entry, known);
      const { method } = entry.endpoint;
      const path = urlOf(entry.endpoint, { params: own });
      for (const headers of [{ authorization: `Bearer ${token}` }, { cookie: `qm_auth=${token}` }]) {
        const answer = await server.app.inject({
          method,
          url: `${path}?token=${token}`,
          headers: { ...headers, 'x-csrf-protection': '1' },
        });
        expect([entry.name, answer.statusCode]).toEqual([entry.name, 401]);
      }
    }
  });

  it('is shown once, and its token is stored hashed', async () => {
    shows('4.sheets.address-secret');
    const { address, url } = await create();
    expect(url).toMatch(/^https?:\/\/[^?]+\/v1\/sheets\/\d+\?token=[\w-]{43}$/);
    const listed = await list();
    expect(listed).toEqual([address]);
    expect(JSON.stringify(listed)).not.toContain(tokenOf(url));
    const stored = await server.app.deps.database.query('select * from sheet_addresses', []);
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(tokenOf(url));
  });

  it('is in no line of the log', async () => {
    shows('4.sheets.address-secret');
    const lines: string[] = [];
    const stream = { write: (line: string) => void lines.push(line) };
    const logged = emptyApp((log) => ({ ...server.app.deps, log }), { ...logOptions('trace'), stream });
    sheetAddressRoutes(logged);
    onTestFinished(() => logged.close());
    const { url } = await create();
    const token = tokenOf(url);
    for (const address of [url, `${url}&more=1`, url.replace('/sheets/', '/sheets/9')])
      await logged.inject({ method: 'GET', url: pathOf(address) });
    await logged.inject({ method: 'POST', url: pathOf(url).replace('?', '/check?') });
    expect(lines.filter((line) => line.includes('/v1/sheets/'))).toHaveLength(4);
    expect(lines.join('')).not.toContain(token);
  });

  it('shows its last use, to the minute', async () => {
    server.clock.stop();
    const { url } = await create();
    await open(url);
    const first = server.clock.now().toISOString();
    expect((await list())[0]?.last_used_at).toBe(first);
    server.clock.advance(30);
    await open(url);
    expect((await list())[0]?.last_used_at).toBe(first);
    server.clock.advance(31);
    await open(url);
    expect((await list())[0]?.last_used_at).toBe(server.clock.now().toISOString());
  });

  it('stops working when it is revoked, and then says so', async () => {
    shows('4.sheets.address-secret');
    const { address, url } = await create();
    await server.call(sheetAddresses.delete, { params: { ...params(), addressId: address.id } }, { as: 'owner' });
    const answer = await open(url);
    expect([answer.statusCode, answer.json<ErrorBody>().message]).toEqual([
      401,
      'This address of a sheet is not valid. It may have been revoked: make a new one in the list.',
    ]);
    expect((await open(url.replace(/token=.*/, 'token=wrong'))).statusCode).toBe(401);
    expect(await list()).toEqual([]);
    const again = await server.send(
      sheetAddresses.delete,
      { params: { ...params(), addressId: address.id } },
      { as: 'owner' },
    );
    expect(again.status).toBe(404);
  });

  it('reads what whoever made it may read, and no longer', async () => {
    shows('4.sheets.address-member');
    await allow('READ', 'EXPORT');
    const { url } = await create(prices, 'member');
    expect((await open(url)).statusCode).toBe(200);
    for (const rest of [['READ'], ['EXPORT']] as const) {
      await allow(...rest);
      const answer = await open(url);
      expect([answer.statusCode, answer.json<ErrorBody>().message]).toEqual([
        401,
        'Whoever made this address has no access to the list any more, or a new password. Another member, or they, can make a new one.',
      ]);
    }
    await allow('READ', 'EXPORT');
    expect((await open(url)).statusCode).toBe(200);
    const ofOwner = await create();
    // A person who joins again does not bring it back.
    const { workspaceId, accounts } = server.studio;
    await server.call(
      members.remove,
      { params: { workspaceId }, body: { member_id: accounts.member } },
      { as: 'owner' },
    );
    await server.app.deps.database.query(
      'insert into workspace_members (workspace_id, account_id, role_id) values ($1, $2, 1)',
      [workspaceId, accounts.member],
    );
    expect((await open(url)).statusCode).toBe(401);
    expect((await open(ofOwner.url)).statusCode).toBe(200);
  });

  it('ends with a new password of whoever made it, as sessions do', async () => {
    shows('4.sheets.address-member');
    server.clock.stop();
    const { url } = await create();
    const since = (offset: number) =>
      server.app.deps.database.query('update accounts set sessions_since = $1 where id = $2', [
        Math.floor(server.clock.now().getTime() / 1000) + offset,
        server.studio.accounts.owner,
      ]);
    await since(0);
    server.clock.advance(60);
    expect((await open(url)).statusCode).toBe(200);
    await since(-59);
    expect((await open(url)).statusCode).toBe(401);
  });

  it('cannot be made without the permission to read', async () => {
    await allow('EXPORT');
    const { status } = await server.send(sheetAddresses.create, { params: params(), body: prices }, { as: 'member' });
    expect(status).toBe(403);
  });

  it('is that of its template, and not of a new one with the same id', async () => {
    const { url } = await create();
    for (const id of ids) await server.call(items.delete, { params: { ...params(), id } }, { as: 'owner' });
    await server.call(templates.delete, { params: params() }, { as: 'owner' });
    await saveTemplate(server, 'weapon', fields);
    expect((await open(url)).statusCode).toBe(401);
  });

  it('names what is wrong with the list, also once a field of it is gone', async () => {
    const body = { name: 'x', filters: [{ template_field_id: 'gone', op: filterOps.more, value: '4' }] };
    expect(await server.send(sheetAddresses.create, { params: params(), body }, { as: 'owner' })).toMatchObject({
      status: 422,
      body: { fields: { 'filters.0.template_field_id': expect.any(String) } },
    });
    const only = { name: 'x', fields: ['gone'] };
    expect(await server.send(sheetAddresses.create, { params: params(), body: only }, { as: 'owner' })).toMatchObject({
      status: 422,
    });
  });

  it('is not made beyond fifty for a template', async () => {
    for (let made = 0; made < 50; made += 1) await create();
    const { status, body } = await server.send(
      sheetAddresses.create,
      { params: params(), body: prices },
      { as: 'owner' },
    );
    expect([status, (body as ErrorBody).message]).toEqual([
      422,
      'A template has at most 50 addresses. Revoke one that is not used any more.',
    ]);
  });
});

describe('rows that are sent to an address', () => {
  const check = (url: string, rows: object[]) => {
    const { pathname, search } = new URL(url);
    return server.app.inject({
      method: 'POST',
      url: `${pathname}/check${search}`,
      headers: { 'content-type': 'application/jsonl' },
      payload: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
    });
  };
  const rows = () => [
    { _id: ids[0], _version: 1, price: 7 },
    { _id: ids[1], _version: 1, price: 9 },
    { _label: 'New', price: 3 },
    { _id: ids[2], price: 'many' },
  ];

  it('are checked without changing anything, and without telling what items have', async () => {
    shows('4.sheets.propose');
    const { url } = await create({ ...prices, filters: [], may_propose: true });
    const answer = await check(url, rows());
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      rows: 4,
      counts: { added: 1, changed: 1, unchanged: 1, conflict: 0, refused: 1 },
      outcomes: expect.arrayContaining([
        { line: 1, outcome: 'changed', reason: null },
        { line: 4, outcome: 'refused', reason: 'should be a number' },
      ]),
    });
    expect(answer.body).not.toContain('hidden');
    expect(await server.app.deps.database.query('select 1 from imports', [])).toEqual([]);
    const { items: stored } = await server.call(items.list, { params: params(), body: {} }, { as: 'owner' });
    expect(stored.map(({ version }) => version)).toEqual([1, 1, 1]);
  });

  it('may have the columns of the address only', async () => {
    shows('4.sheets.propose');
    const { url } = await create({ ...prices, may_propose: true });
    for (const row of [
      { _id: ids[0], secret: 'guess' },
      { _id: ids[0], price: 5, secret: 'hidden' },
    ]) {
      const answer = await check(url, [row]);
      expect([answer.statusCode, answer.json<ErrorBody>().message]).toEqual([
        422,
        'Line 1 has the column "secret", which this address does not read.',
      ]);
    }
  });

  it('are answered for items outside of its list as for those that do not exist', async () => {
    shows('4.sheets.propose');
    const { url } = await create({ ...prices, may_propose: true });
    const [stone = 0, none = 0] = [ids[2], 999];
    const outcomes = async (id: number, price: number) =>
      JSON.stringify((await check(url, [{ _id: id, _version: 1, price }])).json()).replaceAll(String(id), 'N');
    expect(await outcomes(stone, 1)).toContain('there is no item N in The weapon');
    expect(await outcomes(stone, 1)).toBe(await outcomes(none, 1));
    expect(await outcomes(stone, 2)).toBe(await outcomes(none, 1));
    const all = await create({ ...prices, filters: [], may_propose: true });
    expect((await check(all.url, [{ _id: none, _version: 1, price: 1 }])).json()).toEqual(
      (await check(url, [{ _id: none, _version: 1, price: 1 }])).json(),
    );
  });

  it('are at most as many as are checked in memory, and leave nothing', async () => {
    shows('4.sheets.propose');
    const { url } = await create({ ...prices, may_propose: true });
    const many = Array.from({ length: 1001 }, () => ({ _label: 'New', price: 5 }));
    expect((await check(url, many)).statusCode).toBe(413);
    expect((await check(url, many.slice(1))).json()).toMatchObject({ rows: 1000, counts: { added: 1000 } });
    for (const table of ['imports', 'import_parts', 'import_results'])
      expect(await server.app.deps.database.query(`select 1 from ${table}`, [])).toEqual([]);
  });

  it('are refused by an address that only reads, and by one of a member who may not save', async () => {
    const { url } = await create();
    expect((await check(url, rows())).statusCode).toBe(403);
    await allow('READ', 'EXPORT');
    const reader = await create({ ...prices, may_propose: true }, 'member');
    expect((await check(reader.url, rows())).statusCode).toBe(401);
    expect((await open(reader.url)).statusCode).toBe(200);
  });
});
