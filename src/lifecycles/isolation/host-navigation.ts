/** What host navigations need from the console. */
export interface HostNavigation {
  /** True if the console has unsaved changes. */
  isDirty: () => boolean;
  /** Navigates within the console, which asks about unsaved changes first; without a history entry if `isReplace`. */
  goTo: (url: URL, isReplace: boolean) => void;
}

interface Host extends HostNavigation {
  /** Replaces the history entry by the one that the console shows. */
  restore: (state: unknown, href: string) => void;
}

/** A popstate event, which single-spa also creates for every pushState and replaceState of the page. */
export interface NavigationEvent extends PopStateEvent {
  singleSpa?: boolean;
  singleSpaTrigger?: string;
}

/** The history entry that the console shows. */
interface Place {
  href: string;
  pathname: string;
  state: unknown;
  /** The router's number of the entry, by which it knows how far a navigation has gone. */
  idx: number | null;
  /** Its position in the history of the tab; null if the browser does not expose it. */
  index: number | null;
  length: number;
}

/**
 * Handles navigations of the host within the console's paths. The router can only ask about unsaved changes if it navigates itself: the
 * host's navigation is undone, and the router repeats it. Other entries of the host get a number, without which the router could not go
 * back from them.
 */
export function followHost(win: Window, host: Host) {
  let current = placeOf(win);
  /** The target of the host's navigation, while that is being undone. */
  let undoing: URL | null = null;

  const undo = (event: NavigationEvent, to: URL) => {
    const steps = stepsFrom(current, event, win);
    undoing = steps === 0 ? null : to;
    if (steps !== 0) return win.history.go(-steps);
    host.restore(current.state, current.href);
    host.goTo(to, true);
  };

  /** Further navigations of the host in the meantime: the last one counts, and any of them may have cancelled going back. */
  const continueUndo = (event: NavigationEvent, to: URL) => {
    if (isMadeByScript(event)) return undo(event, new URL(win.location.href));
    if (win.location.href !== current.href) return undo(event, to);
    undoing = null;
    host.goTo(to, false);
  };

  return {
    /** Call after each navigation of the router. */
    note() {
      current = placeOf(win);
    },
    /** True if the host has navigated to another address since the last call of `note`. */
    hasMoved: () => placeOf(win).href !== current.href,
    /** Reads the state of the entry again; returns false if the page is at another entry. */
    refresh(): boolean {
      const { href, index } = placeOf(win);
      if (href !== current.href || index !== current.index) return false;
      if (placeOf(win).idx === null) number(win, current.idx ?? 0);
      current = placeOf(win);
      return true;
    },
    /** Call instead of `note` if navigations were not followed since; returns true if the router must follow to another entry now. */
    catchUp(): boolean {
      const before = current;
      if (placeOf(win).idx === null) number(win, before.idx ?? 0);
      current = placeOf(win);
      return current.href !== before.href || current.idx !== before.idx;
    },
    /** True if the router must not handle the navigation, or not yet. */
    takes(event: NavigationEvent): boolean {
      if (undoing) {
        continueUndo(event, undoing);
        return true;
      }
      const { idx } = placeOf(win);
      if (!isMadeByScript(event) && idx !== null) return false;
      if (host.isDirty() && win.location.pathname !== current.pathname) {
        undo(event, new URL(win.location.href));
        return true;
      }
      if (idx === null) number(win, (current.idx ?? 0) + stepsFrom(current, event, win));
      return false;
    },
  };
}

const isMadeByScript = (event: NavigationEvent) => event.singleSpa === true || !event.isTrusted;

function placeOf(win: Window): Place {
  const { href, pathname } = win.location;
  const { state, length } = win.history;
  const idx: unknown = (state as { idx?: unknown } | null)?.idx;
  return { href, pathname, state, idx: typeof idx === 'number' ? idx : null, index: indexOf(win), length };
}

/** Not all supported browsers have the Navigation API. */
const indexOf = (win: Window) => (win.navigation as Navigation | undefined)?.currentEntry?.index ?? null;

/** How many entries the navigation has gone forward; 0 if it has replaced the entry, or if that is unknown. */
function stepsFrom(current: Place, event: NavigationEvent, win: Window): number {
  const index = indexOf(win);
  if (index !== null && current.index !== null) return index - current.index;
  if (!isMadeByScript(event) || event.singleSpaTrigger === 'replaceState') return 0;
  // The first new entry removes those that "forward" would reach.
  const added = win.history.length - current.length;
  return added < 0 || event.singleSpaTrigger ? Math.max(added, 1) : added;
}

/** Adds the router's number to the host's entry, and preserves the host's own state in it. */
function number(win: Window, idx: number) {
  const { state } = win.history;
  if (state === null || typeof state === 'object') win.history.replaceState({ ...state, idx }, '');
}
