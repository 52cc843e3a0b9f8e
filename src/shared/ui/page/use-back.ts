import { useLocation } from 'react-router-dom';

/** The router state of a page with a back link. */
interface BackState {
  /** The URL that the link returns to. */
  back: string;
  /** The state that the page there had. */
  before?: unknown;
}

const readState = (state: unknown): Partial<Record<keyof BackState, unknown>> => Object(state);

/** The router state of a link to a page whose back link, see {@link useBack}, returns to this URL, whose page has this state. */
export function backStateTo(back: string, state: unknown): BackState {
  // Pages that link to each other must not add up.
  const { before: _, ...before } = readState(state);
  return { back, ...(state !== null && { before }) };
}

/** The same for the current page. */
export function useBackState(): BackState {
  const { pathname, search, state } = useLocation();
  return backStateTo(pathname + search, state);
}

/** The URL of the list that a page was opened from, with the list's state; `list`, without state, if the page was opened directly. */
export function useBack(list: string): string {
  const { back } = readState(useLocation().state);
  return typeof back === 'string' ? back : list;
}

/** The state with which a back link returns to the page at `to`: the one that it had. */
export function useStateBefore(to: string | undefined): unknown {
  const { back, before } = readState(useLocation().state);
  return back === to ? before : undefined;
}
