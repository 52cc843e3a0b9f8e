const nowhere = 'https://console.invalid';

/** The path to return to after sign-in; `/` for anything that is not a path in the console. */
export function pathWithin(from: string | null): string {
  if (!from?.startsWith('/')) return '/';
  try {
    const url = new URL(from, nowhere);
    if (url.origin !== nowhere || url.pathname.startsWith('//') || url.pathname === '/login') return '/';
    return url.pathname + url.search + url.hash;
  } catch {
    return '/';
  }
}
