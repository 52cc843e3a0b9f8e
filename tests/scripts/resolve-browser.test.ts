import { expect, test } from 'vitest';
import { type Probes, resolveBrowser } from '../../scripts/testing/resolve-browser.mjs';
import { shows } from '../specification/shows.ts';

/** A machine with nothing installed; `there` lists the browsers that start. */
function machine(there: string[], found: Partial<Probes> = {}) {
  const tried: string[] = [];
  const probes: Probes = {
    kind: 'Chromium or Chrome',
    variable: 'PLAYWRIGHT_CHROMIUM_PATH',
    named: undefined,
    own: async () => ['/own/chrome'],
    installed: ['/usr/bin/chromium', '/usr/bin/google-chrome'],
    works: async (path) => {
      tried.push(path);
      return there.includes(path);
    },
    debianPackage: async () => {
      tried.push('apt-get');
      return undefined;
    },
    download: async () => {
      tried.push('download');
      return undefined;
    },
    ...found,
  };
  return { tried, probes };
}

test('the named browser comes first', async () => {
  shows('3.start.test.browser');
  const { probes, tried } = machine(['/mine', '/own/chrome'], { named: '/mine' });
  expect(await resolveBrowser(probes)).toEqual({ path: '/mine' });
  expect(tried).toEqual(['/mine']);
});

test('a named browser that does not start is an error, without a fallback', async () => {
  const { probes } = machine(['/own/chrome'], { named: '/mine' });
  expect(await resolveBrowser(probes)).toEqual({
    problem: 'PLAYWRIGHT_CHROMIUM_PATH names /mine, and no Chromium or Chrome starts there.',
  });
});

test("Playwright's own comes before an installed one", async () => {
  shows('3.start.test.browser');
  const { probes } = machine(['/own/chrome', '/usr/bin/chromium']);
  expect(await resolveBrowser(probes)).toEqual({ path: '/own/chrome' });
});

test('an installed one that does not start is skipped', async () => {
  const { probes, tried } = machine(['/usr/bin/google-chrome']);
  expect(await resolveBrowser(probes)).toEqual({ path: '/usr/bin/google-chrome' });
  expect(tried).toEqual(['/own/chrome', '/usr/bin/chromium', '/usr/bin/google-chrome']);
});

test('Debian’s package is installed only if there is no other browser, and before any download', async () => {
  shows('3.start.test.browser');
  const { probes, tried } = machine(['/deb/chromium'], { debianPackage: async () => '/deb/chromium' });
  expect(await resolveBrowser(probes)).toEqual({ path: '/deb/chromium' });
  expect(tried).not.toContain('download');
});

test('a download is the last resort, even if the package has no browser that starts', async () => {
  shows('3.start.test.browser');
  const { probes } = machine(['/downloaded'], {
    debianPackage: async () => '/deb/broken',
    download: async () => '/downloaded',
  });
  expect(await resolveBrowser(probes)).toEqual({ path: '/downloaded' });
});

test('if nothing works, one sentence explains what to do', async () => {
  const { probes, tried } = machine([]);
  expect(await resolveBrowser(probes)).toEqual({ problem: expect.stringMatching(/PLAYWRIGHT_CHROMIUM_PATH\.$/) });
  expect(tried).toEqual(['/own/chrome', '/usr/bin/chromium', '/usr/bin/google-chrome', 'apt-get', 'download']);
});

test('a browser that Playwright does not have comes from the system or from Debian', async () => {
  const onMachine = (there: string[], debian?: string) => {
    const { works } = machine(there).probes;
    return resolveBrowser({
      kind: 'Firefox',
      variable: 'FIREFOX_PATH',
      named: undefined,
      installed: ['/usr/bin/firefox'],
      works,
      debianPackage: async () => debian,
    });
  };
  expect(await onMachine(['/usr/bin/firefox', '/deb/firefox'], '/deb/firefox')).toEqual({ path: '/usr/bin/firefox' });
  expect(await onMachine(['/deb/firefox'], '/deb/firefox')).toEqual({ path: '/deb/firefox' });
  expect(await onMachine([])).toEqual({
    problem: 'There is no Firefox for the tests, and none could be installed: install one, or name it in FIREFOX_PATH.',
  });
});
