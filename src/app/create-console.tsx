import { createStore } from 'jotai';
import { feedPermissions, retryPermissions } from '../shared/access/permissions.ts';
import { createChallenge } from '../shared/challenge/challenge.ts';
import { createConfirmation } from '../shared/challenge/confirmation.ts';
import { accountQueries } from '../shared/data/accounts.ts';
import { eventIdOf } from '../shared/http/event-id.ts';
import { entranceFor, mayRecover } from '../shared/http/http-error.ts';
import { isSessionKnown } from '../shared/session/session.ts';
import { createAccessRefetch } from './access-refetch.ts';
import { ConsoleRoot } from './console-root.tsx';
import { createServices } from './console-services.ts';
import { startColorScheme } from './context/color-scheme.ts';
import type { Console, ConsoleProps } from './context/console-props.ts';
import { createOnlyPages } from './context/only-pages.ts';
import { createChrome } from './create-chrome.ts';
import { createNavigation } from './create-navigation.ts';
import { createPart, notShown } from './create-part.ts';
import { detachHost, detachProps } from './detach-props.ts';
import { createErrorEvents } from './error-events.ts';
import { createFailedPage } from './failed-page.ts';
import { followFirstPage } from './first-page.ts';
import { followRoute } from './follow-route.ts';
import { createThemeSetter } from './host-theme-setter.ts';
import { startKeeping } from './keep-answers.ts';
import { requestFirstInstance } from './layout/instance/request-first-instance.ts';
import type { PageMember } from './page-member.ts';
import { findPageSession, type PageSession } from './page-session.ts';
import { type PathOf, pathInside } from './path-inside.ts';
import { patternOf } from './pattern-of.ts';
import { createQueryClient, endQueries } from './query-client.ts';
import { startErrorReporting } from './reporting/error-reporting.ts';
import { createRoutes } from './routes.tsx';
import { createSessionEnd } from './session-end.ts';
import { createToasts } from './toast/create-toasts.ts';
import { createNotify } from './toast/notify.tsx';
import { hideUnanswered } from './toast/unanswered.ts';
import { trackUnsavedChanges } from './track-unsaved-changes.ts';
import { createUserData } from './user-data.ts';

/** How long to wait for the first page before rendering placeholders, in milliseconds. */
const firstPageTimeout = { ownPage: 1000, embedded: 500 };

interface ConsoleOptions {
  /** How long to wait for the first page, in milliseconds. */
  timeout?: number;
  /** The sessions of the page, of which it joins one or begins another; by default it shares none. */
  sessions?: PageSession[];
}

