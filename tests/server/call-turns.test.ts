import { readFileSync } from 'node:fs';
import { api } from '@quartermaster/contract/endpoints/api.ts';
import { drops } from '@quartermaster/contract/endpoints/drops.ts';
import { expect, test, vi } from 'vitest';
import { callLimits, createCallTurns } from '../../server/core/app/call-turns.ts';
import { shows } from '../specification/shows.ts';
import { startTestServer } from '../support/server.ts';

const signal = new AbortController().signal;
const refused = { status: 429, retryAfter: 2 };

test('calls that compute much have turns by account and by instance, and others go on', async () => {
  shows('5.running.turns');
  const turns = createCallTurns();
  const { promise, resolve } = Promise.withResolvers<string>();
  const call = (accountId: number | null, instanceId = 1) =>
    turns('drops', { instanceId, accountId, signal }, () => promise);
  const ofOne = Array.from({ length: 6 }, () => call(1));
  await expect(call(1)).rejects.toMatchObject(refused);
  await expect(call(1, 2)).rejects.toMatchObject(refused);
  const ofInstance = [2, 3, 4, null].flatMap((id) =>
    Array.from({ length: id === 4 || id === null ? 1 : 6 }, () => call(id)),
  );
  expect(ofOne.length + ofInstance.length).toBe(20);
  await expect(call(5)).rejects.toMatchObject(refused);
  const elsewhere = call(5, 2);
  const ofOtherKind = turns('charts', { instanceId: 1, accountId: 1, signal }, async () => 'drawn');
  expect(await ofOtherKind).toBe('drawn');
  resolve('read');
  expect(new Set(await Promise.all([...ofOne, ...ofInstance, elsewhere]))).toEqual(new Set(['read']));
  expect(await call(1)).toBe('read');
});

test('an endpoint that declares turns takes them as its caller', async () => {
  shows('5.running.turns');
  const server = await startTestServer();
  const spy = vi.spyOn(server.app.deps, 'callTurns');
  const { dev, accounts } = server.studio;
  await server.call(drops.list, { params: { instanceId: dev }, body: { rows: [] } }, { as: 'member' });
  expect(spy.mock.calls.map(([kind, { instanceId, accountId }]) => [kind, instanceId, accountId])).toEqual([
    ['drops', dev, accounts.member],
  ]);
});

test('the document has the limits of each kind', () => {
  const lines = readFileSync('docs/limits.md', 'utf8').split('\n');
  const first = lines.findIndex((line) => line.startsWith('| calls | at once |')) + 2;
  const rows = lines
    .slice(first, lines.indexOf('', first))
    .map((line) => line.split(' | ').slice(1).map(Number.parseFloat));
  const limits = Object.values(callLimits).map((of) => [of.atOnce, of.waiting, of.ofInstance, of.ofAccount]);
  expect(rows.map(String).toSorted()).toEqual(limits.map(String).toSorted());
});

/** They have the turns of uploads, by their routes, or read what an index finds. */
const withoutDeclared = [
  ...['bootstrap.ofTemplate', 'items.list', 'items.export', 'items.listByIds', 'items.listEdits', 'comments.count'],
  ...['imports.chart', 'live.announce', 'sync.listUnsynced'],
];

test('a new call that reads by POST declares its turns, or is named here', () => {
  const reads = api.filter(
    ({ endpoint: { method, safe, access } }) => method === 'POST' && safe && access.scope === 'instance',
  );
  const undeclared = reads.filter(({ endpoint }) => !endpoint.turns).map(({ name }) => name);
  expect(undeclared.toSorted()).toEqual(withoutDeclared.toSorted());
});
