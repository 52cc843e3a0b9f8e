import './isolation/reset.css';
import { contract } from './contract.ts';
import { createLifecycles } from './create-lifecycles.ts';
import { createStylesheet, noStylesheet } from './isolation/stylesheet.ts';

// Read once: written out in `new URL`, it would be taken for an asset of this build.
const here = import.meta.url;

/** The single-spa lifecycles of the console, and what a host can rely on. */
export const { bootstrap, mount, update, unmount } = createLifecycles({
  loadConsole: async () => (await import('./load-console.ts')).start,
  stylesheet: import.meta.env.DEV ? noStylesheet : createStylesheet(new URL('quartermaster.css', here).href),
  moduleOrigin: new URL(here).origin,
});
export { contract };
