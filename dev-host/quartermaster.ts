export type ColorScheme = 'light' | 'dark' | 'system';

/** The events that this portal handles; the log shows all of them. */
export type QuartermasterEvent =
  | { type: 'title'; title: string }
  | { type: 'breadcrumb'; crumbs: { label: string; to: string }[] }
  | { type: 'scheme'; colorScheme: ColorScheme }
  | { type: 'ready' | 'shown' | 'dirty' | 'navigate' | 'instance-changed' | 'session-expired' | 'error' | 'disposed' };

type Lifecycle = (props: Record<string, unknown>) => Promise<void>;

/** The named exports that a host uses; the import map provides the address. */
export interface Quartermaster {
  contract: { version: number; features: string[] };
  bootstrap: Lifecycle;
  mount: Lifecycle;
  unmount: Lifecycle;
  update: Lifecycle;
}

// In a variable, so that no bundler tries to resolve it.
const specifier: string = 'quartermaster';

export function loadQuartermaster(): Promise<Quartermaster> {
  return import(/* @vite-ignore */ specifier);
}
