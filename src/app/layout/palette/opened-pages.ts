import { readStoredJson, shownItems, writeStored } from '../../../shared/storage/storage.ts';

/** More than the palette lists, as it leaves out what the user may no longer open. */
const mostStored = 24;

/** With the prefix of what ends with the session. */
const keyOf = (accountId: number, instanceId: number) => `${shownItems}opened:${accountId}:${instanceId}`;

/** The addresses that an account has opened in an instance, the last one first. Their labels are not stored: they are read again. */
export function openedPages(accountId: number, instanceId: number): string[] {
  const stored = readStoredJson<unknown>(keyOf(accountId, instanceId), []);
  return Array.isArray(stored) ? stored.filter((path): path is string => typeof path === 'string') : [];
}

/** Stores that a page was opened. */
export function rememberOpened(accountId: number, instanceId: number, address: string): void {
  const others = openedPages(accountId, instanceId).filter((other) => other !== address);
  writeStored(keyOf(accountId, instanceId), JSON.stringify([address, ...others].slice(0, mostStored)));
}

/** The address of a page: its path, and the part of it that is shown. Searches and filters are left out. */
export function addressOf({ pathname, search }: { pathname: string; search: string }): string {
  const view = new URLSearchParams(search).get('view');
  return view === null || pathname.startsWith('/instance/') ? pathname : `${pathname}?view=${view}`;
}
