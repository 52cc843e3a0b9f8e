type Method = 'pushState' | 'replaceState';

/** What other routers store in the state of their history entries. */
type RouterState = Record<string, unknown>;

/** Links the console's history entries with routers of the host's page, to which the browser reports none of them. */
export function linkHostRouters(win: Window, onHostEntry: () => void) {
  const navigation = win.navigation as Navigation | undefined;
  const announced = new WeakSet<Event>();
  let isWriting = false;
  let isPending = false;

  /** If the page sends an event itself, that one counts: single-spa's comes once its applications are mounted. */
  const onEntry = ({ navigationType }: NavigationCurrentEntryChangeEvent) => {
    if (isWriting || isPending || (navigationType !== 'push' && navigationType !== 'replace')) return;
    isPending = true;
    const stop = hearPopstate(win);
    queueMicrotask(() => {
      isPending = false;
      if (!stop()) onHostEntry();
    });
  };

  return {
    /** Adds or replaces an entry; returns true if the page has to be informed about it with `announce`. */
    write(method: Method, state: unknown, url?: string | URL | null): boolean {
      const { href } = win.location;
      const merged = withRouterState(win, method, state, url);
      const stop = hearPopstate(win);
      isWriting = true;
      try {
        win.history[method](merged, '', url);
      } finally {
        isWriting = false;
      }
      return !stop() && win.location.href !== href;
    },
    /** Sends the event that browsers send for "back", and single-spa for each entry. */
    announce() {
      const event = new PopStateEvent('popstate', { state: win.history.state });
      announced.add(event);
      win.dispatchEvent(event);
    },
    isAnnounced: (event: Event) => announced.has(event),
    /** Listens to entries of the host; without the Navigation API, no browser reports them. */
    listen: () => navigation?.addEventListener('currententrychange', onEntry),
    stop: () => navigation?.removeEventListener('currententrychange', onEntry),
  };
}

/** Returns a function that stops, and says whether there was a popstate event. */
function hearPopstate(win: Window): () => boolean {
  let isHeard = false;
  // Not a function: single-spa calls those only once its applications are mounted.
  const listener = {
    handleEvent: () => {
      isHeard = true;
    },
  };
  win.addEventListener('popstate', listener, true);
  return () => {
    win.removeEventListener('popstate', listener, true);
    return isHeard;
  };
}

/** Adds what TanStack Router and Vue Router need to find in each entry: they count entries, and Vue Router rewrites the last one by its path. */
function withRouterState(win: Window, method: Method, state: unknown, url?: string | URL | null): unknown {
  const before = win.history.state as RouterState | null;
  if (typeof before !== 'object' || before === null) return state;
  const steps = method === 'pushState' ? 1 : 0;
  const { __TSR_index: index, position, current } = before;
  return {
    ...(typeof index === 'number' && { __TSR_index: index + steps }),
    ...(typeof position === 'number' && typeof current === 'string' && vueState(win, before, steps, url)),
    ...(state as object | null),
  };
}

function vueState(win: Window, before: RouterState, steps: number, url?: string | URL | null): RouterState {
  const current = String(before.current);
  const from = pathOf(new URL(win.location.href));
  const base = from.endsWith(current) ? from.slice(0, from.length - current.length) : '';
  return {
    back: steps > 0 ? current : before.back,
    current: pathOf(new URL(url ?? '', win.location.href)).slice(base.length),
    forward: null,
    position: Number(before.position) + steps,
    replaced: steps === 0,
    scroll: null,
  };
}

const pathOf = ({ pathname, search, hash }: URL) => pathname + search + hash;
