import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import './cheap-errors.ts';
import { untilAnswered } from './open-requests.ts';
import { untilRendered } from './rendered.ts';

afterEach(cleanup);

afterAll(async () => {
  // The next file of this worker would wait for it until its tests time out.
  if (vi.isFakeTimers()) {
    vi.useRealTimers();
    throw new Error('The last test has not ended its simulated time.');
  }
  // Remaining work needs the page’s globals, which are removed with the environment.
  await untilAnswered();
  await untilRendered();
  // The next file of this worker has the same page.
  for (const element of [document.documentElement, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  }
  document.head.replaceChildren();
  document.body.replaceChildren();
  document.title = '';
  window.history.replaceState(null, '', '/');
  localStorage.clear();
  sessionStorage.clear();
});

/** Browser features that jsdom lacks, for the tests of screens. */

class NoResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// Node's encoder returns arrays of Node's, which are not those of the page.
const { encode } = TextEncoder.prototype;
TextEncoder.prototype.encode = function (this: TextEncoder, text) {
  return new Uint8Array(encode.call(this, text));
};
globalThis.ResizeObserver ??= NoResizeObserver;
let objectUrls = 0;
URL.createObjectURL ??= () => `blob:http://localhost/${++objectUrls}`;
URL.revokeObjectURL ??= () => undefined;
Element.prototype.scrollIntoView ??= () => undefined;
Element.prototype.setPointerCapture ??= () => undefined;
Element.prototype.releasePointerCapture ??= () => undefined;

/** The operating system’s scheme is light, and every other media query does not match. */
window.matchMedia ??= (query) =>
  Object.assign(new EventTarget(), {
    media: query,
    matches: false,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });

// Everything is in view and has a size: a dropdown hides if its target seems scrolled out of view.
// It is so low that a list has the ten rows that it has at least.
const size = { clientWidth: 1280, clientHeight: 600 };
for (const [name, value] of Object.entries(size)) {
  Object.defineProperty(document.documentElement, name, { value, configurable: true });
}
Element.prototype.getBoundingClientRect = () => new DOMRect(10, 10, 100, 20);
