import { delivery } from '@quartermaster/contract/endpoints/delivery.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { beforeEach, expect, test } from 'vitest';
import { createSecrets } from '../../server/core/environment/secrets.ts';
import { readToken } from '../../server/modules/tokens/service.ts';
import { shows } from '../specification/shows.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let params: { instanceId: number };
beforeEach(async () => {
  server = await startTestServer();
  params = { instanceId: server.studio.dev };
});

const get = async (instanceId = params.instanceId) =>
  (await server.call(instances.getToken, { params: { instanceId } }, { as: 'owner' })).token;
const regenerate = async () =>
  (await server.call(instances.regenerateToken, { params, body: {} }, { as: 'owner' })).token;

/** 404 is the answer for the token of an instance without exports, 401 for an invalid token. */
const statusWith = async (token: string) =>
  (await server.send(delivery.manifest, { params }, { headers: { authorization: `Bearer ${token}` } })).status;

test('a token is created at the first request and stays the same, however many are concurrent', async () => {
  shows('2.3.token.token', '2.7.api-token.get');
  const [first, ...others] = await Promise.all([get(), get(), get()]);
  expect(first).toMatch(/^[\w-]{43}$/);
  expect(new Set([first, ...others, await get()]).size).toBe(1);
  expect(await get(server.studio.stage)).not.toBe(first);
});

test('a token opens only its own instance, and only exactly as issued', async () => {
  shows('3.calls.delivery.own-instance', '3.calls.delivery.without-token');
  const token = await get();
  const answer = async (authorization?: string, instanceId = params.instanceId) => {
    const headers = authorization === undefined ? {} : { authorization };
    const { status, body } = await server.send(delivery.manifest, { params: { instanceId } }, { headers });
    const { error, message } = body as { error: string; message: string };
    return [status, error, /exported from this instance/.test(message)];
  };
  expect(await answer(`Bearer ${token}`)).toEqual([404, 'not_found', true]);
  expect(await answer(`Bearer ${token}`, server.studio.stage)).toEqual([404, 'not_found', false]);
  for (const wrong of [undefined, token, `Bearer ${token}!`, `Bearer x${token}`, `x Bearer ${token}`])
    expect(await answer(wrong)).toEqual([401, 'unauthorized', false]);
});

test('a regenerated token works at once, and the previous one stops working', async () => {
  shows('2.7.api-token.regenerate', '3.calls.token.hash');
  const old = await get();
  const others = [await get(server.studio.stage), await get(server.studio.prod)];
  expect(await statusWith(old)).toBe(404);
  const fresh = await regenerate();
  expect(fresh).not.toBe(old);
  expect(await get()).toBe(fresh);
  expect(await statusWith(old)).toBe(401);
  expect(await statusWith(fresh)).toBe(404);
  expect([await get(server.studio.stage), await get(server.studio.prod)]).toEqual(others);
});

test('a token can be regenerated before it was first requested', async () => {
  const fresh = await regenerate();
  expect(await get()).toBe(fresh);
});

test('of several concurrently regenerated tokens exactly one works', async () => {
  shows('2.7.api-token.regenerate');
  const made = await Promise.all([regenerate(), regenerate(), regenerate()]);
  const statuses = await Promise.all(made.map(statusWith));
  expect(statuses.toSorted()).toEqual([401, 401, 404].toSorted());
  expect(made[statuses.indexOf(404)]).toBe(await get());
});

test('a token is stored in no usable form', async () => {
  shows('3.calls.token.encrypted');
  const token = await get();
  const [row] = await server.app.deps.database.query<Record<string, unknown>>('select * from api_tokens', []);
  expect(JSON.stringify(row)).not.toContain(token);
  expect(JSON.stringify(row)).not.toContain(Buffer.from(token).toString('base64url'));
});

test('a server with another secret key reports that it cannot show the token', async () => {
  shows('3.calls.token.key');
  await get();
  const secrets = createSecrets('quite another secret key, long enough too');
  await expect(readToken({ ...server.app.deps, secrets }, params.instanceId)).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('Regenerate it'),
  });
});

test('a token requires the export permission', async () => {
  for (const endpoint of [instances.getToken, instances.regenerateToken]) {
    expect((await server.send(endpoint, { params })).status).toBe(401);
    expect((await server.send(endpoint, { params }, { as: 'member' })).status).toBe(403);
    expect((await server.send(endpoint, { params }, { as: 'stranger' })).status).toBe(404);
    expect((await server.send(endpoint, { params: { instanceId: 0 } }, { as: 'owner' })).status).toBe(404);
  }
});

test('a token of a project that is being removed is rejected', async () => {
  const token = await get();
  await server.app.deps.database.query(`update projects set status = 'DeleteInProgress' where id = $1`, [
    server.studio.projectId,
  ]);
  expect(await statusWith(token)).toBe(401);
});