/** Creates one console. Its state is created here: two consoles on a page share only their session and answers. */
export function createConsole(initial: ConsoleProps, options: ConsoleOptions = {}): Console {
  const { timeout = initial.ownsDocument ? firstPageTimeout.ownPage : firstPageTimeout.embedded, sessions = [] } =
    options;
  // A copy in which `detachProps` replaces `root`, `overlay` and the host's functions: read these from it on each use, and never store them.
  // The other props are unchanged.
  const props = { ...initial };
  const store = createStore();
  const toasts = createToasts();
  const notify = createNotify(toasts);
  const reporting = startErrorReporting(props.sentry);
  const { report } = reporting;
  const scheme = startColorScheme(store, props);
  /** True once another user may have signed in. */
  let hasClosed = false;
  const part = props.part && createPart({ props, first: props.part, store, navigation: () => navigation });
  const onlyPages = createOnlyPages(() => routes, part?.start ?? props.only, part?.isItsPage);
  const chrome = createChrome(store, onlyPages, props.chrome);
  const requestInstance = requestFirstInstance(store, props, onlyPages);
  const { unsavedChanges, stop: stopTracking } = trackUnsavedChanges(props);
  const emitError = createErrorEvents(props);
  const setTheme = createThemeSetter(store, (error) => emitError('load', error));
  const pathOf: PathOf = (location) => pathInside(location, props.basename, props.routing);

  const closeKept = () => {
    hasClosed = true;
    keeping.close();
  };
  const page = findPageSession(sessions, props);
  const { request, session, connection } = page.api;
  const failedPage = createFailedPage(() => navigation);
  const refetchAccess = createAccessRefetch(() => queries);
  const queries = createQueryClient({
    cache: page.cache,
    notify,
    report,
    onPageFailed: (error, state) => {
      emitError('data', error, state.eventId);
      failedPage.show(state);
    },
    onRefused: (error, key) => {
      const entrance = entranceFor(error);
      if (entrance === undefined) refetchAccess();
      else void navigation.openEntrance(entrance, { key, state: { mayRecover: mayRecover(error) } });
    },
    onDone: (event) => props.onEvent(event),
  });
  const userData = createUserData({ store, unsavedChanges, closeKept });
  const challenge = createChallenge(props);
  const confirmation = createConfirmation();
  const cancelQuestions = () => {
    challenge.cancel();
    confirmation.settle(false);
  };
  const member: PageMember = {
    ...userData,
    ...createSessionEnd({
      closeKept,
      unsavedChanges,
      notifyHost: () => props.onEvent({ type: 'session-expired' }),
      openSignIn: (input) => navigation.openSignIn(input),
    }),
    props,
    challenge,
    confirmation,
    unsavedChanges,
    queries,
    path: () => navigation.path(),
    goTo: (path) => navigation.replace(path),
    onNoToken: (error) => emitError('token', error),
    onReconnected: () => {
      hideUnanswered(toasts);
      failedPage.retry();
    },
  };
  const keep = () => startKeeping({ props, queries, path: () => navigation.path() });
  let keeping = keep();
  const source = { request, queries };
  let stopPermissions = feedPermissions(store, source);
  const joined = page.join(member);
  /** The users of the first and the last token or cookie; null as long as there is none. */
  const users: { first: string | null; last: Promise<string | null> } = {
    first: null,
    last: joined.then(() => session.user()),
  };
  void users.last.then((user) => {
    users.first = user;
  });
  const services = createServices({
    page,
    member,
    challenge,
    confirmation,
    notify,
    report,
    unsavedChanges,
    props,
    router: () => router,
    pathOf,
    part: part?.service ?? null,
  });

  const routes = createRoutes({
    request,
    queries,
    isSessionKnown: () => isSessionKnown(session),
    replacementOf: (url) => onlyPages.replacementFor(pathOf(url)),
    isPart: part !== undefined,
  });
  const navigation = createNavigation({
    props,
    routes,
    onlyPages,
    pathOf,
    hasSignedIn: () => queries.getQueryData(accountQueries.settings(request).queryKey) !== undefined,
    hasEnded: session.hasEnded,
  });
  const { router, path } = navigation;

  // The error page was reloaded: try the page that failed.
  failedPage.retry();

  const stopFollowing = followRoute(router, {
    pathOf,
    onRoute: (pattern) => props.onRoute(pattern),
    onPath: (to) => {
      cancelQuestions();
      if (!failedPage.isShown()) retryPermissions(store);
      if (part?.hasPath(to) ?? true) props.onEvent({ type: 'navigate', to });
    },
  });
  // The host of a part knows none of its paths.
  if (part?.hasPath(path())) props.onEvent({ type: 'navigate', to: path() });
  const firstPage = followFirstPage({ router, queries, request, store, path, timeout, isFailed: failedPage.isShown });
  /** Ends what the parts of the console listen to and wait for. */
  const stop = () => {
    reporting.stop();
    page.leave(member);
    cancelQuestions();
    stopPermissions();
    keeping.stop();
    scheme.stop();
  };
  const themed = props.theme && setTheme(props.theme);

  void firstPage.shown().then(() => page.live.start());

  return {
    ready: Promise.all([firstPage.loaded, themed, joined]).then(() => undefined),
    element: (
      <ConsoleRoot
        props={props}
        services={services}
        scheme={scheme}
        connection={connection}
        breaks={page.live.breaks}
        store={store}
        queries={queries}
        toasts={toasts}
        router={router}
        noteScreen={firstPage.noteScreen}
        onlyPages={onlyPages}
      />
    ),
    whenVisible: firstPage.shown,
    update: (changes) => {
      if ('colorScheme' in changes) scheme.setByHost(changes.colorScheme);
      if ('only' in changes) navigation.showOnly(changes.only);
      chrome.update(changes);
      if (changes.part) part?.update(changes.part);
      if ('theme' in changes) void setTheme(changes.theme);
      requestInstance(changes.activeInstanceId);
    },
    perform: async (action) => part?.perform(action, unsavedChanges.isDirty()) ?? notShown,
    goTo: navigation.goTo,
    reportCrash: (error) => {
      // What was shown may be the cause.
      keeping.close();
      report(error, { isFatal: true });
      return eventIdOf(error);
    },
    canPause: () =>
      !hasClosed &&
      users.first !== null &&
      !unsavedChanges.isDirty() &&
      queries.isMutating() === 0 &&
      router.state.navigation.state === 'idle' &&
      !failedPage.isShown() &&
      navigation.canContinue(),
    pause: () => {
      users.last = session.user();
      stop();
      detachHost(props);
    },
    admits: async (next) => {
      Object.assign(props, next);
      const [user, last] = await Promise.all([page.rejoin(member, props), users.last]);
      return !hasClosed && user === users.first && user === last;
    },
    resume: () => {
      reporting.resume();
      scheme.resume();
      keeping = keep();
      stopPermissions = feedPermissions(store, source);
      requestInstance(props.activeInstanceId);
      props.onRoute(patternOf(router.state.matches));
      void queries.invalidateQueries({ refetchType: 'none' });
    },
    dispose: () => {
      firstPage.stop();
      stopFollowing();
      router.dispose();
      stop();
      void endQueries(queries);
      stopTracking();
      detachProps(props);
    },
  };
}
