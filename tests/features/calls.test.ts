import { endpointUrl } from '@quartermaster/contract/endpoints/endpoint-url.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createQueryClient } from '../../src/app/query-client.ts';
import { createChallenge } from '../../src/shared/challenge/challenge.ts';
import { createConfirmation } from '../../src/shared/challenge/confirmation.ts';
import { itemQueries } from '../../src/shared/data/items.ts';
import { templateQueries } from '../../src/shared/data/templates.ts';
import { workspaceQueries } from '../../src/shared/data/workspaces.ts';
import { errorText } from '../../src/shared/http/error-text.ts';
import { HttpError, isRefusal } from '../../src/shared/http/http-error.ts';
import { createRequest } from '../../src/shared/services/send.ts';
import { createCookieSession } from '../../src/shared/session/cookie-session.ts';
import { expiryOfToken, isExpiring } from '../../src/shared/session/session.ts';
import { shows } from '../specification/shows.ts';
import { apiBase } from '../support/console.tsx';
import { eventually } from '../support/eventually.ts';

afterEach(() => {
  localStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie of a server that lets scripts read it
  document.cookie = 'qm_auth=; max-age=0';
});

const failure = (status_code: number, error: string, message: string) =>
  new HttpError(status_code, { status_code, error, message }, 'id');

describe('errorText()', () => {
  test.each([
    [10003, 'Oops! Something went wrong. Please try again. If you continue to have issues, contact our support team.'],
    [10005, 'Too many resend attempts'],
    [10006, "We couldn't locate your confirmation email"],
  ])('returns the catalogue’s sentence for code %i', (code, sentence) => {
    shows('1.8.code.10003', '1.8.code.10005', '1.8.code.10006', '1.8.display.status-code-first');
    expect(errorText(failure(code, 'An error field', 'A message'))).toBe(sentence);
  });

  test('falls back to the error field if it is a sentence', () => {
    shows('1.8.display.error-second');
    expect(errorText(failure(400, 'An error field', 'A message'))).toBe('An error field');
  });

  test.each([409, 10201, 10301, 10401, 10601, 11060, 11062, 30001, 60001])(
    'falls back to the message otherwise: %i',
    (code) => {
      shows('1.8.code.grouped', '1.8.display.error-second', '1.8.display.message-third', '3.errors.grouped-codes');
      expect(errorText(failure(code, 'conflict', 'A message'))).toBe('A message');
    },
  );

  test('falls back to the general sentence if there is no text', () => {
    shows('1.8.toast.generic');
    expect(errorText(failure(500, 'internal', ''))).toBe('Something went wrong. Please try again later');
    expect(errorText(null)).toBe('Something went wrong. Please try again later');
  });
});

describe('a call', () => {
  test('fills in path and query parameters, and adds the base URL before /v1', () => {
    shows('1.7.all.prefix', '2.7.all.prefix');
    const input = { params: { instanceId: 3, templateId: 'a b/c', id: 7 }, query: { limit: 5, before: undefined } };
    expect(endpointUrl('https://api.test/x', items.get, input)).toBe(
      'https://api.test/x/v1/editor/3/items/a%20b%2Fc/7?limit=5',
    );
  });

  test('that is refused throws the response body', async () => {
    shows('1.8.status.other');
    const body = {
      status_code: 409,
      error: 'taken',
      message: 'Taken.',
      fields: { name: 'in use' },
      details: { by: 1 },
    };
    const request = openRequest(() => Response.json(body, { status: 409, headers: { 'x-request-id': 'r1' } }));
    const error = await request(accounts.get, {}).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ status: 409, body, eventId: 'r1' });
  });

  test('throws the general sentence if an error response is not JSON', async () => {
    shows('1.8.status.other', '1.8.toast.generic');
    const request = openRequest(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await expect(request(accounts.get, {})).rejects.toThrow('Something went wrong. Please try again later');
  });

  test('throws the general sentence if a successful response is not JSON', async () => {
    const request = openRequest(() => new Response('<h1>Sign in to the network</h1>'));
    const error = await request(accounts.get, {}).catch((cause: unknown) => cause);
    expect(errorText(error)).toBe('Something went wrong. Please try again later');
    expect(isRefusal(error)).toBe(false);
  });

  test('reports an unreachable server if the response breaks off', async () => {
    const body = new ReadableStream({ pull: (stream) => stream.error(new TypeError('network error')) });
    const request = openRequest(() => new Response(body));
    await expect(request(accounts.get, {})).rejects.toMatchObject({ status: 0, body: { error: 'network' } });
  });

  test('reports an unreachable server if the request fails', async () => {
    const request = openRequest(() => {
      throw new TypeError('Failed to fetch');
    });
    await expect(request(accounts.get, {})).rejects.toMatchObject({ status: 0, body: { error: 'network' } });
  });

  function openRequest(answer: () => Response) {
    localStorage.setItem(`quartermaster:expires-at:${apiBase}`, String(Date.now() / 1000 + 900));
    const fetch = async () => answer();
    return createRequest({
      apiBase,
      fetch,
      session: createCookieSession({ apiBase, fetch, onExpired: () => undefined }),
      challenge: createChallenge({ root: document.body, overlay: document.body }),
      confirmation: createConfirmation(),
    });
  }
});

