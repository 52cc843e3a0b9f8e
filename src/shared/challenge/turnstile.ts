import { loadScript, type ScriptOptions } from '../http/load-script.ts';

/** The parts of Turnstile's API that the console uses (https://developers.cloudflare.com/turnstile). */
export interface Turnstile {
  render: (container: HTMLElement, options: Record<string, unknown>) => string | undefined;
  reset: (widget: string | HTMLElement) => void;
  remove: (widget: string | HTMLElement) => void;
}

type Page = typeof globalThis & { turnstile?: Turnstile };

/** The script's global if it is already on the page; otherwise loads it from `address`. */
export async function loadTurnstile(address: string, options: Omit<ScriptOptions, 'what'>): Promise<Turnstile> {
  const page = globalThis as Page;
  if (!page.turnstile) {
    const url = new URL(address);
    url.searchParams.set('render', 'explicit');
    await loadScript(url, { ...options, what: 'human verification' });
  }
  if (!page.turnstile) throw new Error('The human verification script did not define its global.');
  return page.turnstile;
}
