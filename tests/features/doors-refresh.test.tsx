import { isDeepStrictEqual } from 'node:util';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createQueryClient } from '../../src/app/query-client.ts';
import { createChallenge } from '../../src/shared/challenge/challenge.ts';
import { createConfirmation } from '../../src/shared/challenge/confirmation.ts';
import { createRequest } from '../../src/shared/services/send.ts';
import { type Services, ServicesContext } from '../../src/shared/services/services.ts';
import { createCookieSession } from '../../src/shared/session/cookie-session.ts';
import { contentDoors, singleChanges, type UseChange } from '../support/content-doors.ts';
import { contentQueries, type UseShown } from '../support/content-queries.ts';
import { createWorld, type World } from '../support/content-world.ts';
import { startTestServer } from '../support/server.ts';

const apiBase = 'http://localhost:4400';
const ignore = () => undefined;
const notify = { success: ignore, info: ignore, error: ignore, unanswered: ignore, errors: () => ignore };

let world: World;
let services: Services;
let queries: Record<string, UseShown>;

// One for all: each change starts from what the ones before have left.
beforeAll(async () => {
  const server = await startTestServer();
  world = await createWorld(server);
  const { fetch } = await server.signIn('owner');
  localStorage.setItem(`quartermaster:expires-at:${apiBase}`, String(Date.now() / 1000 + 900));
  const session = createCookieSession({ apiBase, fetch, onExpired: ignore });
  const challenge = createChallenge({ root: document.body, overlay: document.body });
  const request = createRequest({ apiBase, fetch, session, challenge, confirmation: createConfirmation() });
  services = {
    request,
    session,
    challenge,
    notify,
    apiBase,
    fetch,
    ownsDocument: true,
    follow: ignore,
  } as unknown as Services;
  queries = contentQueries(request, world);
});

const createClient = () =>
  createQueryClient({ notify, report: ignore, onPageFailed: ignore, onRefused: ignore, onDone: ignore });

const within =
  (client: QueryClient) =>
  ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <ServicesContext.Provider value={services}>{children}</ServicesContext.Provider>
    </QueryClientProvider>
  );

function Part({
  useDisplayedVersion,
  onShown,
}: {
  useDisplayedVersion: UseShown;
  onShown: (now: ReturnType<UseShown>) => void;
}) {
  onShown(useDisplayedVersion());
  return null;
}

/** Opens all queries, each in a part of a page of its own. */
function openPage() {
  const client = createClient();
  const shown: Record<string, ReturnType<UseShown>> = {};
  const parts = Object.entries(queries).map(([name, useDisplayedVersion]) => (
    <Part
      key={name}
      useDisplayedVersion={useDisplayedVersion}
      onShown={(now) => {
        shown[name] = now;
      }}
    />
  ));
  const wrapper = within(client);
  // Not by the library, which closes it after each test.
  const root = createRoot(document.createElement('div'));
  act(() => root.render(wrapper({ children: parts })));
  const isLoading = () =>
    client.isFetching() > 0 || Object.values(shown).some(({ fetchStatus }) => fetchStatus !== 'idle');
  return {
    wrapper,
    /** What is shown once everything is loaded. */
    read: async (): Promise<Record<string, unknown>> => {
      await waitFor(() => expect(isLoading()).toBe(false), { interval: 5 });
      return Object.fromEntries(
        Object.entries(shown).map(([name, { data, error }]) => [name, error ? error.message : data]),
      );
    },
    close: () => {
      act(() => root.unmount());
      client.clear();
    },
  };
}

type Page = ReturnType<typeof openPage>;

/** The page that was opened after the last change, on which the next one is made. */
let last: Page | undefined;
afterAll(() => last?.close());

/** Makes a change on a page; returns what it shows before and after it, and what one shows that is opened afterwards. */
async function change(useChange: UseChange, page: Page) {
  const before = await page.read();
  const { result } = renderHook(useChange, { wrapper: page.wrapper });
  await act(result.current);
  const shown = await page.read();
  page.close();
  last = openPage();
  return { before, shown, fresh: await last.read() };
}

const differing = (one: Record<string, unknown>, other: Record<string, unknown>): string[] =>
  Object.keys(other).filter((name) => !isDeepStrictEqual(one[name], other[name]));

const changed = new Set<string>();

test.each(Object.entries(contentDoors))(
  'after %s, all that is open is as if it were opened now',
  async (_, prepare) => {
    const useChange = await prepare(world);
    const { before, shown, fresh } = await change(useChange, last ?? openPage());
    for (const name of differing(before, fresh)) changed.add(name);
    for (const name of differing(shown, fresh)) expect({ [name]: shown[name] }).toEqual({ [name]: fresh[name] });
  },
);

test('each of the queries is changed by one of the doors', () => {
  expect(Object.keys(queries).filter((name) => !changed.has(name))).toEqual([]);
});

// They load less, as a page with a form is left or has what it needs: the rest is loaded when it is opened.
test.each(Object.entries(singleChanges))('after %s, its pages show it', async (_, { prepare, leaves }) => {
  const useChange = await prepare(world);
  last?.close();
  const { shown, fresh } = await change(useChange, openPage());
  expect(differing(shown, fresh).filter((name) => !leaves.includes(name))).toEqual([]);
});
