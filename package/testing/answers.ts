import type { Call } from './kit-types.ts';

/** The answers by the name of their endpoint; `testing.d.ts` has the type of each. A function may also return a `Response`. */
export interface Answers {
  [name: string]: unknown | ((call: Call) => unknown);
}
