import './isolation/reset.css';
// In this order, and before all styles of lazily loaded code, which build on Mantine's: the plugin has one stylesheet.
import '../app/theme/styles.ts';
import type { Quartermaster, Release } from '../app/context/host-api.ts';
import { loadPartCode } from '../app/load-part-code.ts';
import { contractOf } from './contract.ts';
import { createLifecycles } from './create-lifecycles.ts';
import { createStylesheet, noStylesheet } from './isolation/stylesheet.ts';
import { createPluginChunks } from './plugin-chunks.ts';

/** Defined by the build (build/plugin.ts). */
declare const __QM_RELEASE__: Release;

// In a variable: written directly in `new URL`, Vite would treat it as an asset.
const here = import.meta.url;

/** Written by the build (build/stylesheet-link.ts). */
const sheet = { file: '__QM_STYLESHEET_FILE__', integrity: '__QM_STYLESHEET_INTEGRITY__' };

/** Written by the build (build/plugin-scripts.ts). */
const hashes = { early: '__QM_EARLY_HASHES__', others: '__QM_OTHER_HASHES__' };

const chunks = createPluginChunks(here, hashes);
// The build replaces `import()` in this file by it (build/plugin-scripts.ts).
Object.assign(import.meta, { loadChunk: chunks.load });

const contract = contractOf(__QM_RELEASE__);
const lifecycles = createLifecycles({
  contract,
  loadConsole: async (nonce) => {
    chunks.setNonce(nonce);
    return (await import('./load-console.ts')).start;
  },
  loadPartCode,
  stylesheet: import.meta.env.DEV ? noStylesheet : createStylesheet(new URL(sheet.file, here).href, sheet.integrity),
  moduleOrigin: new URL(here).origin,
  removedRelease: new URL(here).searchParams.get('removed'),
});

const quartermaster: Quartermaster = { contract, ...lifecycles };
const { bootstrap, mount, mountPart, update, unmount, unload } = quartermaster;

/** The single-spa lifecycles of the console, and its interface for hosts. */
export { bootstrap, contract, mount, mountPart, unload, unmount, update };
