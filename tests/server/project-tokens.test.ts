import type { TokenScope } from '@quartermaster/contract/access.ts';
import { activity } from '@quartermaster/contract/endpoints/activity.ts';
import { api } from '@quartermaster/contract/endpoints/api.ts';
import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { delivery } from '@quartermaster/contract/endpoints/delivery.ts';
import type { Endpoint } from '@quartermaster/contract/endpoints/endpoint.ts';
import { history } from '@quartermaster/contract/endpoints/history.ts';
import { imports } from '@quartermaster/contract/endpoints/imports.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { accessLog } from '@quartermaster/contract/endpoints/people/access-log.ts';
import { members } from '@quartermaster/contract/endpoints/people/members.ts';
import { type NewProjectToken, projectTokens } from '@quartermaster/contract/endpoints/project-tokens.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { trash } from '@quartermaster/contract/endpoints/trash.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { logOptions } from '../../server/core/base/log.ts';
import { itemRoutes } from '../../server/modules/items/routes.ts';
import { projectTokenRoutes } from '../../server/modules/project-tokens/routes.ts';
import { createRole, grantRole } from '../../server/modules/workspaces/service.ts';
import { shows } from '../specification/shows.ts';
import { emptyApp } from '../support/app.ts';
import { jsonLines } from '../support/import-file.ts';
import { addProject } from '../support/members.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { type Loose, type Person, startTestServer, type TestServer, urlOf } from '../support/server.ts';
import { sampleInput } from '../support/server-shapes.ts';
import { scopesOf } from './access-table.ts';

const fields = inOrder([field('price', 'integer')]);
let server: TestServer;
let sword: { id: number; version: number };

beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'weapon', fields);
  sword = await saveOne(server, saveBody('weapon', fields, { price: 5 }, { label: 'Sword' }));
});

const every: TokenScope[] = ['read', 'propose', 'write:dev', 'deliver'];
const owner = { as: 'owner' } as const;
const inDev = () => ({ params: { instanceId: server.studio.dev } });
const query = (text: string, values: unknown[] = []) => server.app.deps.database.query(text, values);

const create = (given: Partial<NewProjectToken> = {}, as: Person = 'owner') =>
  server.call(
    projectTokens.create,
    {
      ...inDev(),
      body: {
        name: 'Nightly build',
        scopes: every,
        environments: ['Dev'],
        expires_at: null,
        ...given,
      },
    },
    { as },
  );
const list = async () => (await server.call(projectTokens.list, inDev(), owner)).tokens;
const revoke = (tokenId: number) =>
  server.call(projectTokens.revoke, { params: { instanceId: server.studio.dev, tokenId } }, owner);

/** The status and the error of a call with a token. */
async function outcome(secret: string, endpoint: Endpoint, input: Loose) {
  const { status, body } = await server.send(endpoint, input, { headers: { authorization: `Bearer ${secret}` } });
  return status < 300 ? status : [status, (body as ErrorBody).error];
}
const messageOf = async (secret: string) =>
  ((await server.send(templates.list, inDev(), { headers: { authorization: `Bearer ${secret}` } })).body as ErrorBody)
    .message;
const reading = (secret: string, instanceId = server.studio.dev) =>
  outcome(secret, templates.list, { params: { instanceId } });
const saving = (secret: string, instanceId = server.studio.dev) =>
  outcome(secret, items.save, {
    params: { instanceId },
    body: saveBody('weapon', fields, { price: 6 }, { label: 'Bow' }),
  });

let roles = 0;

/** Gives the member a role with these permissions in Dev. */
async function allow(...allowed: Parameters<typeof createRole>[1]['allowed']) {
  roles += 1;
  const { workspaceId, dev: instanceId, accounts } = server.studio;
  await query('delete from instance_members where account_id = $1', [accounts.member]);
  await server.app.deps.database.transaction(async (query) => {
    const roleId = await createRole(query, { workspaceId, name: `Role ${roles}`, allowed });
    await grantRole(query, { workspaceId, instanceId, accountId: accounts.member, roleId });
  });
}

