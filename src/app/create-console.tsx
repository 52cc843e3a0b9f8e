import { createNotificationsStore } from '@mantine/notifications';
import { createStore } from 'jotai';
import { createBrowserRouter, createMemoryRouter, type Location } from 'react-router-dom';
import { createRequest } from '../shared/http/send.ts';
import { dropAllDrafts } from '../shared/kept-drafts.ts';
import { activeInstanceAtom } from '../shared/session/active-instance.ts';
import { createCookieSession } from '../shared/session/cookie-session.ts';
import { createHostSession } from '../shared/session/host-session.ts';
import type { Services } from '../shared/session/services.ts';
import { createUnsavedChanges } from '../shared/session/unsaved-changes.ts';
import { startColorScheme } from './color-scheme.ts';
import type { Console, ConsoleProps } from './console-props.ts';
import { ConsoleRoot } from './console-root.tsx';
import { hostInstanceAtom } from './host-instance.ts';
import { createNotify } from './notify.tsx';
import { pathInside } from './path-inside.ts';
import { createQueryClient } from './query-client.ts';
import { createRoutes } from './routes.tsx';
import { watchUnload } from './watch-unload.ts';

/** Makes one console. Everything that holds state is made here, so that two consoles on a page share nothing. */
export function createConsole(props: ConsoleProps): Console {
  const store = createStore();
  const toasts = createNotificationsStore();
  const notify = createNotify(toasts);
  const scheme = startColorScheme(store, props);
  store.set(hostInstanceAtom, props.activeInstanceId ?? null);
  const unload = watchUnload(props.routerWindow);
  const unsavedChanges = createUnsavedChanges((isDirty) => {
    unload.set(isDirty);
    props.onEvent({ type: 'dirty', isDirty });
  });

  const placeOf = (location: Location) => pathInside(location, props.basename, props.routing);

  const forget = () => {
    unsavedChanges.clear();
    queries.clear();
    store.set(activeInstanceAtom, -1);
  };
  const onExpired = () => {
    props.onEvent({ type: 'session-expired' });
    const here = placeOf(router.state.location);
    if (here.startsWith('/login')) return;
    void router.navigate(`/login?from=${encodeURIComponent(here)}`);
  };

  const { apiBase, fetch, getAccessToken } = props;
  const session = getAccessToken
    ? createHostSession({ getAccessToken, onExpired })
    : createCookieSession({ apiBase, fetch, onExpired });
  const request = createRequest({ apiBase, fetch, session });
  const queries = createQueryClient({
    notify,
    onPageLost: (eventId) => void router.navigate('/error', { state: { eventId } }),
  });
  const services: Services = {
    request,
    session,
    notify,
    unsavedChanges,
    apiBase,
    fetch,
    ownsDocument: props.ownsDocument,
    root: props.root,
    overlay: props.overlay,
    startSession: (expiresAt) => {
      forget();
      session.begin(expiresAt);
    },
    endSession: () => {
      forget();
      dropAllDrafts();
      session.end();
    },
    setTitle: (title, crumbs) => {
      if (props.ownsDocument) document.title = `${title} · Quartermaster`;
      props.onEvent({ type: 'title', title });
      props.onEvent({ type: 'breadcrumb', crumbs });
    },
  };

  const routes = createRoutes({ request, queries });
  const router =
    props.routing === 'memory'
      ? createMemoryRouter(routes)
      : createBrowserRouter(routes, { basename: props.basename, window: props.routerWindow });

  let place = placeOf(router.state.location);
  const stopFollowing = router.subscribe(({ location }) => {
    const to = placeOf(location);
    if (to === place) return;
    place = to;
    props.onEvent({ type: 'navigate', to });
  });

  return {
    element: (
      <ConsoleRoot
        props={props}
        services={services}
        scheme={scheme}
        store={store}
        queries={queries}
        toasts={toasts}
        router={router}
      />
    ),
    update: (changes) => {
      if ('colorScheme' in changes) scheme.setByHost(changes.colorScheme);
      if (changes.activeInstanceId !== undefined) store.set(hostInstanceAtom, changes.activeInstanceId);
    },
    dispose: () => {
      stopFollowing();
      router.dispose();
      void queries.cancelQueries();
      queries.clear();
      scheme.stop();
      unload.set(false);
    },
  };
}
