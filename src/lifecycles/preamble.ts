// @ts-expect-error served by the development server's React plugin
import { injectIntoGlobalHook } from '/@react-refresh';

/** Vite inlines this in its own pages; without it component modules refuse to load in a host's page. */
injectIntoGlobalHook(window);
Object.assign(window, {
  $RefreshReg$: () => undefined,
  $RefreshSig$: () => (type: unknown) => type,
});
