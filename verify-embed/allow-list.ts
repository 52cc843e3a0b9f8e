/** What may remain on a page after the console is unmounted: the list in docs/embedding.md, "Footprint". Anything else is reported. */
export const allowed = {
  /** Listeners, by target and type. */
  listeners: ['document selectionchange'],
  /** Names and symbols on `window`. */
  globals: ['__reactRouterVersion', '__SENTRY__', 'turnstile', 'Symbol(quartermaster.chunks)'],
  /** Prefixes of keys in `localStorage` and `sessionStorage`, and of names of databases. */
  storage: ['quartermaster:'],
};