describe('a token of a project', () => {
  it('is shown once, is stored hashed, and is listed without its secret', async () => {
    shows('4.tokens.secret');
    const { token, secret } = await create({ name: '  Nightly   build ' });
    expect(secret).toMatch(/^qm_[\w-]{43}$/);
    expect(token).toEqual({
      id: expect.any(Number),
      name: 'Nightly build',
      scopes: every,
      environments: ['Dev'],
      by: 'owner',
      is_member: true,
      created_at: expect.any(String),
      expires_at: null,
      last_used_at: null,
    });
    const listed = await list();
    expect(listed).toEqual([token]);
    const stored = await query('select * from project_tokens');
    expect(stored).toHaveLength(1);
    for (const seen of [listed, stored]) expect(JSON.stringify(seen)).not.toContain(secret.slice(3));
  });

  it('opens what its scopes and its maker allow, without cookies and the header against forgery', async () => {
    shows('4.tokens.scopes');
    const { secret } = await create();
    expect(await reading(secret)).toBe(200);
    expect(await saving(secret)).toBe(200);
    const reader = await create({ name: 'Reader', scopes: ['read'] });
    expect(await reading(reader.secret)).toBe(200);
    expect(await saving(reader.secret)).toEqual([403, 'scope']);
    const writer = await create({ name: 'Writer', scopes: ['write:dev'] });
    expect(await reading(writer.secret)).toEqual([403, 'scope']);
    expect(await saving(writer.secret)).toBe(200);
  });

  it('counts alone: the cookies of a session that are sent with it are ignored', async () => {
    shows('4.tokens.cookies');
    const { secret } = await create({ scopes: ['read'] });
    const { cookies } = await server.signIn('owner');
    const headers = { cookie: `qm_auth=${cookies.get('qm_auth')}`, 'x-csrf-protection': '1' };
    const body = saveBody('weapon', fields, { price: 6 }, { label: 'Bow' });
    const both = { ...headers, authorization: `Bearer ${secret}` };
    expect((await server.send(items.save, { ...inDev(), body }, { headers: both })).status).toBe(403);
    const wrong = { ...headers, authorization: `Bearer ${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}` };
    expect((await server.send(items.save, { ...inDev(), body }, { headers: wrong })).status).toBe(401);
    expect((await server.send(items.save, { ...inDev(), body }, { headers })).status).toBe(200);
  });

  it('writes nothing outside of Dev, whatever its scopes', async () => {
    shows('4.tokens.prod');
    const { stage, prod } = server.studio;
    const { secret } = await create({ environments: ['Dev', 'Stage', 'Prod'] });
    for (const instanceId of [stage, prod]) {
      expect(await reading(secret, instanceId)).toBe(200);
      expect(await saving(secret, instanceId)).toEqual([403, 'environment']);
      // People may do this outside of Dev, so that only the scope refuses it.
      const apply = { params: { instanceId, importId: 1 }, body: {} };
      expect(await outcome(secret, imports.apply, apply)).toEqual([403, 'environment']);
    }
    const upload = { params: { instanceId: prod, templateId: 'weapon' }, query: { dry_run: true } };
    expect(await outcome(secret, imports.upload, upload)).toEqual([403, 'environment']);
    const headers = { authorization: `Bearer ${secret}` };
    const { body } = await server.send(imports.upload, upload, { headers });
    expect(body).toMatchObject({
      message: 'A token changes content in Dev only, and proposes changes in Dev and Stage.',
    });
  });

  it('makes no call that is for people: of members, billing, tokens, syncs, exports and accounts', async () => {
    shows('4.tokens.people');
    const { workspaceId, projectId, dev: instanceId } = server.studio;
    const { token, secret } = await create();
    const closed = api.filter(({ name, endpoint: { access } }) => access.scope !== 'public' && !scopesOf(name).length);
    const names = closed.map(({ name }) => name);
    for (const name of ['members.invite', 'billing.upgrade', 'projectTokens.create', 'instances.getToken', 'sync.all'])
      expect(names).toContain(name);
    const headers = { authorization: `Bearer ${secret}` };
    for (const entry of closed) {
      const input = sampleInput(entry, { workspaceId, projectId, instanceId, tokenId: token.id });
      const { status, body } = await server.send(entry.endpoint, input, { headers });
      expect([entry.name, status, (body as ErrorBody).error]).toEqual([entry.name, 403, 'scope']);
    }
    expect(await list()).toHaveLength(1);
  });

  it('reads exports with the scope to deliver, as long as its maker may export', async () => {
    shows('4.tokens.deliver');
    await allow('READ', 'EXPORT');
    const { secret } = await create({ scopes: ['deliver'] }, 'member');
    const manifest = () => outcome(secret, delivery.manifest, inDev());
    // Allowed, but nothing was exported yet.
    expect(await manifest()).toEqual([404, 'not_found']);
    expect(await reading(secret)).toEqual([403, 'scope']);
    await allow('READ');
    expect(await manifest()).toEqual([403, 'forbidden']);
    const reader = await create({ name: 'Reader', scopes: ['read', 'write:dev', 'propose'] });
    expect(await outcome(reader.secret, delivery.manifest, inDev())).toEqual([403, 'scope']);
  });

  it('proposes an import that a person applies, and cannot apply it', async () => {
    shows('4.tokens.propose');
    const { secret } = await create({ scopes: ['propose'] });
    const upload = (search: object) =>
      server.app.inject({
        method: 'POST',
        url: urlOf(imports.upload, {
          params: { instanceId: server.studio.dev, templateId: 'weapon' },
          query: { ...search },
        }),
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/jsonl' },
        payload: jsonLines([{ _id: sword.id, price: 9 }]),
      });
    expect((await upload({})).json()).toMatchObject({ error: 'scope' });
    const proposed = await upload({ dry_run: true });
    expect(proposed.statusCode).toBe(200);
    const { id } = proposed.json<{ import: { id: number } }>().import;
    const params = { instanceId: server.studio.dev, importId: id };
    expect(await outcome(secret, imports.apply, { params, body: {} })).toEqual([403, 'scope']);
    const price = async () =>
      (
        await server.call(items.get, { params: { ...inDev().params, templateId: 'weapon', id: sword.id } }, owner)
      ).item.fields.map(({ value }) => value);
    expect(await price()).toEqual([5]);
    await server.call(imports.apply, { params, body: {} }, owner);
    expect(await price()).toEqual([9]);
  });
});

