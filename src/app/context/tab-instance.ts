const keyOf = (apiBase: string) => `quartermaster:instance:${apiBase}`;

/** The instance that this tab had before it was reloaded; `null` if it had none. Other tabs may have another one. */
export function readTabInstance(apiBase: string): number | null {
  try {
    return Number(sessionStorage.getItem(keyOf(apiBase))) || null;
  } catch {
    // The browser blocks it: then a reload shows the account's instance.
    return null;
  }
}

/** Remembers the tab's instance until the tab is closed; 0 forgets it. */
export function writeTabInstance(apiBase: string, instanceId: number): void {
  try {
    if (instanceId > 0) sessionStorage.setItem(keyOf(apiBase), String(instanceId));
    else sessionStorage.removeItem(keyOf(apiBase));
  } catch {
    // See above.
  }
}
