import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { PageCache } from '../../src/app/context/page-cache.ts';
import { createLive } from '../../src/app/live/create-live.ts';
import { asCheck } from '../../src/shared/http/checks.ts';

afterEach(() => {
  vi.doUnmock('../../src/app/live/live-follower.ts');
  vi.useRealTimers();
});

it('asks for what is shown, but not for checks, while the code of the stream cannot be loaded, and tries it again', async () => {
  vi.useFakeTimers();
  let attempts = 0;
  const starts = vi.fn();
  vi.doMock('../../src/app/live/live-follower.ts', () => ({
    createLiveFollower: () => {
      attempts += 1;
      if (attempts < 3) throw new TypeError('Failed to fetch dynamically imported module');
      return { start: starts, stop: () => {}, isFollowing: () => true, readHeaders: () => ({}) };
    },
  }));
  const cache = new PageCache();
  const [reads, checks] = [vi.fn(async () => 1), vi.fn(async () => 1)];
  const meta = { title: 'Test' };
  const stops = [
    new QueryObserver(cache.client, { queryKey: ['read'], queryFn: reads, meta }),
    new QueryObserver(cache.client, asCheck({ queryKey: ['check'], queryFn: checks, meta })),
  ].map((observer) => observer.subscribe(() => {}));
  await vi.advanceTimersByTimeAsync(0);
  const live = createLive({
    apiBase: 'http://localhost',
    cache,
    open: () => Promise.reject(new Error('It is not opened.')),
    session: { user: async () => 'owner', ownedByHost: false, isKnown: () => true },
    isReachable: () => true,
  });
  const pass = async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds);
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(0);
  };
  live.start();
  await pass(0);
  expect([attempts, reads.mock.calls.length, checks.mock.calls.length]).toEqual([1, 2, 1]);
  await pass(15_000);
  expect([attempts, reads.mock.calls.length, checks.mock.calls.length]).toEqual([2, 3, 1]);
  await pass(15_000);
  expect([attempts, reads.mock.calls.length, starts.mock.calls.length]).toEqual([3, 3, 1]);
  live.stop();
  for (const stop of stops) stop();
});