describe('a token is refused', () => {
  it('from the moment in which it is revoked', async () => {
    shows('4.tokens.ends');
    const { token, secret } = await create();
    expect(await reading(secret)).toBe(200);
    await revoke(token.id);
    expect(await reading(secret)).toEqual([401, 'unauthorized']);
    expect(await messageOf(secret)).toBe('The token was revoked. Make a new one.');
    expect(await list()).toEqual([]);
    await expect(revoke(token.id)).rejects.toMatchObject({ status: 404 });
  });

  it('from its expiry on', async () => {
    shows('4.tokens.ends');
    server.clock.stop();
    const expiry = new Date(server.clock.now().getTime() + 60_000).toISOString();
    const { secret } = await create({ expires_at: expiry });
    server.clock.advance(59);
    expect(await reading(secret)).toBe(200);
    server.clock.advance(1);
    expect(await reading(secret)).toEqual([401, 'unauthorized']);
    expect(await messageOf(secret)).toBe('The token has expired. Make a new one.');
    expect(await list()).toMatchObject([{ expires_at: expiry }]);
  });

  it('once its maker is removed from the workspace, or has no account any more', async () => {
    shows('4.tokens.maker');
    const { workspaceId, accounts } = server.studio;
    const { secret } = await create({}, 'admin');
    expect(await reading(secret)).toBe(200);
    await server.call(members.remove, { params: { workspaceId }, body: { member_id: accounts.admin } }, owner);
    expect(await reading(secret)).toEqual([401, 'unauthorized']);
    expect(await messageOf(secret)).toBe('The token was revoked. Make a new one.');
    expect(await list()).toEqual([]);
    // A person who joins again does not bring it back.
    await query('insert into workspace_members (workspace_id, account_id, role_id) values ($1, $2, 1)', [
      workspaceId,
      accounts.admin,
    ]);
    expect(await reading(secret)).toEqual([401, 'unauthorized']);
    const { secret: next } = await create({}, 'admin');
    expect(await reading(next)).toBe(200);
    await query('delete from accounts where id = $1', [accounts.admin]);
    expect(await reading(next)).toEqual([401, 'unauthorized']);
    expect(await list()).toMatchObject([{ by: null, is_member: false }]);
  });

  it('what its maker may not do any more, and nothing else', async () => {
    shows('4.tokens.maker');
    await allow('READ', 'EXPORT', 'CREATE_ITEM');
    const { secret } = await create({}, 'member');
    expect([await reading(secret), await saving(secret)]).toEqual([200, 200]);
    await allow('READ');
    expect([await reading(secret), await saving(secret)]).toEqual([200, [403, 'forbidden']]);
    await allow('CREATE_ITEM');
    expect(await reading(secret)).toEqual([403, 'forbidden']);
  });

  it('in another project, another workspace, and instances that it does not name', async () => {
    shows('4.tokens.place');
    const { elsewhere, stage } = server.studio;
    const { secret } = await create();
    for (const instanceId of [elsewhere.dev, stage]) {
      expect(await reading(secret, instanceId)).toEqual([404, 'not_found']);
      expect(await outcome(secret, delivery.manifest, { params: { instanceId } })).toEqual([404, 'not_found']);
    }
  });

  it('if it is wrong', async () => {
    const { secret } = await create();
    for (const wrong of [`qm_${'a'.repeat(43)}`, secret.slice(0, -1), secret.slice(3), `${secret}a`])
      expect(await reading(wrong)).toEqual([401, 'unauthorized']);
  });
});

