import { paths } from '@quartermaster/contract/paths.ts';
import { createStore } from 'jotai';
import { createBrowserRouter, createMemoryRouter, type Location } from 'react-router-dom';
import { activeInstanceAtom } from '../shared/access/active-instance.ts';
import { feedPermissions, retryPermissions } from '../shared/access/permissions.ts';
import { awaitedChangesAtom } from '../shared/billing/awaited-changes.ts';
import { createChallenge } from '../shared/challenge/challenge.ts';
import { accountQueries } from '../shared/data/accounts.ts';
import { watchConnection } from '../shared/http/connection.ts';
import { eventIdOf } from '../shared/http/event-id.ts';
import { chromeAtom } from '../shared/services/chrome.ts';
import { createRequest } from '../shared/services/send.ts';
import { createUnsavedChanges } from '../shared/services/unsaved-changes.ts';
import { createCookieSession } from '../shared/session/cookie-session.ts';
import { createHostSession } from '../shared/session/host-session.ts';
import { isSessionKnown } from '../shared/session/session.ts';
import { fetchLateCode } from '../shared/ui/lazy/late-code.ts';
import { ConsoleRoot } from './console-root.tsx';
import { createServices } from './console-services.ts';
import { startColorScheme } from './context/color-scheme.ts';
import type { Console, ConsoleProps } from './context/console-props.ts';
import type { ErrorPhase } from './context/host-api.ts';
import { isOpenMatch } from './context/is-open-match.ts';
import { followScreen } from './context/on-screen.ts';
import { createOnlyPages } from './context/only-pages.ts';
import { dispose } from './dispose.ts';
import { createFailedPage } from './failed-page.ts';
import { firstAnswers } from './first-answers.ts';
import { followRoute } from './follow-route.ts';
import { followSignIns } from './follow-sign-ins.ts';
import { createThemeSetter } from './host-theme-setter.ts';
import { cachedBootstrap } from './layout/bootstrap.ts';
import { activateFirstInstance } from './layout/instance/activate-first-instance.ts';
import { requestFirstInstance } from './layout/instance/request-first-instance.ts';
import { pathInside } from './path-inside.ts';
import { createQueryClient } from './query-client.ts';
import { renewAccess } from './renew-access.ts';
import { startErrorReporting } from './reporting/error-reporting.ts';
import { createRoutes } from './routes.tsx';
import { createSessionEnd } from './session-end.ts';
import { createToasts } from './toast/create-toasts.ts';
import { createNotify } from './toast/notify.tsx';
import { watchUnload } from './watch-unload.ts';

/** How long to wait for the first page before rendering placeholders, in milliseconds. */
const firstPageTimeout = { ownPage: 1000, embedded: 500 };

/**
 * Creates one console. All state is created here, so that two consoles on a page share nothing. Waits at most `timeout` milliseconds for
 * the first page.
 */
