import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterAll, afterEach } from 'vitest';
import { untilAnswered } from './open-requests.ts';
import { timeout } from './timeout.ts';

// The clock of a test may be stopped.
const { setImmediate } = globalThis;

/** Lets React finish pending work: it uses immediates of Node, and each round runs one more of them. */
async function untilRendered() {
  for (let round = 0; round < 20; round++) await new Promise<void>((done) => setImmediate(done));
}

const { asyncWrapper } = getConfig();
configure({
  asyncUtilTimeout: timeout,
  // The element that a test waits for is in the page before the effects of the same render have run, and an event
  // handler returns before the promise with which a form validates. On a busy machine the timers of the waiting test
  // come first.
  asyncWrapper: (work) =>
    asyncWrapper(async () => {
      const answer = await work();
      await untilRendered();
      return answer;
    }),
});

afterEach(cleanup);

// Remaining work needs the page’s globals, which are removed with the environment.
afterAll(async () => {
  await untilAnswered();
  await untilRendered();
});

/** Browser features that jsdom lacks, for the tests of screens. */

class NoResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

globalThis.ResizeObserver ??= NoResizeObserver;
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
const size = { clientWidth: 1280, clientHeight: 800 };
for (const [name, value] of Object.entries(size)) {
  Object.defineProperty(document.documentElement, name, { value, configurable: true });
}
Element.prototype.getBoundingClientRect = () => new DOMRect(10, 10, 100, 20);
