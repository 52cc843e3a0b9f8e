// @ts-check
/** Finds or installs the browsers, the compiler and the Python of the tests; run directly it prints the path of Chromium or, with `firefox`, of Firefox. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { collect, outerPath, root } from '../processes.mjs';
import { resolveBrowser } from './resolve-browser.mjs';

/** The first is headless only, and takes less than half of the processor time. */
const chromiums = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

/** @param {(text: string) => void} say called before slow steps */
export function findBrowser(say) {
  const places = [
    '/usr/lib/chromium/chromium',
    '/snap/bin/chromium',
    '/opt/google/chrome/chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ];
  return resolveBrowser({
    kind: 'Chromium or Chrome',
    variable: 'PLAYWRIGHT_CHROMIUM_PATH',
    named: process.env.PLAYWRIGHT_CHROMIUM_PATH,
    own: ownBrowsers,
    installed: [...inPath(...chromiums), ...places],
    works: (path) => works(path, /chrom/i),
    debianPackage: () => debianPackage('chromium', say),
    download: async () => {
      say("Downloading Playwright's Chromium for the end-to-end tests ...");
      const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
      const withLibraries = process.platform === 'linux' && process.getuid?.() === 0 ? ['--with-deps'] : [];
      await collect(process.execPath, [cli, 'install', ...withLibraries, '--no-shell', 'chromium']);
      return (await ownBrowsers()).find((path) => existsSync(path));
    },
  });
}

/**
 * Playwright's own Firefox is a patched build, and does not support WebDriver.
 * @param {(text: string) => void} say called before slow steps
 */
export function findFirefox(say) {
  return resolveBrowser({
    kind: 'Firefox',
    variable: 'FIREFOX_PATH',
    named: process.env.FIREFOX_PATH,
    installed: [...inPath('firefox-esr', 'firefox'), '/Applications/Firefox.app/Contents/MacOS/firefox'],
    works: (path) => works(path, /firefox/i),
    debianPackage: () => debianPackage('firefox-esr', say),
  });
}

/**
 * With which the generated types of games are compiled.
 * @param {(text: string) => void} say called before slow steps
 */
export function findCompiler(say) {
  return resolveBrowser({
    kind: 'C++ compiler',
    variable: 'CXX',
    named: process.env.CXX,
    installed: inPath('g++', 'clang++', 'c++'),
    works: (path) => works(path, /Free Software Foundation|clang/),
    debianPackage: () => debianPackage('g++', say),
  });
}

/**
 * With whose openpyxl exported workbooks are read: a reader of another project.
 * @param {(text: string) => void} say called before slow steps
 */
export function findPython(say) {
  return resolveBrowser({
    kind: 'Python with openpyxl',
    variable: 'PYTHON',
    named: process.env.PYTHON,
    installed: [...inPath('python3'), '/usr/bin/python3'],
    works: async (path) =>
      existsSync(path) && (await collect(path, ['-c', 'import openpyxl'], { timeout: 20_000 })).code === 0,
    debianPackage: () => debianPackage('python3-openpyxl', say, 'python3'),
  });
}

/** @param {string[]} names */
function inPath(...names) {
  const folders = outerPath().split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

async function ownBrowsers() {
  const { chromium } = await import('@playwright/test');
  return [chromium.executablePath()];
}

/** Some systems have a stub, such as of `chromium`, that only explains how to install it. */
async function works(/** @type {string} */ path, /** @type {RegExp} */ kind) {
  if (!existsSync(path)) return false;
  const { code, output } = await collect(path, ['--version'], { timeout: 20_000 });
  return code === 0 && kind.test(output);
}

/**
 * Installs a Debian package; returns the path of its program, or undefined if that is not possible.
 * @param {string} name
 * @param {(text: string) => void} say
 * @param {string} program
 */
async function debianPackage(name, say, program = name) {
  const apt = await aptGet();
  if (!apt) return undefined;
  say(`Installing Debian's ${name} for the tests (apt-get) ...`);
  await apt('update');
  const { code } = await apt('install', '--yes', '--no-install-recommends', name);
  return code === 0 ? `/usr/bin/${program}` : undefined;
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
  const find = process.argv[2] === 'firefox' ? findFirefox : findBrowser;
  const found = await find((text) => process.stderr.write(`${text}\n`));
  if ('problem' in found) {
    console.error(found.problem);
    process.exitCode = 1;
  } else console.log(found.path);
}
