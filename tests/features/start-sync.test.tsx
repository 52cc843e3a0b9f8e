import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useStartSync } from '../../src/shared/data/sync/syncs.ts';
import { type Services, ServicesContext } from '../../src/shared/services/services.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const second = 1000;
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

/** Starts a sync that stays in a state until it is set; counts its polls. */
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
  const polls = () => request.mock.calls.filter(([endpoint]) => endpoint === sync.get).length;
  return { running, queries, unmount, ended, polls };
}

test('a sync is followed until it is applied, even after leaving its page', async () => {
  const { running, unmount, ended, polls } = start();
  await pass(second);
  unmount();
  await pass(5 * second);
  expect(polls()).toBeGreaterThan(4);
  expect(ended).not.toHaveBeenCalled();
  running.state = 'applied';
  await pass(2 * second);
  expect(ended.mock.calls).toMatchObject([[{ id: 7 }]]);
});

test('signing out and unmounting the console stop the polling', async () => {
  const { queries, ended, polls } = start();
  await pass(2 * second);
  expect(polls()).toBeGreaterThan(0);
  queries.clear();
  await pass(second);
  const before = polls();
  await pass(60 * second);
  expect(polls()).toBe(before);
  expect(vi.getTimerCount()).toBe(0);
  expect(ended).not.toHaveBeenCalled();
});
