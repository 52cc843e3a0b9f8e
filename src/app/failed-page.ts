import { paths } from '@quartermaster/contract/paths.ts';
import type { createBrowserRouter } from 'react-router-dom';
import { pathWithin } from '../shared/services/path-within.ts';

const errorPath = paths.error;

interface Navigation {
  router: ReturnType<typeof createBrowserRouter>;
  /** The current path and query. */
  path: () => string;
}

/** Replaces a page that cannot be shown with the error page, and returns to it. */
export function createFailedPage(navigation: () => Navigation) {
  const path = () => navigation().path();
  const isShown = () => new URL(path(), 'https://console.invalid').pathname === errorPath;
  return {
    isShown,
    show: (state: object) => {
      // Other requests of the same page may fail later.
      if (isShown()) return;
      void navigation().router.navigate(`${errorPath}?from=${encodeURIComponent(path())}`, { state, replace: true });
    },
    /** Tries the page again, if one has failed. */
    retry: () => {
      const from = new URL(path(), 'https://console.invalid').searchParams.get('from');
      if (isShown() && from !== null) void navigation().router.navigate(pathWithin(from), { replace: true });
    },
  };
}