describe('making a token', () => {
  const refused = async (given: Partial<NewProjectToken>, as: Person = 'owner') =>
    create(given, as).catch(({ status, body }) => [status, body.error, Object.keys(body.fields ?? {})]);

  it('needs EXPORT in each of its instances, which are those of one project', async () => {
    shows('4.tokens.managed');
    await allow('EXPORT');
    expect(await refused({ environments: ['Dev', 'Stage'] }, 'member')).toEqual([403, 'forbidden', []]);
    expect(await refused({ environments: ['Prod'] }, 'member')).toEqual([403, 'forbidden', []]);
    const { token, secret } = await create({ environments: ['Dev'] }, 'member');
    expect(token.environments).toEqual(['Dev']);
    const { dev: second } = await addProject(server, 'Second');
    expect(await reading(secret, second)).toEqual([404, 'not_found']);
    expect((await create({ name: 'Both', environments: ['Stage', 'Dev'] })).token.environments).toEqual([
      'Dev',
      'Stage',
    ]);
  });

  it('needs a name of its own, a scope, an instance, and an expiry that is not over', async () => {
    shows('4.tokens.managed');
    const { token } = await create();
    expect(await refused({ name: 'nightly BUILD' })).toEqual([409, 'taken', ['name']]);
    expect(await refused({ name: ' ' })).toEqual([422, 'invalid', ['name']]);
    expect(await refused({ name: 'a'.repeat(65) })).toEqual([422, 'invalid', ['name']]);
    expect(await refused({ scopes: [] })).toEqual([422, 'invalid', ['scopes']]);
    expect(await refused({ environments: [] })).toEqual([422, 'invalid', ['environments']]);
    const over = new Date(server.clock.now().getTime() - 1000).toISOString();
    expect(await refused({ name: 'Late', expires_at: over })).toEqual([422, 'invalid', ['expires_at']]);
    await revoke(token.id);
    expect((await create()).token.name).toBe('Nightly build');
  });

  it('ends at a hundred of a project', async () => {
    shows('4.tokens.managed');
    const { projectId, dev } = server.studio;
    await query(
      `insert into project_tokens (project_id, name, scopes, instance_ids, token_hash, created_at)
        select $1, 'token ' || n, '{}', array[$2::int], n, now() from generate_series(1, 99) n`,
      [projectId, dev],
    );
    const { token } = await create();
    await expect(create({ name: 'One more' })).rejects.toMatchObject({
      status: 422,
      body: { message: 'A project has at most 100 tokens. Revoke one that is not used any more.' },
    });
    await revoke(token.id);
    await create({ name: 'One more' });
  });

  it('is in the access log, and so is revoking one', async () => {
    shows('4.tokens.logged');
    const { workspaceId } = server.studio;
    const { token, secret } = await create({ scopes: ['read', 'write:dev'] });
    await revoke(token.id);
    const { entries } = await server.call(accessLog.list, { params: { workspaceId }, query: {} }, owner);
    const details = {
      project_name: 'Studio game',
      token_name: 'Nightly build',
      token_scopes: ['read', 'write:dev'],
      environments: ['Dev'],
    };
    expect(entries.map(({ action, actor, details }) => [action, actor.name, details])).toEqual([
      ['token_revoked', 'owner', details],
      ['token_created', 'owner', details],
    ]);
    expect(JSON.stringify(entries)).not.toContain(secret.slice(3));
  });
});

