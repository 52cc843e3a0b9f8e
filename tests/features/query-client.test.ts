import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient, endQueries } from '../../src/app/query-client.ts';
import { noAnswer } from '../../src/shared/http/read-answer.ts';
import type { Notify } from '../../src/shared/services/services.ts';
import { shows } from '../specification/shows.ts';

afterEach(() => {
  vi.useRealTimers();
});

const ignore = () => undefined;

const create = (notify: Partial<Notify> = {}) =>
  createQueryClient({
    notify: { success: ignore, info: ignore, error: ignore, unanswered: ignore, errors: () => ignore, ...notify },
    report: ignore,
    onPageFailed: ignore,
    onRefused: ignore,
    onDone: ignore,
  });

test('no timer remains of a query client that ends during a call', async () => {
  vi.useFakeTimers();
  const client = create();
  const call = client.fetchQuery({ queryKey: ['slow'], queryFn: () => new Promise<string>(() => undefined) });
  call.catch(ignore);
  expect(client.isFetching()).toBe(1);
  await endQueries(client);
  await expect(call).rejects.toThrow();
  expect(client.getQueryCache().getAll()).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test('only the toast about a query goes once the server responds: a change is not repeated', async () => {
  shows('4.designers.error-connection');
  const shown: string[] = [];
  const client = create({
    error: (title) => void shown.push(`stays: ${title}`),
    unanswered: (title) => void shown.push(`goes: ${title}`),
  });
  const fail = () => Promise.reject(noAnswer());
  const undo = client.getMutationCache().build(client, { mutationFn: fail, meta: { of: 'undoChangeSet' } });
  await expect(undo.execute(undefined)).rejects.toThrow();
  const meta = { title: 'Changes' };
  const list = { queryKey: ['list'], queryFn: fail, initialData: [], staleTime: 0, retry: false, meta };
  await expect(client.fetchQuery(list)).rejects.toThrow();
  expect(shown).toEqual(['stays: Undo', 'goes: Changes']);
  await endQueries(client);
});
