const keyOf = (apiBase: string) => `quartermaster:instance:${apiBase}`;

/** The instance that this tab showed before it was reloaded; `null` if it had none. Other tabs may show another one. */
export function readTabInstance(apiBase: string): number | null {
  try {
    return Number(sessionStorage.getItem(keyOf(apiBase))) || null;
  } catch {
    // If the browser blocks session storage, a reload shows the account's instance.
    return null;
  }
}

/** Remembers the tab's instance until the tab is closed; 0 forgets it. */
export function writeTabInstance(apiBase: string, instanceId: number): void {
  try {
    if (instanceId > 0) sessionStorage.setItem(keyOf(apiBase), String(instanceId));
    else sessionStorage.removeItem(keyOf(apiBase));
  } catch {
    // Session storage may be blocked.
  }
}
