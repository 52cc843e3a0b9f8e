import { useLocation } from 'react-router-dom';

/** The URL of the list that a page was opened from, with the list's state; `list`, without state, if the page was opened directly. */
export function useBack(list: string): string {
  const state = useLocation().state as { back?: unknown } | null;
  return typeof state?.back === 'string' ? state.back : list;
}

/** The router state of a link to a page whose back link, see {@link useBack}, returns to the current URL. */
export function useBackState(): { back: string } {
  const { pathname, search } = useLocation();
  return { back: pathname + search };
}
