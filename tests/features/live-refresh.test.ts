import type { LiveMessage } from '@quartermaster/contract/endpoints/live.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { PageCache } from '../../src/app/context/page-cache.ts';
import { createLiveRefresh } from '../../src/app/live/live-refresh.ts';
import { asCheck, isOutdated } from '../../src/shared/http/checks.ts';
import { queryKeys } from '../../src/shared/http/query-keys.ts';
import { shows } from '../specification/shows.ts';

let cache: PageCache;
let client: QueryClient;
let refreshed: string[];

beforeEach(() => {
  vi.useFakeTimers();
  refreshed = [];
  cache = new PageCache();
  client = new QueryClient({ queryCache: cache });
  cache.join(client, () => undefined);
  client.setQueryData(queryKeys.instance.items(1), []);
  client.setQueryData(queryKeys.workspaces.list, []);
  cache.subscribe(({ type, query }) => {
    if (type !== 'updated' || !query.state.isInvalidated || query.getObserversCount() > 0) return;
    refreshed.push(query.queryKey.join('.'));
    client.setQueryData(query.queryKey, []);
  });
});

afterEach(() => {
  vi.useRealTimers();
});

const access: LiveMessage = { type: 'access' };
const change: LiveMessage = { type: 'change', topic: 'items', instance_id: 1, ids: [5] };

/** Makes a change that is answered when the returned function is called. */
function changeHere() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = client
    .getMutationCache()
    .build(client, { mutationFn: () => promise })
    .execute(undefined);
  return () => {
    resolve();
    return done;
  };
}

