import './isolation/reset.css';
import type { Contract, Lifecycles, Release } from '../app/context/host-api.ts';
import { contractOf } from './contract.ts';
import { createLifecycles } from './create-lifecycles.ts';
import { createStylesheet, noStylesheet } from './isolation/stylesheet.ts';

/** Defined by the build (build/plugin.ts). */
declare const __QM_RELEASE__: Release;

// In a variable: written directly in `new URL`, Vite would treat it as an asset.
const here = import.meta.url;

/** Written by the build (build/stylesheet-link.ts). */
const sheet = { file: '__QM_STYLESHEET_FILE__', integrity: '__QM_STYLESHEET_INTEGRITY__' };

/** The interface for hosts. */
export const contract: Contract = contractOf(__QM_RELEASE__);

/** The single-spa lifecycles of the console. */
export const { bootstrap, mount, update, unmount }: Lifecycles = createLifecycles({
  contract,
  loadConsole: async () => (await import('./load-console.ts')).start,
  stylesheet: import.meta.env.DEV ? noStylesheet : createStylesheet(new URL(sheet.file, here).href, sheet.integrity),
  moduleOrigin: new URL(here).origin,
});
