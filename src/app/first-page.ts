import { hashKey, type Query } from '@tanstack/react-query';
import type { createStore } from 'jotai';
import type { createBrowserRouter } from 'react-router-dom';
import { queryKeys } from '../shared/http/query-keys.ts';
import type { Request } from '../shared/services/services.ts';
import { followScreen } from './context/on-screen.ts';
import type { ConsoleQueries } from './context/page-cache.ts';
import { firstPageLoaded } from './first-page-loaded.ts';
import { cachedBootstrap } from './layout/bootstrap.ts';
import { activateFirstInstance } from './layout/instance/activate-first-instance.ts';
import { addressedInstance } from './layout/instance/addressed-instance.ts';

interface FirstPageOptions {
  router: ReturnType<typeof createBrowserRouter>;
  queries: ConsoleQueries;
  request: Request;
  store: ReturnType<typeof createStore>;
  /** The current path and query within the console. */
  path: () => string;
  /** How long to wait for its data, in milliseconds. */
  timeout: number;
  /** True while the error page is shown instead. */
  isFailed: () => boolean;
}

/** The first page of a console: when it can be rendered, and when it is on the screen. */
export function followFirstPage({ router, queries, request, store, path, timeout, isFailed }: FirstPageOptions) {
  const closing = new AbortController();
  const { signal } = closing;
  const screen = followScreen();
  // An address that names an instance does not wait for the one that the user has chosen last.
  const isAddressed = addressedInstance(path().split('?')[0] ?? '') !== null;
  const settings = hashKey(queryKeys.account.settings);
  const isNeeded = ({ queryHash }: Query) => !isAddressed || queryHash !== settings;
  return {
    /** Resolves once its data are loaded and the active instance is known, or after the timeout. */
    loaded: firstPageLoaded({ router, queries, isNeeded, timeout, signal }).then(() =>
      activateFirstInstance(store, cachedBootstrap(request, queries), path()),
    ),
    /** Called by the page with what it has rendered. */
    noteScreen: screen.note,
    shown: () => screen.firstShown({ router, queries, isFailed, signal }),
    stop: () => closing.abort(),
  };
}
