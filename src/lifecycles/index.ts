import './isolation/reset.css';
import { contract } from './contract.ts';
import { createLifecycles } from './create-lifecycles.ts';
import { createStylesheet, noStylesheet } from './isolation/stylesheet.ts';

// In a variable: written directly in `new URL`, Vite would treat it as an asset.
const here = import.meta.url;

/** Written by the build (build/stylesheet-link.ts). */
const sheet = { file: '__QM_STYLESHEET_FILE__', integrity: '__QM_STYLESHEET_INTEGRITY__' };

/** The single-spa lifecycles of the console, and its interface version for hosts. */
export const { bootstrap, mount, update, unmount } = createLifecycles({
  loadConsole: async () => (await import('./load-console.ts')).start,
  stylesheet: import.meta.env.DEV ? noStylesheet : createStylesheet(new URL(sheet.file, here).href, sheet.integrity),
  moduleOrigin: new URL(here).origin,
});
export { contract };
