import { afterEach, expect, test, vi } from 'vitest';
import { limits } from '../../src/lifecycles/limits.ts';
import { askForToken } from '../../src/lifecycles/props/ask-for-token.ts';

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['never', () => new Promise<string>(() => undefined), 'The prop "getAccessToken" did not answer within 20 seconds.'],
  ['with nothing', async () => '', 'The prop "getAccessToken" must answer a token, and it answered an empty text.'],
  [
    'with something else',
    async () => ({ token: 'abc' }) as unknown as string,
    'The prop "getAccessToken" must answer a token, and it answered object.',
  ],
  [
    'with an error',
    () => {
      throw new Error('not yet');
    },
    'not yet',
  ],
])('a host that answers a token request %s gets the reason of the failure', async (_, answer, problem) => {
  vi.useFakeTimers();
  const result = askForToken(answer)('initial').catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(limits.accessToken);
  expect(await result).toBe(problem);
  expect(vi.getTimerCount()).toBe(0);
});
