import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach } from 'vitest';
import { patience } from './patience.ts';

configure({ asyncUtilTimeout: patience });

afterEach(cleanup);

// React does its last work in immediates of Node; they must find the page's globals, which go with the environment.
afterAll(async () => {
  for (let round = 0; round < 5; round++) await new Promise((done) => setImmediate(done));
});

/** What a browser has and jsdom lacks, for the screens' tests. */

class NoResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

globalThis.ResizeObserver ??= NoResizeObserver;
Element.prototype.scrollIntoView ??= () => undefined;
Element.prototype.setPointerCapture ??= () => undefined;
Element.prototype.releasePointerCapture ??= () => undefined;

/** The operating system's scheme is light, and every other question about the medium is answered with no. */
window.matchMedia ??= (query) =>
  Object.assign(new EventTarget(), {
    media: query,
    matches: false,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });

// Everything is in view and has a size: a dropdown whose target seems to be scrolled away hides itself.
const size = { clientWidth: 1280, clientHeight: 800 };
for (const [name, value] of Object.entries(size)) {
  Object.defineProperty(document.documentElement, name, { value, configurable: true });
}
Element.prototype.getBoundingClientRect = () => new DOMRect(10, 10, 100, 20);
