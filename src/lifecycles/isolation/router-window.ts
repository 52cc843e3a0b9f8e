import { followHost, type HostNavigation, type NavigationEvent } from './host-navigation.ts';
import { linkHostRouters } from './host-routers.ts';

/** How many of our own history entries are remembered: artificial events arrive soon, real ones are not marked. */
const remembered = 50;

/** The window for the router of a console, which can stop listening while the console is not in the page. */
export interface RouterWindow {
  window: Window;
  /** Removes all listeners, and ignores navigations of the router. */
  pause: () => void;
  /** True if the page is at another address than when it was paused. */
  hasMoved: () => boolean;
  /** Listens again, for another mount, and has the router follow to the current address. */
  resume: (host: HostNavigation) => void;
}

/**
 * A window for the router of an embedded console. It hides events that are not meant for the router: the popstate that
 * single-spa creates for the router's own pushes (handled as back navigation, it would turn each push into a pop, and a
 * blocked navigation into a reload of the host's page), URLs outside `basename`, which belong to the host, and what the
 * router must not follow before the user has been asked.
 */
export function createRouterWindow(win: Window, basename: string, navigation: HostNavigation): RouterWindow {
  const keys: string[] = [];
  const listeners = new Map<unknown, Listening>();
  let host = navigation;
  let isPaused = false;
  const hostRouters = linkHostRouters(win, () => onHostEntry());
  const hostMoves = followHost(win, {
    isDirty: () => host.isDirty(),
    goTo: (url, isReplace) => host.goTo(url, isReplace),
    restore: (state, href) => {
      if (hostRouters.write('replaceState', state, href)) hostRouters.announce();
    },
  });

  const remember = (state: unknown) => {
    const key = keyOf(state);
    if (key === null) return;
    keys.push(key);
    if (keys.length > remembered) keys.shift();
  };

  const write = (method: 'pushState' | 'replaceState') => (state: unknown, _: string, url?: string | URL | null) => {
    if (isPaused) return;
    remember(state);
    const isUnheard = hostRouters.write(method, state, url);
    hostMoves.note();
    if (isUnheard) hostRouters.announce();
  };

  const history = proxy(win.history, { pushState: write('pushState'), replaceState: write('replaceState') });

  const isEcho = (event: NavigationEvent) => {
    if (hostRouters.isAnnounced(event)) return true;
    const key = event.singleSpa ? keyOf(event.state) : null;
    return key !== null && keys.includes(key);
  };

  const guarded = (listener: EventListener) => (event: Event) => {
    if (!isWithin(win.location.pathname, basename) || isEcho(event as NavigationEvent)) return;
    if (hostMoves.takes(event as NavigationEvent)) return;
    hostMoves.note();
    listener(event);
  };
  const popListeners = () =>
    [...listeners].flatMap(([listener, { type }]) => (type === 'popstate' ? [listener as EventListener] : []));

  const onHostEntry = () => {
    if (!isWithin(win.location.pathname, basename)) return;
    if (hostMoves.refresh()) return;
    const event = new PopStateEvent('popstate', { state: win.history.state });
    for (const listener of popListeners()) guarded(listener)(event);
  };

  const listen = (type: string, added: EventListener, options?: AddEventListenerOptions | boolean) => {
    win.addEventListener(type, added, options);
    if (type === 'popstate') hostRouters.listen();
  };

  const window = proxy(win, {
    history,
    addEventListener: (type: string, listener: EventListener, options?: AddEventListenerOptions | boolean) => {
      const isPop = type === 'popstate';
      if (isPop) hostMoves.note();
      const added = isPop ? guarded(listener) : listener;
      listeners.set(listener, { type, added, options });
      listen(type, added, options);
    },
    removeEventListener: (type: string, listener: EventListener, options?: EventListenerOptions | boolean) => {
      const { added } = listeners.get(listener) ?? { added: listener };
      listeners.delete(listener);
      win.removeEventListener(type, added, options);
      if (popListeners().length === 0) hostRouters.stop();
    },
  });
  return {
    window,
    pause() {
      isPaused = true;
      for (const { type, added, options } of listeners.values()) win.removeEventListener(type, added, options);
      hostRouters.stop();
    },
    hasMoved: () => popListeners().length > 0 && hostMoves.hasMoved(),
    resume(next) {
      host = next;
      isPaused = false;
      for (const { type, added, options } of listeners.values()) listen(type, added, options);
      // A router in memory does not use the page's history.
      const followers = popListeners();
      if (followers.length === 0 || !hostMoves.catchUp()) return;
      for (const listener of followers) listener(new PopStateEvent('popstate', { state: win.history.state }));
    },
  };
}

interface Listening {
  type: string;
  added: EventListener;
  options: AddEventListenerOptions | boolean | undefined;
}

/** True if a path is the base itself or below it. */
export function isWithin(pathname: string, basename: string): boolean {
  const base = basename.replace(/\/+$/, '');
  return pathname === base || pathname.startsWith(`${base}/`);
}

/** React Router gives each of its history entries a unique key. */
function keyOf(state: unknown): string | null {
  const key = (state as { key?: unknown } | null)?.key;
  return typeof key === 'string' ? key : null;
}

/** `target` with some members replaced; its methods keep it as their `this`. */
function proxy<T extends object>(target: T, members: Record<string, unknown>): T {
  return new Proxy(target, {
    get(_, name) {
      if (typeof name === 'string' && Object.hasOwn(members, name)) return members[name];
      const value: unknown = Reflect.get(target, name, target);
      const isMethod = typeof value === 'function' && !/^[A-Z]/.test(String(name));
      return isMethod ? value.bind(target) : value;
    },
    set: (_, name, value) => Reflect.set(target, name, value, target),
  });
}
