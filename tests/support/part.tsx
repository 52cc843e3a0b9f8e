import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore, Provider } from 'jotai';
import type { ReactNode } from 'react';
import { beforeAll, onTestFinished } from 'vitest';
import { createQueryClient } from '../../src/app/query-client.ts';
import { createToasts } from '../../src/app/toast/create-toasts.ts';
import { createNotify } from '../../src/app/toast/notify.tsx';
import { Toasts } from '../../src/app/toast/toasts.tsx';
import { activeInstanceAtom } from '../../src/shared/access/active-instance.ts';
import { type Request, type Services, ServicesContext } from '../../src/shared/services/services.ts';
import { type Loose, type Person, startTestServer, type TestServer, urlOf } from './server.ts';

// Here, so that no test's own time is spent on it.
beforeAll(() => startTestServer());

interface PartOptions {
  server: TestServer;
  as: Person;
  /** The active instance, as the console keeps it; -1 while it is not known. */
  instanceId: number;
}

/** What a part of the console is mounted with by {@link PartHome.mount}, against the real server. */
export interface PartHome {
  store: ReturnType<typeof createStore>;
  request: Request;
  /** Paths of the calls that the part has made. */
  calls: string[];
  mount: (part: ReactNode) => { user: ReturnType<typeof userEvent.setup> };
}

/** Makes a home for one part of the console, without the others. */
export function partHome({ server, as, instanceId }: PartOptions): PartHome {
  const calls: string[] = [];
  const request: Request = (endpoint, input) => {
    calls.push(urlOf(endpoint, input as Loose));
    return server.call(endpoint, input, { as });
  };
  const toasts = createToasts();
  const notify = createNotify(toasts);
  const queries = createQueryClient({
    notify,
    report: () => undefined,
    onPageLost: () => undefined,
    onRefused: () => undefined,
  });
  const store = createStore();
  store.set(activeInstanceAtom, instanceId);
  return {
    store,
    request,
    calls,
    mount: (part) => {
      const view = render(
        <Provider store={store}>
          <ServicesContext value={{ request, notify } as Services}>
            <QueryClientProvider client={queries}>
              <MantineProvider>
                {part}
                <Toasts store={toasts} />
              </MantineProvider>
            </QueryClientProvider>
          </ServicesContext>
        </Provider>,
      );
      onTestFinished(() => {
        view.unmount();
        queries.clear();
      });
      return { user: userEvent.setup() };
    },
  };
}
