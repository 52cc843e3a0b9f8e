const nowhere = 'https://console.invalid';

/** The path to go back to after sign-in: only one inside the console is followed, anything else leads home. */
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
