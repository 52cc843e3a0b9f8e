import './isolation/reset.css';
import { contract } from './contract.ts';
import { createLifecycles } from './create-lifecycles.ts';
import { createStylesheet, noStylesheet } from './isolation/stylesheet.ts';

// In a variable: written directly in `new URL`, Vite would treat it as an asset.
const here = import.meta.url;

/** The single-spa lifecycles of the console, and its interface version for hosts. */
export const { bootstrap, mount, update, unmount } = createLifecycles({
  loadConsole: async () => (await import('./load-console.ts')).start,
  stylesheet: import.meta.env.DEV ? noStylesheet : createStylesheet(new URL('quartermaster.css', here).href),
  moduleOrigin: new URL(here).origin,
});
export { contract };
