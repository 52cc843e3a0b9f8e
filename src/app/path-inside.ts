interface Place {
  pathname: string;
  search: string;
}

/** {@link pathInside} of one console. */
export type PathOf = (location: Place) => string;

/** The router's location as a console path, without the basename. */
export function pathInside({ pathname, search }: Place, basename: string, routing: 'url' | 'memory'): string {
  const base = routing === 'memory' ? '' : basename.replace(/\/+$/, '');
  const inside = pathname.startsWith(base) ? pathname.slice(base.length) : pathname;
  return (inside === '' ? '/' : inside) + search;
}
