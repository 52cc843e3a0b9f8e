import { afterEach, expect, test, vi } from 'vitest';
import { limits } from '../../src/lifecycles/limits.ts';
import { checkedAccessToken } from '../../src/lifecycles/props/checked-access-token.ts';

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  [
    'does not settle',
    () => new Promise<string>(() => undefined),
    'The prop "getAccessToken" did not answer within 20 seconds.',
  ],
  [
    'returns an empty string',
    async () => '',
    'The prop "getAccessToken" must return a token, but it returned an empty string.',
  ],
  [
    'returns an object',
    async () => ({ token: 'abc' }) as unknown as string,
    'The prop "getAccessToken" must return a token, but it returned a value of type object.',
  ],
  [
    'throws',
    () => {
      throw new Error('not yet');
    },
    'not yet',
  ],
])('a "getAccessToken" that %s rejects with the reason', async (_, getAccessToken, reason) => {
  vi.useFakeTimers();
  const result = checkedAccessToken(getAccessToken)('initial').catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(limits.accessToken);
  expect(await result).toBe(reason);
  expect(vi.getTimerCount()).toBe(0);
});
