import { readdir, readFile } from 'node:fs/promises';
import type { LiveTopic } from '@quartermaster/contract/live-topics.ts';
import { changeSetPath } from '@quartermaster/contract/paths.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { advance } from '../../server/core/jobs/progress.ts';
import { editJob } from '../../server/modules/bulk-edits/edit-job-service.ts';
import { shows } from '../specification/shows.ts';
import { openEdit } from '../support/bulk-edits.ts';
import { renderConsole } from '../support/console.tsx';
import { readLive } from '../support/live-reader.ts';
import { saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { insertItems } from '../support/server-content.ts';

const items = 40;

/** An edit of all items that no server has begun, and its page, which counts its calls. */
async function openRunningEdit(server: TestServer) {
  await insertItems(server.app.deps.database, server.studio.dev, 'thing', items);
  const ids = Array.from({ length: items }, (_, index) => index + 1);
  const operations = [{ field_id: 'label', op: 'append' as const, value: ' II' }];
  const id = await openEdit(server, { templateId: 'thing', ids, action: { operations } });
  let calls = 0;
  const streams: Response[] = [];
  await renderConsole(changeSetPath(id, server.studio.dev), {
    server,
    as: 'owner',
    follows: true,
    intercept: (fetch) => async (input, init) => {
      const url = String(input instanceof Request ? input.url : input);
      if (url.includes('/jobs/')) calls += 1;
      const response = await fetch(input, init);
      if (url.includes('/v1/live')) streams.push(response.clone());
      return response;
    },
  });
  await screen.findByText('0 of 40 items');
  await waitFor(() => expect(streams).toHaveLength(1));
  // What the console is told.
  const reader = await readLive('', {}, async () => streams[0] ?? expect.fail('It follows.'));
  await reader.until(({ type }) => type === 'hello');
  const told = (about: LiveTopic) =>
    reader.messages.filter(({ message }) => message.type === 'change' && message.topic === about).length;
  return { id, calls: () => calls, told };
}

test('the progress of a job follows the stream, and is asked for about once a second however often it changes', async () => {
  shows('5.live.progress');
  const server = await startTestServer();
  const begin = performance.now();
  const { id, calls } = await openRunningEdit(server);
  const { query } = server.app.deps.database;
  for (let step = 0; step < 30; step += 1) await advance(query, { kind: 'change-set', id }, { more: 1 });
  await screen.findByText('30 of 40 items');
  // The first load, one when the stream begins, and one a second.
  expect(calls()).toBeLessThanOrEqual(4 + (performance.now() - begin) / 1000);
});

test('a job that runs while the tab is in the background is up to date when the tab is shown again', async () => {
  shows('5.live.progress');
  const server = await startTestServer();
  const { id, calls, told } = await openRunningEdit(server);
  let state: DocumentVisibilityState = 'hidden';
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
  try {
    const before = calls();
    await editJob.run(server.app.deps, { sync_id: id }, new AbortController().signal);
    await waitFor(() => expect(told('changes')).toBeGreaterThan(0));
    // What it does because of that, it has done once it is told of two later saves.
    for (const [index, template] of ['late', 'later'].entries()) {
      await saveTemplate(server, template, []);
      await waitFor(() => expect(told('template')).toBeGreaterThan(index));
    }
    expect(calls()).toBe(before);
    state = 'visible';
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    await screen.findByText('applied');
  } finally {
    Reflect.deleteProperty(document, 'visibilityState');
  }
});

test('a job that has ended before the stream began is up to date once it has', async () => {
  shows('5.live.progress');
  const server = await startTestServer();
  // With another reader, answers have a position, and what has one is not loaded again.
  const other = await server.signIn('admin');
  other.follows = true;
  const ending = new AbortController();
  await other.fetch(`/v1/live?instances=${server.studio.dev}`, { signal: ending.signal, credentials: 'include' });
  await insertItems(server.app.deps.database, server.studio.dev, 'thing', items);
  const operations = [{ field_id: 'label', op: 'append' as const, value: ' II' }];
  const id = await openEdit(server, { templateId: 'thing', ids: [1, 2, 3], action: { operations } });
  const gate = Promise.withResolvers<void>();
  await renderConsole(changeSetPath(id, server.studio.dev), {
    server,
    as: 'owner',
    follows: true,
    intercept: (fetch) => async (input, init) => {
      if (String(input instanceof Request ? input.url : input).includes('/v1/live')) await gate.promise;
      return fetch(input, init);
    },
  });
  await screen.findByText('0 of 3 items');
  await editJob.run(server.app.deps, { sync_id: id }, new AbortController().signal);
  gate.resolve();
  await screen.findByText('applied');
  ending.abort();
});

test('no query polls by itself', async () => {
  shows('5.live.progress');
  const files = await readdir('src', { recursive: true });
  const sources = await Promise.all(
    files
      .filter((file) => /\.tsx?$/.test(file))
      .map(async (file) => ({ file, source: await readFile(`src/${file}`, 'utf8') })),
  );
  expect(sources.length).toBeGreaterThan(1000);
  const filesWith = (words: RegExp, under = '') =>
    sources.filter(({ file, source }) => file.startsWith(under) && words.test(source)).map(({ file }) => file);
  expect(filesWith(/refetchInterval/)).toEqual([]);
  // Nor by a timer.
  expect(filesWith(/queryOptions/, 'shared/data/').length).toBeGreaterThan(20);
  expect(filesWith(/setTimeout|setInterval|sleep/, 'shared/data/')).toEqual([]);
});
