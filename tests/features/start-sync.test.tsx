import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useStartSync } from '../../src/shared/data/sync/syncs.ts';
import { type Services, ServicesContext } from '../../src/shared/services/services.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (milliseconds = 0) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

/** Starts a sync that stays in a state until it is set; counts how often it is read. */
function start() {
  const running = { state: 'running' as string };
  const counts = { added: 1, updated: 0, removed: 0, templates: 0 };
  const request = vi.fn(async (endpoint: unknown) =>
    endpoint === sync.get
      ? { sync: { id: 7, target: { env: 'Stage' }, counts, ...running } }
      : { id: 7, state: 'running' },
  );
  const queries = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>
      <ServicesContext.Provider value={{ request } as unknown as Services}>{children}</ServicesContext.Provider>
    </QueryClientProvider>
  );
  const { result, unmount } = renderHook(() => useStartSync(1), { wrapper });
  const ended = vi.fn();
  act(() => {
    const about = { scope: { kind: 'all' } as const, about: {}, success: '', onStarted: () => undefined };
    result.current.mutateAsync(about).then(ended, ended);
  });
  const reads = () => request.mock.calls.filter(([endpoint]) => endpoint === sync.get).length;
  return { running, queries, unmount, ended, reads };
}

test('a sync is followed until it is applied, even after leaving its page', async () => {
  const { running, unmount, ended, reads, queries } = start();
  await pass();
  unmount();
  await pass(60_000);
  // It does not poll.
  expect(reads()).toBe(1);
  // As the stream does.
  await act(() => queries.invalidateQueries());
  expect([reads(), ended.mock.calls.length]).toEqual([2, 0]);
  running.state = 'applied';
  await act(() => queries.invalidateQueries());
  await pass();
  expect(ended.mock.calls).toMatchObject([[{ id: 7 }]]);
});

test('signing out and unmounting the console end it', async () => {
  const { queries, ended, reads } = start();
  await pass();
  const before = reads();
  expect(before).toBeGreaterThan(0);
  queries.clear();
  await act(() => queries.invalidateQueries());
  await pass(60_000);
  expect(reads()).toBe(before);
  expect(vi.getTimerCount()).toBe(0);
  expect(ended).not.toHaveBeenCalled();
});
