// @ts-expect-error served by the development server's React plugin
import { injectIntoGlobalHook } from '/@react-refresh';

/** What a page of Vite's own has inline: without it a component module refuses to load in a host's page. */
injectIntoGlobalHook(window);
Object.assign(window, {
  $RefreshReg$: () => undefined,
  $RefreshSig$: () => (type: unknown) => type,
});
