import { expect, test, vi } from 'vitest';
import type { App } from '../../server/core/app/deps.ts';
import { rememberRequest, rememberRequests, untilAnswered } from '../support/open-requests.ts';

test('pending requests are awaited, even with fake timers', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const ended = vi.fn();
  void rememberRequest(promise, 'GET /slow');
  vi.useFakeTimers();
  const waiting = untilAnswered().then(ended);
  // Real time, as the fake clock does not advance.
  await new Promise((done) => process.nextTick(done));
  expect(ended).not.toHaveBeenCalled();
  resolve();
  await waiting.finally(() => vi.useRealTimers());
});

test('a request that is never answered is named', async () => {
  const answers = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
  let count = 0;
  const app = rememberRequests({ inject: () => answers[count++]?.promise } as unknown as App);
  const requests = [app.inject('/ready'), app.inject({ method: 'POST', url: '/items' })];
  await expect(untilAnswered({ timeout: 20 })).rejects.toThrow('still open: GET /ready, POST /items');
  answers[0]?.resolve({});
  answers[1]?.reject(new Error('gone'));
  await Promise.allSettled(requests);
  await untilAnswered({ timeout: 20 });
});
