import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { addBrowserFeatures } from '../../package/testing/browser-features.ts';
import './cheap-errors.ts';
import { untilAnswered } from './open-requests.ts';
import { untilRendered } from './rendered.ts';

// A spy on a simulated function puts it back once Vitest restores the spies of a file that has ended; then nothing would ever time out.
if ('clock' in globalThis.setTimeout) throw new Error('An earlier file has spied on a simulated setTimeout.');

afterEach(cleanup);

afterAll(async () => {
  // The next file of this worker would wait for it until its tests time out.
  if (vi.isFakeTimers()) {
    vi.useRealTimers();
    throw new Error('The last test has not ended its simulated time.');
  }
  // Remaining work needs the page’s globals, which are removed with the environment. A module whose import Vitest cuts off at the end of a
  // file could not be imported by the next files, either.
  await untilAnswered();
  await vi.dynamicImportSettled();
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

// Node's encoder returns Node's arrays, which differ from those of the page.
const { encode } = TextEncoder.prototype;
TextEncoder.prototype.encode = function (this: TextEncoder, text) {
  return new Uint8Array(encode.call(this, text));
};
addBrowserFeatures();