it('asks no more often than each second, however much happens', async () => {
  const refresh = createLiveRefresh(cache);
  refresh.add(change);
  await vi.advanceTimersByTimeAsync(0);
  for (let step = 0; step < 9; step++) {
    refresh.add(change);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(refreshed).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(refreshed).toHaveLength(2);
});

it('reads access again after the answer to an own change, which may lead away from what it has closed', async () => {
  const refresh = createLiveRefresh(cache);
  const answer = changeHere();
  refresh.add(access);
  await vi.advanceTimersByTimeAsync(5000);
  expect(refreshed).toEqual([]);
  await vi.advanceTimersByTimeAsync(990);
  await answer();
  await vi.advanceTimersByTimeAsync(500);
  expect(refreshed).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(refreshed).toEqual([queryKeys.workspaces.list.join('.')]);
});

it('lets progress through while it is too early to read access again', async () => {
  const refresh = createLiveRefresh(cache);
  const job = watch('jobs');
  await job.answer({ done: 1 });
  const answer = changeHere();
  refresh.add(access);
  refresh.add(progress);
  await vi.advanceTimersByTimeAsync(1000);
  expect(job.asked()).toBe(2);
  await job.answer({ done: 2 });
  expect(refreshed).toEqual([]);
  await answer();
  await vi.advanceTimersByTimeAsync(3000);
  expect(refreshed).toEqual([queryKeys.workspaces.list.join('.')]);
});

it('goes on in the background only for what waits for a job', async () => {
  shows('5.live.progress');
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  onTestFinished(() => visibility.mockRestore());
  const isRunning = ({ done }: { done: number }) => done < 3;
  let isAwaited = false;
  const refresh = createLiveRefresh(cache);
  const job = watch('jobs', (one) =>
    Object.assign(one, {
      meta: {
        title: 'Job',
        isRunning,
        get isAwaited() {
          return isAwaited;
        },
      },
    }),
  );
  await job.answer({ done: 1 });
  refresh.add(progress);
  await vi.advanceTimersByTimeAsync(1000);
  expect(job.asked()).toBe(1);
  isAwaited = true;
  refresh.add(progress);
  await vi.advanceTimersByTimeAsync(1000);
  expect(job.asked()).toBe(2);
  await job.answer({ done: 3 });
  refresh.add(progress);
  await vi.advanceTimersByTimeAsync(2000);
  expect(job.asked()).toBe(2);
});

it('says that everything was loaded again only if it was', async () => {
  const resets = vi.fn();
  const refresh = createLiveRefresh(cache, resets);
  const job = watch('jobs');
  await job.answer({ done: 1 });
  refresh.add({ type: 'reset' });
  await vi.advanceTimersByTimeAsync(0);
  job.fail();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(resets).not.toHaveBeenCalled();
  refresh.add({ type: 'reset' });
  await vi.advanceTimersByTimeAsync(1000);
  await job.answer({ done: 2 });
  expect(resets).toHaveBeenCalledOnce();
});

it('does not wait for a change that a job makes, which is told by the stream itself', async () => {
  const refresh = createLiveRefresh(cache);
  const answer = changeHere();
  await vi.advanceTimersByTimeAsync(10_000);
  refresh.add(access);
  await vi.advanceTimersByTimeAsync(1000);
  expect(refreshed).toEqual([queryKeys.workspaces.list.join('.')]);
  await answer();
});

it('reads content again while an own change is under way', async () => {
  const refresh = createLiveRefresh(cache);
  const answer = changeHere();
  refresh.add(change);
  await vi.advanceTimersByTimeAsync(0);
  expect(refreshed).toEqual([queryKeys.instance.items(1).join('.')]);
  await answer();
});

/** A query on the screen, whose answers the test gives in this order. */
function watch(part: 'sync' | 'jobs', options: (one: object) => object = (one) => one) {
  const answers: PromiseWithResolvers<unknown>[] = [];
  const queryFn = () => {
    const answer = Promise.withResolvers<unknown>();
    answers.push(answer);
    return answer.promise;
  };
  const queryKey = part === 'sync' ? queryKeys.instance.sync(1, 'changes') : queryKeys.instance.jobs(1);
  const observer = new QueryObserver(client, options({ queryKey, queryFn, staleTime: 0 }) as { queryKey: string[] });
  onTestFinished(observer.subscribe(() => {}));
  const query = cache.find({ queryKey }) ?? expect.fail('It is watched.');
  return {
    asked: () => answers.length,
    answer: async (data: unknown, index = -1) => {
      answers.at(index)?.resolve(data);
      await vi.advanceTimersByTimeAsync(0);
    },
    fail: () => answers.at(-1)?.reject(new Error('There is no answer.')),
    data: () => observer.getCurrentResult().data,
    isOutdated: () => isOutdated(query),
    refetch: () => void observer.refetch(),
  };
}

/** Lets something change, and answers what a check asks about it, if it does. */
async function happenTo(check: ReturnType<typeof watch>, refresh: ReturnType<typeof createLiveRefresh>, now: unknown) {
  const before = check.asked();
  refresh.add(change);
  for (let step = 0; step < 20 && check.asked() === before; step += 1) await vi.advanceTimersByTimeAsync(100);
  await check.answer(now);
}

const progress: LiveMessage = { type: 'change', topic: 'jobs', instance_id: 1 };

it('asks again for an answer that was on its way when something changed', async () => {
  shows('5.live.progress');
  const refresh = createLiveRefresh(cache);
  const job = watch('jobs');
  refresh.add(progress);
  await vi.advanceTimersByTimeAsync(0);
  expect(job.asked()).toBe(1);
  // Read by the server before the change.
  await job.answer({ done: 1 });
  expect(job.asked()).toBe(2);
  await job.answer({ done: 2 });
  expect(job.data()).toEqual({ done: 2 });
});

it('keeps a check as it is, and marks it once its answer would be another one', async () => {
  shows('5.live.checks');
  const refresh = createLiveRefresh(cache);
  const check = watch('sync', asCheck);
  await check.answer({ items: [1] });
  const happen = (now: unknown) => happenTo(check, refresh, now);
  await happen({ items: [1] });
  expect([check.asked(), check.isOutdated()]).toEqual([2, false]);
  await happen({ items: [1, 2] });
  expect([check.asked(), check.isOutdated()]).toEqual([3, true]);
  expect(check.data()).toEqual({ items: [1] });
  // What is known to be outdated is not asked for again, but by the user.
  await happen({ items: [1, 2, 3] });
  expect(check.asked()).toBe(3);
  check.refetch();
  await check.answer({ items: [1, 2, 3] });
  expect([check.data(), check.isOutdated()]).toEqual([{ items: [1, 2, 3] }, false]);
});

it('does not mark a check that the user has loaded again meanwhile', async () => {
  const refresh = createLiveRefresh(cache);
  const check = watch('sync', asCheck);
  await check.answer({ items: [1] });
  refresh.add(change);
  await vi.advanceTimersByTimeAsync(1000);
  check.refetch();
  await check.answer({ items: [1, 2] });
  expect([check.data(), check.isOutdated()]).toEqual([{ items: [1, 2] }, false]);
});

it('takes over what follows in a check, also in one that is outdated', async () => {
  shows('5.live.checks');
  const refresh = createLiveRefresh(cache);
  const follow = (shown: object, now: { running: number }) => ({ ...shown, running: now.running });
  const check = watch('sync', (one) => asCheck({ ...one, meta: { title: 'Changes', follow } }));
  await check.answer({ items: [1], running: 0 });
  const happen = async (now: unknown) => {
    await happenTo(check, refresh, now);
    return [check.data(), check.isOutdated()];
  };
  expect(await happen({ items: [1], running: 1 })).toEqual([{ items: [1], running: 1 }, false]);
  expect(await happen({ items: [2], running: 2 })).toEqual([{ items: [1], running: 2 }, true]);
  expect(await happen({ items: [2], running: 3 })).toEqual([{ items: [1], running: 3 }, true]);
  // Taken back by whoever has made it.
  expect(await happen({ items: [1], running: 3 })).toEqual([{ items: [1], running: 3 }, false]);
});

it('rests after each question about a check four times as long as its answer took, and at least a second', async () => {
  shows('5.live.checks');
  const refresh = createLiveRefresh(cache);
  const check = watch('sync', asCheck);
  await check.answer({ items: [1] });
  const happens = setInterval(() => refresh.add(change), 100);
  onTestFinished(() => clearInterval(happens));
  const askedWithin = async (time: number) => {
    const before = check.asked();
    await vi.advanceTimersByTimeAsync(time);
    return check.asked() - before;
  };
  expect(await askedWithin(200)).toBe(1);
  await check.answer({ items: [1] });
  expect(await askedWithin(900)).toBe(0);
  expect(await askedWithin(300)).toBe(1);
  await vi.advanceTimersByTimeAsync(2000);
  await check.answer({ items: [1] });
  expect(await askedWithin(8000)).toBe(0);
  expect(await askedWithin(1000)).toBe(1);
  await check.answer({ items: [1] });
  // One is waiting.
  expect(await askedWithin(800)).toBe(0);
  refresh.stop();
  clearInterval(happens);
  expect(await askedWithin(60_000)).toBe(0);
});

it('waits for a load of the user that is tried again, and asks once after it', async () => {
  shows('5.live.checks');
  const refresh = createLiveRefresh(cache);
  const check = watch('sync', (one) => ({ ...asCheck(one), retry: 1, retryDelay: 60_000 }));
  await check.answer({ items: [1] });
  refresh.add(change);
  await vi.advanceTimersByTimeAsync(10);
  check.refetch();
  check.fail();
  await vi.advanceTimersByTimeAsync(0);
  await check.answer({ items: [1] }, 1);
  refresh.add(change);
  await vi.advanceTimersByTimeAsync(50_000);
  expect(check.asked()).toBe(3);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(check.asked()).toBe(4);
  await check.answer({ items: [2] });
  expect(check.asked()).toBe(5);
  await check.answer({ items: [2] });
  expect([check.data(), check.isOutdated()]).toEqual([{ items: [2] }, false]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(check.asked()).toBe(5);
});

it('lets equal messages wait as one, as those about a job while the page is in the background', async () => {
  const resets = vi.fn();
  const refresh = createLiveRefresh(cache, resets);
  for (let step = 0; step < 2000; step += 1) refresh.add(progress);
  await vi.advanceTimersByTimeAsync(1000);
  expect(refreshed).toEqual([]);
  expect(resets).not.toHaveBeenCalled();
});