describe('what a token has done', () => {
  const named = () => ({ id: server.studio.accounts.owner, name: 'Nightly build (token of owner)' });

  it('has its name and its maker in every history, also after it is revoked', async () => {
    shows('4.tokens.history');
    const { dev: instanceId, projectId, accounts } = server.studio;
    const { token, secret } = await create();
    const headers = { authorization: `Bearer ${secret}` };
    const place = { instanceId, templateId: 'weapon', id: sword.id };
    const body = saveBody('weapon', fields, { price: 7 }, { ...sword, label: 'Sword', before: { price: 5 } });
    expect((await server.send(items.save, { ...inDev(), body }, { headers })).status).toBe(200);
    const edit = {
      selection: { template_id: 'weapon', ids: [sword.id] },
      action: { operations: [{ field_id: 'price', op: 'set', value: 8 }] },
    };
    expect((await server.send(bulkEdits.apply, { ...inDev(), body: edit }, { headers })).status).toBe(200);
    const template = { id: 'weapon', label: 'Weapons', version: 1, fields: [] };
    expect(await outcome(secret, templates.save, { ...inDev(), body: template })).toBe(200);
    const read = async () => {
      const { versions } = await server.call(history.listItem, { params: place, query: {} }, owner);
      const { change_sets } = await server.call(changeSets.list, { ...inDev(), query: {} }, owner);
      const ofTemplate = await server.call(
        history.listTemplate,
        { params: { instanceId, templateId: 'weapon' }, query: {} },
        owner,
      );
      const { edits } = await server.call(instances.getOverview, inDev(), owner);
      const edited = await server.call(
        items.listEdits,
        { params: { instanceId, templateId: 'weapon' }, body: { ids: [sword.id] } },
        owner,
      );
      const { entries } = await server.call(activity.list, { params: { projectId }, query: {} }, owner);
      const ofPerson = await server.call(
        activity.list,
        { params: { projectId }, query: { person: accounts.owner } },
        owner,
      );
      const stale = await server.send(
        items.save,
        { ...inDev(), body: saveBody('weapon', fields, { price: 1 }, { ...sword, before: { price: 5 } }) },
        owner,
      );
      return {
        item: versions.map(({ by, origin }) => [by, origin]),
        changeSets: change_sets.map(({ by }) => by),
        template: ofTemplate.versions.map(({ by }) => by.name),
        overview: edits.map(({ by }) => by),
        edits: edited.edits.map(({ by }) => by),
        activity: entries.map(({ by, origin }) => [by.name, origin]),
        ofPerson: ofPerson.entries.length,
        conflict: (stale.body as { details: { saved: { by: string } } }).details.saved.by,
      };
    };
    const before = await read();
    const { name } = named();
    expect(before).toMatchObject({
      item: [
        [named(), 'bulk-edit'],
        [named(), 'api'],
        [{ id: accounts.owner, name: 'owner' }, 'form'],
      ],
      changeSets: [named()],
      template: [name, 'owner'],
      overview: [name],
      edits: [name],
      conflict: name,
    });
    expect(before.activity.filter(([by]) => by === name).map(([, origin]) => origin)).toEqual([
      'api',
      'bulk-edit',
      'api',
    ]);
    // Filtering by a person includes what their tokens did.
    expect(before.ofPerson).toBe(before.activity.filter(([by]) => by === name || by === 'owner').length);
    await revoke(token.id);
    expect(await read()).toEqual(before);
    await query("update accounts set name = '' where id = $1", [accounts.owner]);
    expect((await read()).edits).toEqual(['Nightly build (token)']);
  });

  it('is in the trash under its name', async () => {
    shows('4.tokens.history');
    const { secret } = await create();
    const params = { instanceId: server.studio.dev, templateId: 'weapon', id: sword.id };
    expect(await outcome(secret, items.delete, { params })).toBe(200);
    const { entries } = await server.call(trash.list, { ...inDev(), query: {} }, owner);
    expect(entries.map(({ by }) => by)).toEqual([named()]);
  });

  it('is stored as its last use, to the minute, and not for a refused call', async () => {
    shows('4.tokens.last-use');
    server.clock.stop();
    const { secret } = await create({ scopes: ['read'] });
    const lastUse = async () => (await list())[0]?.last_used_at;
    await saving(secret);
    expect(await lastUse()).toBeNull();
    await reading(secret);
    const first = server.clock.now().toISOString();
    await expect.poll(lastUse).toBe(first);
    server.clock.advance(59);
    await reading(secret);
    await reading(secret);
    expect(await lastUse()).toBe(first);
    server.clock.advance(1);
    await reading(secret);
    await expect.poll(lastUse).toBe(server.clock.now().toISOString());
  });
});

