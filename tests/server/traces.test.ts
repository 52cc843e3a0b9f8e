import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { afterEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { startCollector } from '../support/otlp.ts';
import { fillFolder } from '../support/server-database.ts';
import { cleanUp, startProcess, temporaryFolder } from '../support/server-process.ts';

afterEach(cleanUp);

/** Of a server on a database that has its tables. */
async function usedFolder() {
  const folder = temporaryFolder();
  await fillFolder(folder);
  return { DATABASE_URL: '', DATA_DIR: folder, LOG_LEVEL: 'info' };
}

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;

test('a collector gets a span of each request with its statements below it, without values, and the log its trace', async () => {
  shows('5.running.traces');
  const collector = await startCollector();
  const server = await startProcess({
    ...(await usedFolder()),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=of-the-collector',
    OTEL_SERVICE_NAME: 'studio-content',
  });
  await server.ready;
  const json = { 'content-type': 'application/json' };
  const body = JSON.stringify({ email: 'nobody@hidden.example', password: 'Hidden-password-1' });
  const login = `${server.url}/v1${accounts.login.path}?token=hidden-query`;
  await fetch(login, { method: 'POST', headers: { ...json, traceparent }, body });
  await fetch(`${server.url}/v1${workspaces.list.path}`);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);

  const [first] = collector.requests;
  expect(first).toMatchObject({
    path: '/v1/traces',
    headers: { 'content-type': 'application/x-protobuf', 'x-key': 'of-the-collector' },
  });
  expect(first?.body.includes('studio-content')).toBe(true);
  for (const { body } of collector.requests)
    for (const value of ['hidden', 'Hidden']) expect([value, body.includes(value)]).toEqual([value, false]);

  const spans = collector.spans();
  const [signIn] = spans.filter((span) => span.traceId === traceId && span.parentId === '00f067aa0ba902b7');
  const below = spans.filter(({ parentId }) => parentId === signIn?.id);
  expect(below.length).toBeGreaterThan(1);
  expect(new Set(below.map((span) => span.traceId))).toEqual(new Set([traceId]));
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'));
  const traced = lines.map((line) => JSON.parse(line).trace_id as string);
  expect(traced[0]).toBe(traceId);
  expect(traced[1]).toMatch(/^[0-9a-f]{32}$/);
  const roots = spans.filter(({ parentId }) => parentId === '');
  expect(roots.map((span) => span.traceId)).toEqual([traced[1]]);
});

test('without a collector nothing is traced, and a request has the trace of its proxy', async () => {
  shows('5.running.traces');
  const server = await startProcess(await usedFolder());
  await server.ready;
  await fetch(`${server.url}/v1${workspaces.list.path}`, { headers: { traceparent } });
  await fetch(`${server.url}/v1${workspaces.list.path}`);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'));
  expect(lines.map((line) => JSON.parse(line).trace_id)).toEqual([traceId, undefined]);
});
