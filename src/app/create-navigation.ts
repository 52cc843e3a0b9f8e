import { paths } from '@quartermaster/contract/paths.ts';
import type { QueryKey } from '@tanstack/react-query';
import { createBrowserRouter, createMemoryRouter, type RouteObject } from 'react-router-dom';
import type { ConsoleProps } from './context/console-props.ts';
import { isOpenMatch } from './context/is-open-match.ts';
import { needsSession, type OnlyPages } from './context/only-pages.ts';
import type { PathOf } from './path-inside.ts';

interface NavigationOptions {
  props: Pick<ConsoleProps, 'routing' | 'basename' | 'routerWindow'>;
  routes: RouteObject[];
  onlyPages: OnlyPages;
  pathOf: PathOf;
  /** True once the console has loaded the data of a signed-in user. */
  hasSignedIn: () => boolean;
  /** True once the session has ended, until the next sign-in. */
  hasEnded: () => boolean;
}

/** The router of a console, and the functions with which code outside its pages navigates. */
export function createNavigation({ props, routes, onlyPages, pathOf, hasSignedIn, hasEnded }: NavigationOptions) {
  const { routing, basename, routerWindow } = props;
  const start = () => onlyPages.shownFor(paths.home);
  const router =
    routing === 'memory'
      ? createMemoryRouter(routes, { initialEntries: [start()] })
      : createBrowserRouter(routes, { basename, window: routerWindow });
  const path = () => pathOf(router.state.location);
  /** The path of the page to which the console is going, whose code may still be loading, or else of the current one. */
  const target = () => pathOf(router.state.navigation.location ?? router.state.location);
  const replaceWith = (to: string, state?: unknown) => router.navigate(to, { replace: true, state });
  // Replaces the history entry: "back" would only return to the page, and from there to sign-in again.
  const goToSignIn = (from: string, state: unknown) =>
    replaceWith(`${paths.signIn}?from=${encodeURIComponent(from)}`, state);
  let lastEnd: unknown = null;
  let { key } = router.state.location;
  // A click supersedes the navigation to sign-in, and the page that it opens may have all of its data already.
  router.subscribe(({ location }) => {
    if (location.key === key) return;
    key = location.key;
    // The router still resets its state for the navigation that it reports as done.
    if (hasEnded() && needsSession(routes, pathOf(location)))
      queueMicrotask(() => void goToSignIn(pathOf(location), lastEnd));
  });
  return {
    router,
    /** The path of the current page. */
    path,
    /** Replaces the page by another one, or by the start page if the host does not show the other one. */
    replace: async (to: string) => replaceWith(onlyPages.shownFor(to)),
    /** Navigates to a URL of this console that the host has navigated to; `isReplace` replaces the history entry. */
    goTo: (url: URL, isReplace: boolean) =>
      void router.navigate(onlyPages.shownFor(pathOf(url) + url.hash), { replace: isReplace }),
    /** Limits the console to some pages, and leaves a page that is not one of them. */
    showOnly: (start: string | undefined) => {
      onlyPages.setStart(start);
      const allowed = onlyPages.shownFor(path());
      if (allowed !== path()) void replaceWith(allowed);
    },
    /** True if another mount would show the current page, or follow to another address: without one it begins with the start page. */
    canContinue: () => routing === 'url' || path() === start(),
    /** Navigates to the page that says how to get in, except from pages without the workspace, whose refused query has this key. */
    openEntrance: async (
      entrance: string,
      { key = [], state }: { key?: QueryKey | undefined; state?: unknown } = {},
    ) => {
      const here = target();
      const open = [paths.companyOnly, paths.factorNeeded, paths.signIn, paths.account, paths.billing];
      if (open.some((one) => here.startsWith(one))) return;
      // Settings of a workspace do not need the active instance, nor other workspaces.
      const [scope, id] = key;
      const ofWorkspace = /^\/settings\/workspaces\/(\d+)/.exec(here)?.[1];
      const isElsewhere =
        (scope === 'workspace' && ofWorkspace !== String(id)) || (scope === 'instance' && ofWorkspace !== undefined);
      if (!isElsewhere) await replaceWith(`${entrance}?from=${encodeURIComponent(here)}`, state);
    },
    /** Navigates to sign-in, unless it is shown already or the page opens without a session. */
    openSignIn: async ({ isKept }: { isKept: boolean }) => {
      // A page that is being left for one whose first calls were refused already is not the one that signs in.
      const here = target();
      if (here.startsWith(paths.signIn)) return;
      // If the session had ended before such a page was opened, the page is shown as to a signed-out user.
      if (!hasSignedIn() && isOpenMatch(router.state.matches.map(({ route }) => route))) return;
      lastEnd = hasSignedIn() ? { ended: isKept ? 'kept' : 'plain' } : null;
      await goToSignIn(here, lastEnd);
    },
  };
}
