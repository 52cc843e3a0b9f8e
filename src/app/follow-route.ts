import type { createBrowserRouter } from 'react-router-dom';
import { patternOf } from './pattern-of.ts';

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>;

interface RouteListeners {
  /** The path and query of a location within the console. */
  pathOf: (location: Router['state']['location']) => string;
  /** Called at once, and whenever another page opens, with the pattern of its route. */
  onRoute: (pattern: string) => void;
  /** Called after each change of the path or its query. */
  onPath: (path: string) => void;
}

/** Reports which page and path are open; returns a function that stops it. */
export function followRoute(router: Router, { pathOf, onRoute, onPath }: RouteListeners): () => void {
  let path = pathOf(router.state.location);
  let { pathname } = router.state.location;
  onRoute(patternOf(router.state.matches));
  return router.subscribe(({ location, matches }) => {
    const to = pathOf(location);
    if (to === path) return;
    path = to;
    if (location.pathname !== pathname) onRoute(patternOf(matches));
    pathname = location.pathname;
    onPath(to);
  });
}
