import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { createStore, Provider } from 'jotai';
import type { ReactNode } from 'react';
import { beforeAll, onTestFinished } from 'vitest';
import { createQueryClient } from '../../src/app/query-client.ts';
import { createToasts } from '../../src/app/toast/create-toasts.ts';
import { createNotify } from '../../src/app/toast/notify.tsx';
import { Toasts } from '../../src/app/toast/toasts.tsx';
import { activeInstanceAtom } from '../../src/shared/access/active-instance.ts';
import { feedPermissions } from '../../src/shared/access/permissions.ts';
import { type Request, type Services, ServicesContext } from '../../src/shared/services/services.ts';
import { patientUser } from './patient-user.ts';
import { type Loose, type Person, startTestServer, type TestServer, urlOf } from './server.ts';

// Started here so that it does not count towards the time of a test.
beforeAll(() => startTestServer());

interface PartOptions {
  server: TestServer;
  as: Person;
  /** The console’s active instance; -1 while it is unknown. */
  instanceId: number;
}

/** Options with which {@link PartHome.mount} mounts a part of the console, against the real server. */
export interface PartHome {
  store: ReturnType<typeof createStore>;
  request: Request;
  /** Paths of the part’s calls. */
  calls: string[];
  mount: (part: ReactNode) => { user: UserEvent };
}

/** Creates an environment for one part of the console on its own. */
export function partHome({ server, as, instanceId }: PartOptions): PartHome {
  const calls: string[] = [];
  const request: Request = (endpoint, input) => {
    calls.push(urlOf(endpoint, input as Loose));
    return server.call(endpoint, input, { as });
  };
  const toasts = createToasts();
  const notify = createNotify(toasts);
  const report: Services['report'] = () => undefined;
  const queries = createQueryClient({
    notify,
    report,
    onPageFailed: () => undefined,
    onRefused: () => undefined,
    onDone: () => undefined,
  });
  const store = createStore();
  store.set(activeInstanceAtom, instanceId);
  onTestFinished(feedPermissions(store, { request, queries }));
  return {
    store,
    request,
    calls,
    mount: (part) => {
      const view = render(
        <Provider store={store}>
          <ServicesContext
            value={
              {
                request,
                notify,
                report,
                hrefOf: (to: string) => to,
                hostExtensions: [],
                apiBase: '',
              } as unknown as Services
            }
          >
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
      return { user: patientUser() };
    },
  };
}
