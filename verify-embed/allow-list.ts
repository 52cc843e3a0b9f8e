/**
 * What may stay on a page when the console is unmounted: the list in docs/embedding.md, "Footprint". Everything else
 * that stays is reported.
 */
export const allowed = {
  /** Listeners, by target and type. */
  listeners: ['document selectionchange'],
  /** Names on `window`. */
  globals: ['__reactRouterVersion', '__SENTRY__', 'turnstile'],
  /** The beginnings of keys in `localStorage` and `sessionStorage`, and of names of databases. */
  storage: ['quartermaster:'],
};
