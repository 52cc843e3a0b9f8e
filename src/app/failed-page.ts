import { paths } from '@quartermaster/contract/paths.ts';
import type { createBrowserRouter } from 'react-router-dom';
import { pathWithin } from '../shared/services/path-within.ts';

type Router = ReturnType<typeof createBrowserRouter>;

const errorPath = paths.error;

/** Replaces a page that cannot be shown with the error page, and returns to it. `path` is the current path and query. */
export function createFailedPage(router: () => Router, path: () => string) {
  const isShown = () => new URL(path(), 'https://console.invalid').pathname === errorPath;
  return {
    isShown,
    show: (state: object) => {
      // Other requests of the same page may fail later.
      if (isShown()) return;
      void router().navigate(`${errorPath}?from=${encodeURIComponent(path())}`, { state, replace: true });
    },
    /** Tries the page again, if one has failed. */
    retry: () => {
      const from = new URL(path(), 'https://console.invalid').searchParams.get('from');
      if (isShown() && from !== null) void router().navigate(pathWithin(from), { replace: true });
    },
  };
}
