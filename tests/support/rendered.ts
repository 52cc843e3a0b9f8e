import { configure, getConfig } from '@testing-library/react';
import { timeout } from './timeout.ts';

// Captured here, because a test may stop its clock.
const { setImmediate } = globalThis;

/** Lets React finish pending work: it uses immediates of Node, and each round runs one more of them. */
export async function untilRendered() {
  for (let round = 0; round < 20; round++) await new Promise<void>((done) => setImmediate(done));
}

const { asyncWrapper } = getConfig();
configure({
  asyncUtilTimeout: timeout,
  // The element that a test waits for is in the page before the effects of its render have run, and an event handler
  // returns before the promise with which a form validates. On a busy machine the test's timers run first.
  asyncWrapper: (work) =>
    asyncWrapper(async () => {
      const answer = await work();
      await untilRendered();
      return answer;
    }),
});
