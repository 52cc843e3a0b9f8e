interface Place {
  pathname: string;
  search: string;
}

/** The router's location as the console's routes have it, without the path that it is mounted under. */
export function pathInside({ pathname, search }: Place, basename: string, routing: 'url' | 'memory'): string {
  const base = routing === 'memory' ? '' : basename.replace(/\/+$/, '');
  const inside = pathname.startsWith(base) ? pathname.slice(base.length) : pathname;
  return (inside === '' ? '/' : inside) + search;
}