export function createConsole(
  given: ConsoleProps,
  timeout = given.ownsDocument ? firstPageTimeout.ownPage : firstPageTimeout.embedded,
): Console {
  // A copy in which `dispose` replaces `root`, `overlay` and the host's functions: read these from it on each use, and never store them.
  // The other props are unchanged.
  const props = { ...given };
  const store = createStore();
  const toasts = createToasts();
  const notify = createNotify(toasts);
  const reporting = startErrorReporting(props.sentry);
  const { report } = reporting;
  const scheme = startColorScheme(store, props);
  const onlyPages = createOnlyPages(() => routes, props.only);
  let { chrome } = props;
  const setChrome = () => {
    const isWhole = onlyPages.start() === undefined;
    const { header = isWhole, sidebar = isWhole } = chrome ?? {};
    store.set(chromeAtom, { header, sidebar });
  };
  setChrome();
  const requestInstance = requestFirstInstance(store, props, onlyPages);
  const unload = watchUnload(props.routerWindow);
  const unsavedChanges = createUnsavedChanges((isDirty) => {
    unload.set(isDirty);
    // The dialog about unsaved changes must be loaded before the server becomes unreachable.
    if (isDirty) void fetchLateCode();
    props.onEvent({ type: 'dirty', isDirty });
  });

  const pathOf = (location: Location) => pathInside(location, props.basename, props.routing);

  const forget = () => {
    unsavedChanges.clear();
    queries.clear();
    store.set(awaitedChangesAtom, new Map());
    store.set(activeInstanceAtom, -1);
  };
  const openSignIn = async () => {
    const here = pathOf(router.state.location);
    if (here.startsWith(paths.signIn)) return;
    // If the session had ended before such a page was opened, the page is shown as to a signed-out user.
    const isOpened = queries.getQueryData(accountQueries.settings(request).queryKey) !== undefined;
    if (!isOpened && isOpenMatch(router.state.matches.map(({ route }) => route))) return;
    // Replaces the history entry: "back" would only return to the page, and from there to sign-in again.
    await router.navigate(`/login?from=${encodeURIComponent(here)}`, { replace: true });
  };
  const { onExpired, onCall } = createSessionEnd({
    unsavedChanges,
    tellHost: () => props.onEvent({ type: 'session-expired' }),
    openSignIn,
  });
  const otherTabs = followSignIns(() => ({
    request,
    queries,
    unsavedChanges,
    path: () => pathOf(router.state.location),
    goTo: async (path) => router.navigate(onlyPages.shownFor(path), { replace: true }),
    onExpired,
    forget,
    leaveInstance: () => store.set(activeInstanceAtom, -1),
  }));

  /** Reports a failure that the console itself shows to the host. */
  const tellHost = (phase: ErrorPhase, error: unknown, id = eventIdOf(error)) => {
    const message = error instanceof Error ? error.message : String(error);
    props.onEvent({ type: 'error', phase, fatal: false, id, message });
  };

  const setTheme = createThemeSetter(store, (error) => tellHost('load', error));

  const { apiBase, getAccessToken } = props;
  const connection = watchConnection({
    apiBase,
    fetch: props.fetch,
    // Failed queries are refetched; paused ones resume by themselves.
    onReconnected: () => {
      void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
      failedPage.retry();
    },
  });
  const failedPage = createFailedPage(
    () => router,
    () => pathOf(router.state.location),
  );
  const { fetch } = connection;
  const session = getAccessToken
    ? createHostSession({
        getAccessToken,
        onExpired,
        onNoToken: (error) => tellHost('token', error),
      })
    : createCookieSession({ apiBase, fetch, onExpired, otherTabs });
  const challenge = createChallenge(props);
  const request = createRequest({ apiBase, fetch, session, challenge, onCall });
  const queries = createQueryClient({
    notify,
    report,
    onPageFailed: (error, state) => {
      tellHost('data', error, state.eventId);
      failedPage.show(state);
    },
    onRefused: renewAccess(() => queries),
    onDone: (done) => props.onEvent(done),
  });
  const stopPermissions = feedPermissions(store, { request, queries });
  const services = createServices({
    request,
    session,
    challenge,
    notify,
    report,
    unsavedChanges,
    apiBase,
    fetch,
    props,
    router: () => router,
    pathOf,
    forget,
  });

  const replacementOf = (url: URL) => {
    const path = pathInside(url, props.basename, props.routing);
    const shown = onlyPages.shownFor(path);
    return shown === path ? null : shown;
  };
  const routes = createRoutes({ request, queries, isSessionKnown: () => isSessionKnown(session), replacementOf });
  const router =
    props.routing === 'memory'
      ? createMemoryRouter(routes, { initialEntries: [onlyPages.shownFor(paths.home)] })
      : createBrowserRouter(routes, { basename: props.basename, window: props.routerWindow });

  // A reload.
  failedPage.retry();

  const stopFollowing = followRoute(router, {
    pathOf,
    onRoute: (pattern) => props.onRoute(pattern),
    onPath: (to) => {
      challenge.cancel();
      if (!failedPage.isShown()) retryPermissions(store);
      props.onEvent({ type: 'navigate', to });
    },
  });
  const closing = new AbortController();
  const screen = followScreen();
  const first = firstAnswers({ router, queries, timeout, signal: closing.signal }).then(() =>
    activateFirstInstance(store, cachedBootstrap(request, queries), pathOf(router.state.location)),
  );
  const themed = props.theme && setTheme(props.theme);

  return {
    ready: themed ? Promise.all([first, themed]).then(() => undefined) : first,
    element: (
      <ConsoleRoot
        props={props}
        services={services}
        scheme={scheme}
        connection={connection}
        store={store}
        queries={queries}
        toasts={toasts}
        router={router}
        noteScreen={screen.note}
        onlyPages={onlyPages}
      />
    ),
    shown: () => screen.firstShown({ router, queries, isFailed: failedPage.isShown, signal: closing.signal }),
    update: (changes) => {
      if ('colorScheme' in changes) scheme.setByHost(changes.colorScheme);
      if ('chrome' in changes) chrome = changes.chrome;
      if ('only' in changes) {
        onlyPages.setStart(changes.only);
        const here = pathOf(router.state.location);
        const shown = onlyPages.shownFor(here);
        if (shown !== here) void router.navigate(shown, { replace: true });
      }
      setChrome();
      if ('theme' in changes) void setTheme(changes.theme);
      requestInstance(changes.activeInstanceId);
    },
    goTo: (url, isReplace) => {
      const path = pathInside(url, props.basename, props.routing) + url.hash;
      void router.navigate(onlyPages.shownFor(path), { replace: isReplace });
    },
    reportCrash: (error) => {
      report(error, { isFatal: true });
      return eventIdOf(error);
    },
    dispose: () => {
      closing.abort();
      reporting.stop();
      stopFollowing();
      session.stop();
      connection.stop();
      challenge.cancel();
      router.dispose();
      stopPermissions();
      void queries.cancelQueries();
      queries.clear();
      scheme.stop();
      unload.set(false);
      dispose(props);
    },
  };
}