it('the secret of a token is in no line of the log', async () => {
  shows('4.tokens.secret');
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const logged = emptyApp((log) => ({ ...server.app.deps, log }), { ...logOptions('trace'), stream });
  itemRoutes(logged);
  projectTokenRoutes(logged);
  onTestFinished(() => logged.close());
  const body = { name: 'Logged', scopes: every, environments: ['Dev'], expires_at: null };
  const made = await logged.inject({
    method: 'POST',
    url: urlOf(projectTokens.create, inDev()),
    headers: { authorization: server.bearer('owner'), 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });
  const { token, secret } = made.json<{ token: { id: number }; secret: string }>();
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  for (const url of [
    urlOf(items.search, { ...inDev(), query: { search: 'x' } }),
    urlOf(items.search, { ...inDev(), query: { nothing: secret } }),
    urlOf(projectTokens.list, inDev()),
  ])
    await logged.inject({ method: 'GET', url, headers });
  await logged.inject({ method: 'POST', url: urlOf(items.save, inDev()), headers, payload: '{' });
  await revoke(token.id);
  await logged.inject({ method: 'GET', url: urlOf(items.search, { ...inDev(), query: { search: 'x' } }), headers });
  expect(lines.filter((line) => line.includes('"request"'))).toHaveLength(6);
  expect(lines.join('')).toContain(`"token_id":${token.id}`);
  expect(lines.join('')).not.toContain(secret.slice(3));
});

it('an access check by token is one query, as by session', async () => {
  shows('4.tokens.one-query');
  // The first use of a token in a minute is stored by a second query, which no call waits for.
  server.clock.stop();
  const { secret } = await create();
  await reading(secret);
  await vi.waitFor(async () => expect(await list()).toMatchObject([{ last_used_at: expect.any(String) }]));
  const { database } = server.app.deps;
  const { query: original } = database;
  const checks: string[] = [];
  database.query = (text, values, name) => {
    if (name?.startsWith('access') || name?.startsWith('project-token')) checks.push(name);
    return original(text, values, name);
  };
  onTestFinished(() => {
    database.query = original;
  });
  for (const headers of [{ authorization: `Bearer ${secret}` }, { authorization: server.bearer('owner') }])
    expect((await server.send(templates.list, inDev(), { headers })).status).toBe(200);
  expect(checks).toEqual(['access-project-token', 'access-instance']);
});
