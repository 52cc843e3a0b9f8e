import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createBreaks } from '../../src/app/context/breaks.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';

const line = 'Live updates had stopped for a while. Everything here is up to date again.';

/** Streams that send these lines and stay open until they are ended. */
function createStreams() {
  const open: ReadableStreamDefaultController<Uint8Array>[] = [];
  const encoder = new TextEncoder();
  return {
    open: () =>
      new Response(new ReadableStream<Uint8Array>({ start: (controller) => void open.push(controller) }), {
        headers: { 'content-type': 'text/event-stream' },
      }),
    count: () => open.length,
    send: (...messages: object[]) => {
      for (const message of messages)
        open.at(-1)?.enqueue(encoder.encode(`id: 5\ndata: ${JSON.stringify(message)}\n\n`));
    },
    end: () => open.at(-1)?.close(),
  };
}

test('after a break in which changes may be missing, one line says that everything was loaded again', async () => {
  shows('5.live.break');
  const server = await startTestServer();
  const streams = createStreams();
  let isRead = false;
  let isReadAgain = false;
  let openCalls = 0;
  await renderConsole(`/instance/${server.studio.dev}/templates`, {
    server,
    as: 'owner',
    intercept: (fetch) => async (input, init) => {
      const url = String(input instanceof Request ? input.url : input);
      if (new URL(url).pathname === '/v1/live') return streams.open();
      isRead ||= url.endsWith('/templates') && streams.count() > 1;
      isReadAgain ||= url.endsWith('/v1/workspaces') && streams.count() === 2;
      openCalls += 1;
      return await fetch(input, init).finally(() => {
        openCalls -= 1;
      });
    },
  });
  await waitFor(() => expect(streams.count()).toBe(1));
  streams.send({ type: 'hello' });
  streams.end();
  await waitFor(() => expect(streams.count()).toBe(2));
  // Nothing was missed, and what has no position is loaded again.
  streams.send({ type: 'hello' });
  await waitFor(() => expect(isReadAgain).toBe(true));
  await waitFor(() => expect(openCalls).toBe(0));
  streams.end();
  await waitFor(() => expect(streams.count()).toBe(3));
  expect(screen.queryByText(line)).toBeNull();
  await saveTemplate(server, 'late', []);
  streams.send({ type: 'reset' }, { type: 'hello' });
  expect((await screen.findByText(line)).closest('[role=status]')).toBeTruthy();
  expect(isRead).toBe(true);
  expect(screen.getAllByText(line)).toHaveLength(1);
});

test('a stream that has not begun has no break, and one that is blocked has one', () => {
  const breaks = createBreaks();
  const receive = (type: 'hello' | 'reset' | 'access') => {
    breaks.note({ type });
    breaks.loaded();
    return breaks.count();
  };
  // Streams are blocked from the start.
  expect([receive('reset'), receive('reset')]).toEqual([0, 0]);
  expect([receive('hello'), receive('access'), receive('hello')]).toEqual([0, 0, 0]);
  expect([receive('reset'), receive('reset'), receive('reset')]).toEqual([1, 1, 1]);
  expect([receive('hello'), receive('reset'), receive('hello')]).toEqual([1, 2, 2]);
});
