import { matchRoutes, type RouteObject } from 'react-router-dom';
import { isOpenMatch } from './is-open-match.ts';

/** The id of the route around all pages that need a session. */
export const signedInRoute = 'signed-in';

/** True for the path of a page that opens only with a session. */
export function needsSession(routes: RouteObject[], path: string): boolean {
  const [pathname = ''] = path.split(/[?#]/);
  const matched = (matchRoutes(routes, pathname) ?? []).map(({ route }) => route);
  return matched.some(({ id }) => id === signedInRoute) && !isOpenMatch(matched);
}

/**
 * Which pages the host shows: all, or the one at a path and those below it. Pages that need no session and those that are shown in
 * place of a page are always shown.
 */
export interface OnlyPages {
  /** The path; undefined for all pages. */
  start: () => string | undefined;
  setStart: (path: string | undefined) => void;
  /** The path itself, or the start if its page is not shown. */
  shownFor: (path: string) => string;
  /** The start, if the page at a path is not shown; otherwise `null`. */
  replacementFor: (path: string) => string | null;
  /** True if a page at or below the start redirects to one that is not shown. */
  isExit: (from: string, to: string) => boolean;
}

/** `isOfPart` selects the pages of a part, which begins with `initial`. */
export function createOnlyPages(
  routes: () => RouteObject[],
  initial: string | undefined,
  isOfPart?: (pathname: string) => boolean,
): OnlyPages {
  let start: string | undefined;
  const setStart = (path: string | undefined) => {
    start = path?.replace(/(.)\/+$/, '$1');
  };
  setStart(initial);
  const isWithin = isOfPart ?? ((pathname) => pathname === start || pathname.startsWith(`${start}/`));
  const shownFor = (path: string) => {
    const [pathname = ''] = path.split(/[?#]/);
    if (start === undefined || isWithin(pathname)) return path;
    return needsSession(routes(), pathname) ? start : path;
  };
  return {
    start: () => start,
    setStart,
    shownFor,
    replacementFor: (path) => {
      const allowed = shownFor(path);
      return allowed === path ? null : allowed;
    },
    isExit: (from, to) => isWithin(from) && shownFor(to) !== to,
  };
}
