import { createStore } from 'jotai';
import { activeInstanceAtom } from '../shared/access/active-instance.ts';
import { feedPermissions, retryPermissions } from '../shared/access/permissions.ts';
import { awaitedChangesAtom } from '../shared/billing/awaited-changes.ts';
import { createChallenge } from '../shared/challenge/challenge.ts';
import { accountQueries } from '../shared/data/accounts.ts';
import { watchConnection } from '../shared/http/connection.ts';
import { eventIdOf } from '../shared/http/event-id.ts';
import { createRequest } from '../shared/services/send.ts';
import { createUnsavedChanges } from '../shared/services/unsaved-changes.ts';
import { createCookieSession } from '../shared/session/cookie-session.ts';
import { createHostSession } from '../shared/session/host-session.ts';
import { isSessionKnown } from '../shared/session/session.ts';
import { fetchLateCode } from '../shared/ui/lazy/late-code.ts';
import { createAccessRefetch } from './access-refetch.ts';
import { ConsoleRoot } from './console-root.tsx';
import { createServices } from './console-services.ts';
import { startColorScheme } from './context/color-scheme.ts';
import type { Console, ConsoleProps } from './context/console-props.ts';
import type { ErrorPhase } from './context/host-api.ts';
import { followScreen } from './context/on-screen.ts';
import { createOnlyPages } from './context/only-pages.ts';
import { createChrome } from './create-chrome.ts';
import { createNavigation } from './create-navigation.ts';
import { detachProps } from './detach-props.ts';
import { createFailedPage } from './failed-page.ts';
import { firstPageLoaded } from './first-page-loaded.ts';
import { followRoute } from './follow-route.ts';
import { followSignIns } from './follow-sign-ins.ts';
import { createThemeSetter } from './host-theme-setter.ts';
import { cachedBootstrap } from './layout/bootstrap.ts';
import { activateFirstInstance } from './layout/instance/activate-first-instance.ts';
import { requestFirstInstance } from './layout/instance/request-first-instance.ts';
import { type PathOf, pathInside } from './path-inside.ts';
import { createQueryClient } from './query-client.ts';
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
  // A copy in which `detachProps` replaces `root`, `overlay` and the host's functions: read these from it on each use, and never store them.
  // The other props are unchanged.
  const props = { ...given };
  const store = createStore();
  const toasts = createToasts();
  const notify = createNotify(toasts);
  const reporting = startErrorReporting(props.sentry);
  const { report } = reporting;
  const scheme = startColorScheme(store, props);
  const onlyPages = createOnlyPages(() => routes, props.only);
  const chrome = createChrome(store, onlyPages, props.chrome);
  const requestInstance = requestFirstInstance(store, props, onlyPages);
  const unload = watchUnload(props.routerWindow);
  const unsavedChanges = createUnsavedChanges((isDirty) => {
    unload.set(isDirty);
    // The dialog about unsaved changes must be loaded before the server becomes unreachable.
    if (isDirty) void fetchLateCode();
    props.onEvent({ type: 'dirty', isDirty });
  });

  const pathOf: PathOf = (place) => pathInside(place, props.basename, props.routing);

  const clearUserData = () => {
    unsavedChanges.clear();
    queries.clear();
    store.set(awaitedChangesAtom, new Map());
    store.set(activeInstanceAtom, -1);
  };
  const { onExpired, onCall } = createSessionEnd({
    unsavedChanges,
    notifyHost: () => props.onEvent({ type: 'session-expired' }),
    openSignIn: () => navigation.openSignIn(),
  });
  const otherTabs = followSignIns(() => ({
    request,
    queries,
    unsavedChanges,
    path: navigation.path,
    goTo: navigation.replace,
    onExpired,
    clearUserData,
    leaveInstance: () => store.set(activeInstanceAtom, -1),
  }));

  /** Sends the host an `error` event for a failure that the console shows to its user. */
  const emitError = (phase: ErrorPhase, error: unknown, id = eventIdOf(error)) => {
    const message = error instanceof Error ? error.message : String(error);
    props.onEvent({ type: 'error', phase, fatal: false, id, message });
  };

  const setTheme = createThemeSetter(store, (error) => emitError('load', error));

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
    () => navigation.path(),
  );
  const { fetch } = connection;
  const session = getAccessToken
    ? createHostSession({
        getAccessToken,
        onExpired,
        onNoToken: (error) => emitError('token', error),
      })
    : createCookieSession({ apiBase, fetch, onExpired, otherTabs });
  const challenge = createChallenge(props);
  const request = createRequest({ apiBase, fetch, session, challenge, onCall });
  const queries = createQueryClient({
    notify,
    report,
    onPageFailed: (error, state) => {
      emitError('data', error, state.eventId);
      failedPage.show(state);
    },
    onRefused: createAccessRefetch(() => queries),
    onDone: (event) => props.onEvent(event),
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
    clearUserData,
  });

  const replacementOf = (url: URL) => {
    const path = pathOf(url);
    const shown = onlyPages.shownFor(path);
    return shown === path ? null : shown;
  };
  const routes = createRoutes({ request, queries, isSessionKnown: () => isSessionKnown(session), replacementOf });
  const navigation = createNavigation({
    props,
    routes,
    onlyPages,
    pathOf,
    hasSignedIn: () => queries.getQueryData(accountQueries.settings(request).queryKey) !== undefined,
  });
  const { router } = navigation;

  // The error page was reloaded: try the page that failed.
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
  const first = firstPageLoaded({ router, queries, timeout, signal: closing.signal }).then(() =>
    activateFirstInstance(store, cachedBootstrap(request, queries), navigation.path()),
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
      if ('only' in changes) navigation.showOnly(changes.only);
      chrome.update(changes);
      if ('theme' in changes) void setTheme(changes.theme);
      requestInstance(changes.activeInstanceId);
    },
    goTo: navigation.goTo,
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
      detachProps(props);
    },
  };
}
