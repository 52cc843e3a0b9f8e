import { followHost, type HostNavigation, type NavigationEvent } from './host-navigation.ts';

/** How many of our own history entries are remembered: artificial events arrive soon, real ones are not marked. */
const remembered = 50;

/**
 * A window for the router of an embedded console. It hides events that are not meant for the router: the popstate that
 * single-spa creates for the router's own pushes (handled as back navigation, it would turn each push into a pop, and a
 * blocked navigation into a reload of the host's page), URLs outside `basename`, which belong to the host, and what the
 * router must not follow before the user has been asked.
 */
export function createRouterWindow(win: Window, basename: string, host: HostNavigation): Window {
  const own: string[] = [];
  const wrapped = new Map<unknown, EventListener>();
  const hostMoves = followHost(win, host);

  const remember = (state: unknown) => {
    const key = keyOf(state);
    if (key === null) return;
    own.push(key);
    if (own.length > remembered) own.shift();
  };

  const history = proxy(win.history, {
    pushState: (state: unknown, unused: string, url?: string | URL | null) => {
      remember(state);
      win.history.pushState(state, unused, url);
      hostMoves.note();
    },
    replaceState: (state: unknown, unused: string, url?: string | URL | null) => {
      remember(state);
      win.history.replaceState(state, unused, url);
      hostMoves.note();
    },
  });

  const isEcho = (event: NavigationEvent) => {
    const key = event.singleSpa ? keyOf(event.state) : null;
    return key !== null && own.includes(key);
  };

  return proxy(win, {
    history,
    addEventListener: (type: string, listener: EventListener, options?: AddEventListenerOptions | boolean) => {
      if (type !== 'popstate') return win.addEventListener(type, listener, options);
      hostMoves.note();
      const guarded = (event: Event) => {
        if (!isWithin(win.location.pathname, basename) || isEcho(event as NavigationEvent)) return;
        if (hostMoves.takes(event as NavigationEvent)) return;
        hostMoves.note();
        listener(event);
      };
      wrapped.set(listener, guarded);
      win.addEventListener(type, guarded, options);
    },
    removeEventListener: (type: string, listener: EventListener, options?: EventListenerOptions | boolean) => {
      const guarded = type === 'popstate' ? wrapped.get(listener) : undefined;
      wrapped.delete(listener);
      win.removeEventListener(type, guarded ?? listener, options);
    },
  });
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
