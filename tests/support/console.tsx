import { render, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeAll, expect, onTestFinished } from 'vitest';
import type { ConsoleProps } from '../../src/app/context/console-props.ts';
import type { HostEvent } from '../../src/app/context/host-api.ts';
import { createConsole } from '../../src/app/create-console.tsx';
import { patientUser } from './patient-user.ts';
// The console loads it with its first toast: loaded here, a toast is rendered without delay.
import '../../src/app/toast/toasts.tsx';
import { startTestServer, type TestServer } from './server.ts';
import type { TestBrowser } from './server-browser.ts';
import type { Person } from './server-studio.ts';

/** The console’s API address; its calls reach the server in this process. */
export const apiBase = 'http://localhost:4400';

interface RenderOptions {
  /** The signed-in account; none if omitted. */
  as?: Person;
  /** A server prepared by the test; a fresh one if omitted. */
  server?: TestServer;
  /** The browser of another console in this test, to share its cookies. */
  browser?: TestBrowser;
  /** True to follow the stream; see `TestBrowser`. */
  follows?: boolean;
  /** True to reload the tab of the previous console; a new tab if omitted. */
  isReload?: boolean;
  /** Intercepts calls between console and server, to delay, count or fail them. */
  intercept?: (fetch: typeof globalThis.fetch) => typeof globalThis.fetch;
  props?: Partial<ConsoleProps>;
  /** Wraps the console, e.g. in React’s strict mode. */
  wrap?: (element: ReactElement) => ReactElement;
}

// Started here so that it does not count towards the time of a test.
beforeAll(() => startTestServer());

let mounts = 0;

/** Mounts the real console in this document at a path, against the real server; unmounted after the test. */
export async function renderConsole(path: string, options: RenderOptions = {}) {
  const server = options.server ?? (await startTestServer());
  const browser = options.browser ?? (options.as ? await server.signIn(options.as) : server.browser());
  browser.follows ||= options.follows ?? false;
  if (options.as) localStorage.setItem(`quartermaster:expires-at:${apiBase}`, String(Date.now() / 1000 + 900));
  window.history.replaceState(null, '', path);
  if (!options.isReload) sessionStorage.clear();

  const mountId = `test-${++mounts}`;
  const root = document.createElement('div');
  const overlay = document.createElement('div');
  for (const element of [root, overlay]) element.setAttribute('data-qm-root', mountId);
  document.body.append(root, overlay);

  const events: HostEvent[] = [];
  const console = createConsole({
    mountId,
    root,
    overlay,
    apiBase,
    basename: '/',
    routing: 'url',
    routerWindow: window,
    fetch: (options.intercept ?? ((fetch) => fetch))(browser.fetch),
    ownsDocument: true,
    onEvent: (event) => events.push(event),
    onRoute: () => undefined,
    detailsOf: (errorId) => `details of ${errorId}`,
    navigate: () => undefined,
    ...options.props,
  });
  const view = render(options.wrap?.(console.element) ?? console.element, { container: root });
  const close = () => {
    view.unmount();
    console.dispose();
    root.remove();
    overlay.remove();
  };
  onTestFinished(() => {
    close();
    localStorage.clear();
  });

  return {
    server,
    browser,
    console,
    events,
    root,
    overlay,
    close,
    user: patientUser(),
    /** The current path and query. */
    path: () => window.location.pathname + window.location.search,
    /** Waits until it follows the server with a stream. */
    untilFollows: () => waitFor(() => expect(browser.streams).toBeGreaterThan(0)),
    /** Asserts that there is no toast after all requests have ended. */
    expectNoToast: async () => {
      await waitFor(() => expect(within(overlay).queryByText(/^Still waiting/)).toBeNull());
      expect([...overlay.querySelectorAll('[role=alert], [role=status]')].map((one) => one.textContent)).toEqual([]);
    },
    /** Waits until the address has this path, with any query. */
    untilPath: (wanted: string) =>
      waitFor(() => {
        if (window.location.pathname !== wanted) throw new Error(`at ${window.location.pathname}, not ${wanted}`);
      }),
  };
}
