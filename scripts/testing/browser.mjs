// @ts-check
/** Finds or installs the browser of the end-to-end tests; run directly it prints its path. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { collect, outerPath, root } from '../processes.mjs';
import { resolveBrowser } from './resolve-browser.mjs';

/** The first has no windows, and takes less than half of the processor time. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const usualPlaces = [
  '/usr/lib/chromium/chromium',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** @param {(text: string) => void} say called before slow steps */
export function findBrowser(say) {
  return resolveBrowser({
    named: process.env.PLAYWRIGHT_CHROMIUM_PATH,
    own: ownBrowsers,
    installed: [
      ...outerPath()
        .split(delimiter)
        .flatMap((folder) => names.map((name) => join(folder, name))),
      ...usualPlaces,
    ],
    works,
    debianPackage: async () => {
      const apt = await aptGet();
      if (!apt) return undefined;
      say("Installing Debian's chromium for the end-to-end tests (apt-get) ...");
      await apt('update');
      const { code } = await apt('install', '--yes', '--no-install-recommends', 'chromium');
      return code === 0 ? '/usr/bin/chromium' : undefined;
    },
    download: async () => {
      say("Downloading Playwright's Chromium for the end-to-end tests ...");
      const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
      const withLibraries = process.platform === 'linux' && process.getuid?.() === 0 ? ['--with-deps'] : [];
      await collect(process.execPath, [cli, 'install', ...withLibraries, '--no-shell', 'chromium']);
      return (await ownBrowsers()).find((path) => existsSync(path));
    },
  });
}

async function ownBrowsers() {
  const { chromium } = await import('@playwright/test');
  return [chromium.executablePath()];
}

/** Some systems have a `chromium` stub that only explains how to install it. */
async function works(/** @type {string} */ path) {
  if (!existsSync(path)) return false;
  const { code, output } = await collect(path, ['--version'], { timeout: 20_000 });
  return code === 0 && /chrom/i.test(output);
}

/** The command for running apt-get non-interactively; undefined if that is not possible. */
async function aptGet() {
  if (!existsSync('/usr/bin/apt-get')) return undefined;
  const root = process.getuid?.() === 0;
  if (!root && (await collect('sudo', ['-n', 'true'])).code !== 0) return undefined;
  const prefix = root ? ['env'] : ['sudo', '-n', 'env'];
  return (/** @type {string[]} */ ...args) => {
    const [program = 'env', ...rest] = [...prefix, 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...args];
    return collect(program, rest);
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const found = await findBrowser((text) => process.stderr.write(`${text}\n`));
  if ('problem' in found) {
    console.error(found.problem);
    process.exitCode = 1;
  } else console.log(found.path);
}
