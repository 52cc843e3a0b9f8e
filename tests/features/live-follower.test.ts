import { heartbeatEvery } from '@quartermaster/contract/endpoints/live.ts';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBreaks } from '../../src/app/context/breaks.ts';
import { PageCache } from '../../src/app/context/page-cache.ts';
import { createLiveFollower, type LiveFollower } from '../../src/app/live/live-follower.ts';
import { createPresenceFeed } from '../../src/app/live/presence-feed.ts';
import { queryKeys } from '../../src/shared/http/query-keys.ts';
import { shows } from '../specification/shows.ts';

const minute = 60_000;

let visibility: DocumentVisibilityState;
/** The streams that were opened: where each goes on, and whether it is still open. */
let streams: { after: number | undefined; signal: AbortSignal }[];
let follower: LiveFollower;
let stopReading: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  streams = [];
  const cache = new PageCache();
  stopReading = new QueryObserver(cache.client, {
    queryKey: queryKeys.instance.items(1),
    queryFn: async () => 1,
    meta: { title: 'Test' },
  }).subscribe(() => {});
  follower = createLiveFollower({
    apiBase: `http://localhost/${Math.random()}`,
    cache,
    session: { user: async () => 'owner', ownedByHost: false, isKnown: () => true },
    isReachable: () => true,
    presence: createPresenceFeed(),
    breaks: createBreaks(),
    takeFirst: () => 7,
    open: async ({ after }, signal) => {
      streams.push({ after, signal });
      const hello = new TextEncoder().encode(`id: ${7 + streams.length}\ndata: {"type":"hello"}\n\n`);
      return new Response(
        new ReadableStream({
          start: (controller) => {
            controller.enqueue(hello);
            const beat = setInterval(() => controller.enqueue(new TextEncoder().encode(':\n\n')), heartbeatEvery);
            signal.addEventListener('abort', () => {
              clearInterval(beat);
              controller.error(signal.reason);
            });
          },
        }),
        { headers: { 'content-type': 'text/event-stream' } },
      );
    },
  });
});

afterEach(() => {
  follower.stop();
  stopReading();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

const turnTo = (next: DocumentVisibilityState) => {
  visibility = next;
  document.dispatchEvent(new Event('visibilitychange'));
};

const state = () => streams.map(({ after, signal }) => [after, signal.aborted ? 'ended' : 'open']);

describe('the stream of a tab in the background', () => {
  it('ends after five minutes, and goes on where it was once the tab is in view', async () => {
    shows('5.live.background');
    follower.start();
    await pass(1000);
    turnTo('hidden');
    await pass(5 * minute - 1);
    expect([state(), follower.isFollowing()]).toEqual([[[7, 'open']], true]);
    await pass(1);
    expect([state(), follower.isFollowing()]).toEqual([[[7, 'ended']], false]);
    await pass(60 * minute);
    expect(streams).toHaveLength(1);
    turnTo('visible');
    await pass(1000);
    expect(state()).toEqual([
      [7, 'ended'],
      [8, 'open'],
    ]);
  });

  it('stays if the tab is in view again before, and the minutes begin again', async () => {
    shows('5.live.background');
    follower.start();
    await pass(1000);
    for (let times = 0; times < 3; times += 1) {
      turnTo('hidden');
      await pass(4 * minute);
      turnTo('visible');
      await pass(4 * minute);
    }
    expect(state()).toEqual([[7, 'open']]);
  });

  it('ends, too, if the tab was opened in the background', async () => {
    shows('5.live.background');
    turnTo('hidden');
    follower.start();
    await pass(1000);
    expect(state()).toEqual([[7, 'open']]);
    await pass(5 * minute);
    expect(state()).toEqual([[7, 'ended']]);
    turnTo('visible');
    await pass(1000);
    expect(state()).toEqual([
      [7, 'ended'],
      [8, 'open'],
    ]);
  });

  it('does not begin again in a console that was unmounted meanwhile', async () => {
    follower.start();
    await pass(1000);
    turnTo('hidden');
    follower.stop();
    await pass(6 * minute);
    turnTo('visible');
    await pass(1000);
    expect(state()).toEqual([[7, 'ended']]);
  });
});
