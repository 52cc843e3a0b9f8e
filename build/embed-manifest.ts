import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { Contract, Release } from '../src/app/context/host-api.ts';
import { contractOf } from '../src/lifecycles/contract.ts';

/** What a host's portal needs to embed a release: entry point, integrity hashes, CSP sources. */
export interface EmbedManifest {
  contract: Contract;
  entry: string;
  stylesheet: string;
  /** The declarations of the module's types. */
  types: string;
  /** Subresource integrity hash of each file, `sha384-...`, by its path relative to this manifest. */
  integrity: Record<string, string>;
  /** Modules that the host's import map has to provide. */
  externals: string[];
  /**
   * CSP sources that the plugin needs, by directive; `{origin}` stands for its origin, `{nonce}` for the `nonce` prop.
   */
  csp: Record<string, string[]>;
}

/** The payment provider's script and frames; loaded only by a checkout on the billing page. */
const paddle = {
  script: 'https://cdn.paddle.com',
  frames: ['https://buy.paddle.com', 'https://sandbox-buy.paddle.com'],
};

const csp: EmbedManifest['csp'] = {
  // The rest of the origin has the scripts of extensions.
  'script-src': ['{origin}/plugin/', paddle.script],
  'style-src': ['{origin}', "'nonce-{nonce}'", paddle.script],
  // The billing simulator's frames have the plugin's own origin.
  'frame-src': ['{origin}', ...paddle.frames],
  'connect-src': ['{origin}'],
  'img-src': ['{origin}', 'blob:', 'data:'],
  'font-src': ['{origin}'],
  // Files of rows are read in a worker of the portal's origin, which imports the code; without it, in the page.
  'worker-src': ['blob:'],
};

/** Writes `embed-manifest.json` next to the plugin, with hashes of the files on disk, which is what browsers will check. */
export function embedManifest(externals: string[], release: Release): Plugin {
  return {
    name: 'embed-manifest',
    apply: 'build',
    enforce: 'post',
    writeBundle(options, bundle) {
      const folder = options.dir;
      if (!folder) throw new Error('The plugin must be written to a folder.');
      const files = Object.keys(bundle).filter((file) => !/\.(?:map|d\.ts)$/.test(file));
      const hashed = files.sort().map((file) => [file, sha384(readFileSync(join(folder, file)))]);
      const stylesheet = files.find((file) => file.endsWith('.css'));
      if (!files.includes('quartermaster.js') || !stylesheet)
        return this.error(`The plugin lacks its entry or its stylesheet: it has ${files.join(', ')}`);
      const manifest: EmbedManifest = {
        contract: contractOf(release),
        entry: 'quartermaster.js',
        stylesheet,
        types: 'quartermaster.d.ts',
        integrity: Object.fromEntries(hashed),
        externals,
        csp,
      };
      writeFileSync(join(folder, 'embed-manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    },
  };
}

/** The hash of a file for `integrity`. */
export function sha384(content: string | Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}
