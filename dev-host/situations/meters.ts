import { byId } from '../page-parts.ts';
import type { Quartermaster } from '../quartermaster.ts';
import { countListeners } from './listeners.ts';

/** Measurements of the last mount and unmount, in milliseconds. */
interface Times {
  mount?: number;
  shown?: number;
  unmount?: number;
}

const interval = 1000;

/** Measures the console in this page: its lifecycles, and, while the meters are shown, once a second the page's listeners and memory. */
export function createMeters() {
  const list = byId('situation-meters', HTMLElement);
  const times: Times = {};
  let mountedAt = 0;
  let requests = 0;
  let violations = 0;
  const listeners = countListeners();
  document.addEventListener('securitypolicyviolation', () => {
    violations += 1;
  });
  new PerformanceObserver((entries) => {
    requests += entries.getEntries().length;
  }).observe({ type: 'resource', buffered: true });

  const show = () => {
    // Only in Chromium.
    const { memory } = performance as { memory?: { usedJSHeapSize: number } };
    const values: [name: string, value: string][] = [
      ['Elements', String(document.querySelectorAll('*').length)],
      ['Listeners', String(listeners())],
      ['Requests', String(requests)],
      ['Violations', String(violations)],
      ['Heap', memory ? `${(memory.usedJSHeapSize / 1e6).toFixed(1)} MB` : 'not available in this browser'],
      ['Mount', millisecondsOf(times.mount)],
      ['Shown after', millisecondsOf(times.shown)],
      ['Unmount', millisecondsOf(times.unmount)],
    ];
    list.replaceChildren(...values.flatMap(([name, value]) => [textIn('dt', name), textIn('dd', value)]));
  };

  return {
    /** The lifecycles of a console, with their times measured. */
    measured: (console: Quartermaster): Quartermaster => ({
      ...console,
      async mount(props) {
        mountedAt = performance.now();
        await console.mount(props);
        times.mount = performance.now() - mountedAt;
      },
      async unmount(props) {
        const since = performance.now();
        await console.unmount(props);
        times.unmount = performance.now() - since;
      },
    }),
    noteShown() {
      times.shown = performance.now() - mountedAt;
    },
    /** Shows the figures until the returned function is called. */
    start(): () => void {
      show();
      const timer = setInterval(show, interval);
      return () => clearInterval(timer);
    },
  };
}

const millisecondsOf = (time: number | undefined) => (time === undefined ? '–' : `${Math.round(time)} ms`);

function textIn(tag: 'dt' | 'dd', text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
