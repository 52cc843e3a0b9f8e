type Fetch = typeof globalThis.fetch;

/** Records the path of every call of a console, as its `intercept`. */
export function countCalls() {
  const calls: string[] = [];
  const intercept =
    (fetch: Fetch): Fetch =>
    (input, init) => {
      calls.push(new URL(String(input)).pathname);
      return fetch(input, init);
    };
  return { calls, intercept };
}