describe('token expiry', () => {
  const now = 1_000_000;
  test.each([
    ['missing', null, true],
    ['past', now - 1, true],
    ['299 seconds left', now + 299, true],
    ['300 seconds left', now + 300, false],
  ])('%s', (_, expiresAt, expected) => {
    shows('1.4.session.expired', '1.4.session.expiring', '1.4.session.missing', '1.4.session.not-expiring');
    expect(isExpiring(expiresAt, now)).toBe(expected);
  });

  const token = (claims: object) => `x.${btoa(JSON.stringify(claims))}.y`;

  test('is read from the exp claim', () => {
    shows('3.session.readable-cookie');
    expect(expiryOfToken(token({ exp: 42 }))).toBe(42);
    // In the alphabet for URLs, as in a JWT.
    const inUrls = token({ sub: '>>>???', exp: 42 }).replaceAll('+', '-').replaceAll('/', '_');
    expect(inUrls).toMatch(/-.*_/);
    expect(expiryOfToken(inUrls)).toBe(42);
  });

  test.each([token({ sub: 1 }), token({ exp: 'soon' }), 'opaque', 'a.%%.c', ''])(
    'is unknown without an exp claim: %s',
    (text) => {
      shows('1.4.session.without-exp');
      expect(expiryOfToken(text)).toBeNull();
    },
  );

  test('is read from a qm_auth cookie that scripts can read', async () => {
    shows('3.session.readable-cookie');
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie of a server that lets scripts read it
    document.cookie = `qm_auth=${token({ exp: Math.floor(Date.now() / 1000) + 600 })}`;
    const fetch = vi.fn(async () => Response.json({ expires_at: 0 }));
    const session = createCookieSession({ apiBase, fetch, onExpired: () => undefined });
    await session.authorize(false);
    expect(fetch).not.toHaveBeenCalled();
  });

  test('is not renewed before a public call', async () => {
    shows('1.7.all.public-no-refresh');
    const fetch = vi.fn(async () => Response.json({ expires_at: 0 }));
    const session = createCookieSession({ apiBase, fetch, onExpired: () => undefined });
    await session.authorize(true);
    expect(fetch).not.toHaveBeenCalled();
  });

  test('calls made during a renewal wait for that same renewal', async () => {
    shows('1.4.session.shared-refresh');
    let answer: (response: Response) => void = () => undefined;
    const fetch = vi.fn(() => new Promise<Response>((resolve) => (answer = resolve)));
    const session = createCookieSession({ apiBase, fetch, onExpired: () => undefined });
    const first = session.authorize(false);
    await eventually(() => expect(fetch).toHaveBeenCalledTimes(1));
    const second = session.authorize(false);
    answer(Response.json({ expires_at: Math.floor(Date.now() / 1000) + 900 }));
    await Promise.all([first, second]);
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});

describe('queries', () => {
  const open = () => {
    const notify = { success: vi.fn(), info: vi.fn(), error: vi.fn(), unanswered: vi.fn(), errors: vi.fn() };
    const report = vi.fn();
    const onPageFailed = vi.fn();
    const onRefused = vi.fn();
    const client = createQueryClient({
      notify,
      report,
      onPageFailed,
      onRefused,
      onDone: () => undefined,
    });
    return { notify, report, onPageFailed, onRefused, client };
  };
  const delays = (client: ReturnType<typeof open>['client']) => {
    const { retryDelay } = client.getDefaultOptions().queries ?? {};
    if (typeof retryDelay !== 'function') throw new Error('no delay');
    return [0, 1, 2, 3, 4, 5, 9].map((attempt) => retryDelay(attempt, new Error()));
  };

  test('are retried after 1000 ms, doubled each time, up to 30000 ms', () => {
    shows('1.8.retry.backoff', '1.8.retry.backoff-cap');
    expect(delays(open().client)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  test('stay cached for 5 minutes after their last use', async () => {
    shows('1.9.time.cache');
    const { client } = open();
    await client.prefetchQuery({ queryKey: ['a'], queryFn: () => 1, meta: { title: 'A' } });
    expect(client.getQueryCache().find({ queryKey: ['a'] })?.gcTime).toBe(5 * 60 * 1000);
    client.clear();
  });

  test('are fresh for 10 seconds, then fetched again', async () => {
    shows('1.7.all.stale-time');
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { client } = open();
    const queryFn = vi.fn(() => 1);
    const ask = () => client.prefetchQuery({ queryKey: ['a'], queryFn, meta: { title: 'A' } });
    await ask();
    vi.setSystemTime(Date.now() + 9_999);
    await ask();
    expect(queryFn).toHaveBeenCalledTimes(1);
    vi.setSystemTime(Date.now() + 1);
    await ask();
    expect(queryFn).toHaveBeenCalledTimes(2);
    const request = () => Promise.reject(new Error());
    expect(itemQueries.get(request, 1, 'sword', 1).staleTime).toBe(5000);
    expect(templateQueries.get(request, 1, 'sword').staleTime).toBe(60_000);
    client.clear();
  });

  test('of workspaces and subscriptions never go stale by time', () => {
    shows('1.7.subscription.cached', '1.7.workspaces.never-stale');
    const request = () => Promise.reject(new Error());
    expect(workspaceQueries.list(request).staleTime).toBe(Number.POSITIVE_INFINITY);
    expect(workspaceQueries.subscription(request, 1).staleTime).toBe(Number.POSITIVE_INFINITY);
  });

  test('that fail on a refetch leave the page as it is and show a toast', async () => {
    shows('1.8.retry.error-page', '2.8.call.retries');
    const { client, notify, onPageFailed } = open();
    const options = { queryKey: ['a'], retry: false, meta: { title: 'Things' } };
    await client.prefetchQuery({ ...options, queryFn: () => 1 });
    const observer = new QueryObserver(client, { ...options, queryFn: () => Promise.reject(failure(500, 'x', 'No.')) });
    await observer.refetch();
    expect(notify.error).toHaveBeenCalledExactlyOnceWith('Things', 'No.', 'id');
    expect(onPageFailed).not.toHaveBeenCalled();
    expect(client.getQueryData(['a'])).toBe(1);
    client.clear();
  });

  test.each([
    [402, true],
    [403, true],
    [404, true],
    [401, false],
    [409, false],
    [422, false],
    [500, false],
  ])('and mutations answered with %i refetch access: %s', async (status, isRead) => {
    const { client, onRefused } = open();
    const queryFn = () => Promise.reject(failure(status, 'x', 'No.'));
    await client.prefetchQuery({ queryKey: ['a'], queryFn, retry: false, meta: { title: 'A' } });
    expect(onRefused).toHaveBeenCalledTimes(isRead ? 1 : 0);
    const mutation = client.getMutationCache().build(client, { mutationFn: queryFn });
    await mutation.execute(undefined).catch(() => undefined);
    expect(onRefused).toHaveBeenCalledTimes(isRead ? 2 : 0);
    // Refetching the queries that decide access would cause the next refusal immediately.
    await client.prefetchQuery({ queryKey: ['b'], queryFn, retry: false, meta: { title: 'B', decidesAccess: true } });
    expect(onRefused).toHaveBeenCalledTimes(isRead ? 2 : 0);
    client.clear();
  });

  test('mutations toast failure (under their title) and success, and invalidate the queries they name', async () => {
    shows('1.8.toast.mutation', '2.8.call.mutation-toast');
    const { client, notify } = open();
    client.setQueryData(['instance', 3, 'things'], 1);
    client.setQueryData(['instance', 4, 'things'], 1);
    const build = (mutationFn: () => Promise<unknown>) =>
      client.getMutationCache().build(client, {
        mutationFn,
        meta: { of: 'logout', success: 'Thing saved', invalidates: [['instance', 3]] },
      });
    await build(() => Promise.reject(failure(409, 'x', 'No.')))
      .execute(undefined)
      .catch(() => undefined);
    expect(notify.error).toHaveBeenCalledExactlyOnceWith('Log out', 'No.', 'id');
    expect(client.getQueryState(['instance', 3, 'things'])?.isInvalidated).toBe(false);
    await build(() => Promise.resolve()).execute(undefined);
    expect(notify.success).toHaveBeenCalledExactlyOnceWith('Thing saved');
    expect(client.getQueryState(['instance', 3, 'things'])?.isInvalidated).toBe(true);
    expect(client.getQueryState(['instance', 4, 'things'])?.isInvalidated).toBe(false);
    client.clear();
  });
});
