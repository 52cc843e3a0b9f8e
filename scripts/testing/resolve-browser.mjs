// @ts-check
/** Selects a browser, or another program, for the tests from what the probes find. The probes themselves are in browser.mjs. */

/**
 * @typedef {object} Probes
 * @property {string} kind its name, such as `Firefox`
 * @property {string} variable the environment variable with the path of one
 * @property {string | undefined} named its value
 * @property {() => Promise<string[]>} [own] paths of browsers downloaded by Playwright
 * @property {string[]} installed usual paths
 * @property {(path: string) => Promise<boolean>} works whether a browser exists and starts
 * @property {() => Promise<string | undefined>} debianPackage installs Debian's; undefined if that is not possible
 * @property {() => Promise<string | undefined>} [download] makes Playwright download one; undefined if that failed
 */

/**
 * @param {Probes} probes
 * @returns {Promise<{ path: string } | { problem: string }>}
 */
export async function resolveBrowser(probes) {
  if (probes.named) {
    if (await probes.works(probes.named)) return { path: probes.named };
    return { problem: `${probes.variable} names ${probes.named}, and no ${probes.kind} starts there.` };
  }
  for (const path of [...((await probes.own?.()) ?? []), ...probes.installed]) {
    if (await probes.works(path)) return { path };
  }
  for (const bring of [probes.debianPackage, probes.download]) {
    const path = await bring?.();
    if (path && (await probes.works(path))) return { path };
  }
  return {
    problem: `There is no ${probes.kind} for the tests, and none could be installed: install one, or name it in ${probes.variable}.`,
  };
}
