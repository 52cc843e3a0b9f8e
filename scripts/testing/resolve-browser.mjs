// @ts-check
/** Which browser the tests run in, decided by what the probes find. The probes themselves are in browser.mjs. */

/**
 * @typedef {object} Probes
 * @property {string | undefined} named PLAYWRIGHT_CHROMIUM_PATH
 * @property {() => Promise<string[]>} own where Playwright would keep browsers that it downloaded
 * @property {string[]} installed where a machine may have Chromium or Chrome
 * @property {(path: string) => Promise<boolean>} works whether a browser is there and starts
 * @property {() => Promise<string | undefined>} debianPackage installs Debian's chromium; undefined where that cannot be
 * @property {() => Promise<string | undefined>} download has Playwright download one; undefined where that failed
 */

/**
 * @param {Probes} probes
 * @returns {Promise<{ path: string } | { problem: string }>}
 */
export async function resolveBrowser(probes) {
  if (probes.named) {
    if (await probes.works(probes.named)) return { path: probes.named };
    return { problem: `PLAYWRIGHT_CHROMIUM_PATH names ${probes.named}, and no browser starts there.` };
  }
  for (const path of [...(await probes.own()), ...probes.installed]) {
    if (await probes.works(path)) return { path };
  }
  for (const bring of [probes.debianPackage, probes.download]) {
    const path = await bring();
    if (path && (await probes.works(path))) return { path };
  }
  return {
    problem:
      'There is no browser for the end-to-end tests, and none could be installed: install Chromium or Chrome, or name one in PLAYWRIGHT_CHROMIUM_PATH.',
  };
}
