import type { ColorScheme } from '../../app/context/host-api.ts';
import { limits } from '../limits.ts';
import { addShadow, make } from './shadow.ts';

const css = `
:host {
  all: initial;
  display: block;
  height: 100%;
  font: 14px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif;
  color: light-dark(#495057, #a6a7ab);
  background: light-dark(#fff, #1a1b1e);
}
.frame { box-sizing: border-box; display: grid; gap: 12px; max-width: 560px; padding: 24px; }
.bar { height: 16px; border-radius: 6px; background: light-dark(#f1f3f5, #2c2e33); }
.bar:first-child { width: 40%; height: 24px; }
.bar:last-of-type { width: 70%; }
p { margin: 0; }
`;

/**
 * Shows after a moment that the console is loading, and later that it takes long. Works without React and the stylesheet, which are still
 * loading.
 */
export function showPlaceholder(parent: HTMLElement, colorScheme?: ColorScheme): { remove: () => void } {
  const status = make('p', { role: 'status' });
  let host: HTMLElement | null = null;

  const timers = [
    setTimeout(() => {
      const added = addShadow(parent, css, colorScheme);
      host = added.host;
      host.dataset.qmPlaceholder = '';
      const bars = Array.from({ length: 4 }, () => make('div', { class: 'bar' }));
      added.shadow.append(make('div', { class: 'frame', 'aria-busy': 'true' }, ...bars, status));
    }, limits.placeholder),
    setTimeout(() => {
      status.textContent = 'The console is still loading …';
    }, limits.stillLoading),
  ];

  return {
    remove() {
      for (const timer of timers) clearTimeout(timer);
      host?.remove();
    },
  };
}
