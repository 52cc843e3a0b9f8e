import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient, endQueries } from '../../src/app/query-client.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('no timer remains of a query client that ends during a call', async () => {
  vi.useFakeTimers();
  const ignore = () => undefined;
  const client = createQueryClient({
    notify: { success: ignore, info: ignore, error: ignore, unanswered: ignore, errors: () => ignore },
    report: ignore,
    onPageFailed: ignore,
    onRefused: ignore,
    onDone: ignore,
  });
  const call = client.fetchQuery({ queryKey: ['slow'], queryFn: () => new Promise<string>(() => undefined) });
  call.catch(ignore);
  expect(client.isFetching()).toBe(1);
  await endQueries(client);
  await expect(call).rejects.toThrow();
  expect(client.getQueryCache().getAll()).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
