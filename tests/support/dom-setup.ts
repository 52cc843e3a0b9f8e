import { cleanup, configure, getConfig } from '@testing-library/react';
import { afterAll, afterEach } from 'vitest';
import { untilAnswered } from './open-requests.ts';
import { timeout } from './timeout.ts';

// The clock of a test may stand still.
const { setImmediate } = globalThis;

/** Lets React end what it has begun: it works in immediates of Node, and each round lets one more of them run. */
async function untilDrawn() {
  for (let round = 0; round < 20; round++) await new Promise<void>((done) => setImmediate(done));
}

const { asyncWrapper } = getConfig();
configure({
  asyncUtilTimeout: timeout,
  // What a test waits for is in the page before the effects of the same drawing have run, and what somebody does is done
  // before the promise that a form checks it in. Timers, by which all goes on here, come first on a busy machine.
  asyncWrapper: (work) =>
    asyncWrapper(async () => {
      const answer = await work();
      await untilDrawn();
      return answer;
    }),
});

afterEach(cleanup);

// What is left to do must find the page's globals, which go with the environment.
afterAll(async () => {
  await untilAnswered();
  await untilDrawn();
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
