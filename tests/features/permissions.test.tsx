import { items } from '@quartermaster/contract/endpoints/items.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import { expect, onTestFinished, test, vi } from 'vitest';
import { activeInstanceAtom } from '../../src/shared/access/active-instance.ts';
import { Can } from '../../src/shared/access/can.tsx';
import { feedPermissions, permissionsAtom } from '../../src/shared/access/permissions.ts';
import { instanceQueries } from '../../src/shared/data/instances.ts';
import { HttpError } from '../../src/shared/http/http-error.ts';
import { type Request, type Services, ServicesContext } from '../../src/shared/services/services.ts';
import { shows } from '../specification/shows.ts';
import { eventually } from '../support/eventually.ts';

const held = (permissions: number[]) => ({ workspace_role_id: 3, permissions });

/** The store and query client of one console, whose server answers with these permissions by instance. */
function openConsole(answer: (instanceId: number) => unknown) {
  const request = (async (endpoint: { path: string }, input: { params: { instanceId: number } }) =>
    endpoint.path.endsWith('/permissions')
      ? answer(input.params.instanceId)
      : { workspaces: [] }) as unknown as Request;
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const store = createStore();
  onTestFinished(feedPermissions(store, { request, queries }));
  onTestFinished(() => queries.clear());
  return {
    request,
    queries,
    store,
    now: () => store.get(permissionsAtom),
    /** Subscribes to the atom. */
    read: () => onTestFinished(store.sub(permissionsAtom, () => undefined)),
    query: (instanceId: number) => instanceQueries.permissions(request, instanceId),
  };
}

test('the permissions of an instance are discarded as soon as another one becomes active', async () => {
  shows('1.4.instance.permissions-per-instance');
  const { promise: late, resolve } = Promise.withResolvers<unknown>();
  const { store, now, read } = openConsole((id) => (id === 1 ? held([1, 6]) : late));
  read();
  expect(now()).toMatchObject({ instanceId: 0, answer: undefined, isKnown: true });
  store.set(activeInstanceAtom, 1);
  expect(now()).toMatchObject({ instanceId: 1, answer: undefined, isKnown: false });
  await eventually(() => expect(now().answer?.permissions).toEqual([1, 6]));
  store.set(activeInstanceAtom, 2);
  expect(now()).toMatchObject({ instanceId: 2, answer: undefined, isKnown: false });
  resolve(held([1]));
  await eventually(() => expect(now().answer?.permissions).toEqual([1]));
  store.set(activeInstanceAtom, -1);
  expect(now()).toMatchObject({ instanceId: 0, answer: undefined });
});

test('two consoles on a page have separate permissions', async () => {
  const one = openConsole(() => held([1, 6]));
  const other = openConsole(() => held([1]));
  for (const { store, read } of [one, other]) {
    store.set(activeInstanceAtom, 1);
    read();
  }
  await eventually(() => expect([one, other].map(({ now }) => now().answer?.permissions)).toEqual([[1, 6], [1]]));
});

test('a refusal clears the loaded permissions; a failed call does not', async () => {
  let answer: () => unknown = () => held([1, 6]);
  const { store, now, read, queries, query } = openConsole(() => answer());
  store.set(activeInstanceAtom, 1);
  read();
  await eventually(() => expect(now().answer?.permissions).toEqual([1, 6]));
  const fail = (status: number) => {
    answer = () => Promise.reject(new HttpError(status, { status_code: status, error: 'x', message: 'x' }, 'id'));
    return queries.refetchQueries({ queryKey: query(1).queryKey });
  };
  await fail(500);
  expect(now()).toMatchObject({ answer: held([1, 6]), isTaken: false });
  await fail(403);
  await eventually(() => expect(now()).toMatchObject({ answer: undefined, isKnown: true, isTaken: true }));
});

test('permissions fetched without a reader are available to the first reader', async () => {
  const { store, now, queries, query } = openConsole(() => held([1]));
  store.set(activeInstanceAtom, 1);
  expect(now().isKnown).toBe(false);
  await queries.fetchQuery(query(1));
  await eventually(() => expect(now().answer?.permissions).toEqual([1]));
});

/** Renders this number of controls in a console; the returned function changes it. */
function renderControls({ store, request, queries }: ReturnType<typeof openConsole>, length: number) {
  const services = { request } as Services;
  const element = (count: number) => (
    <Provider store={store}>
      <ServicesContext value={services}>
        <QueryClientProvider client={queries}>
          {Array.from({ length: count }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never change
            <Can key={index} do={items.list} otherwise="No">
              Yes
            </Can>
          ))}
        </QueryClientProvider>
      </ServicesContext>
    </Provider>
  );
  const view = render(element(length));
  onTestFinished(view.unmount);
  return (count: number) => view.rerender(element(count));
}

test('controls share one source of permissions, however many there are', async () => {
  const opened = openConsole(() => held([1, 6]));
  const { store, queries, query } = opened;
  store.set(activeInstanceAtom, 1);
  renderControls(opened, 20);
  expect(await screen.findByText(/Yes/)).toBeTruthy();
  expect(
    queries
      .getQueryCache()
      .find({ queryKey: query(1).queryKey })
      ?.getObserversCount(),
  ).toBeLessThanOrEqual(2);
});

test('a control that mounts after the permissions have failed does not request them again', async () => {
  const failed = () => Promise.reject(new HttpError(500, { status_code: 500, error: 'x', message: 'x' }, 'id'));
  const answer = vi.fn<(instanceId: number) => unknown>(failed);
  const opened = openConsole(answer);
  const { store, queries, query } = opened;
  const untilFailed = (id: number) =>
    eventually(() => expect(queries.getQueryState(query(id).queryKey)?.status).toBe('error'));
  store.set(activeInstanceAtom, 1);
  const setCount = renderControls(opened, 1);
  await untilFailed(1);
  setCount(2);
  setCount(0);
  setCount(1);
  expect(answer.mock.calls).toEqual([[1]]);
  // The instance is opened again.
  act(() => store.set(activeInstanceAtom, 2));
  await untilFailed(2);
  answer.mockImplementation(() => held([1, 6]));
  act(() => store.set(activeInstanceAtom, 1));
  expect(await screen.findByText(/Yes/)).toBeTruthy();
  expect(answer.mock.calls).toEqual([[1], [2], [1]]);
});
