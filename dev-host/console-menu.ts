import { byId, make } from './page-parts.ts';

interface MenuEntry {
  label: string;
  to?: string;
  isActive: boolean;
  badge?: number;
  entries?: MenuEntry[];
}

/** Draws the console's menu as the portal's navigation; hidden if empty. */
export function drawConsoleMenu(entries: MenuEntry[]): void {
  const place = byId('console-menu', HTMLElement);
  place.hidden = entries.length === 0;
  place.replaceChildren(listOf(entries));
}

function listOf(entries: MenuEntry[]): HTMLElement {
  return make('ul', {}, ...entries.map((entry) => make('li', {}, nameOf(entry), listOf(entry.entries ?? []))));
}

function nameOf({ label, to, isActive, badge }: MenuEntry): HTMLElement {
  const text = badge ? `${label} (${badge})` : label;
  if (to === undefined) return make('span', {}, text);
  return make('a', { href: `/content${to}`, ...(isActive ? { 'aria-current': 'page' } : {}) }, text);
}
