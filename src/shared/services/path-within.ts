import { paths } from '@quartermaster/contract/paths.ts';

const nowhere = 'https://console.invalid';

/** Pages that redirects go to, but never back to. */
const detours: readonly string[] = [paths.signIn, paths.companyOnly, paths.factorNeeded, paths.error];

/** The path to return to after a sign-in or an error; home for anything that is not a path in the console. */
export function pathWithin(from: string | null): string {
  if (!from?.startsWith('/')) return paths.home;
  try {
    const url = new URL(from, nowhere);
    if (url.origin !== nowhere || url.pathname.startsWith('//') || detours.includes(url.pathname)) return paths.home;
    return url.pathname + url.search + url.hash;
  } catch {
    return paths.home;
  }
}
