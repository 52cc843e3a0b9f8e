import { type Browser, expect, test } from '@playwright/test';
import { resultOf } from '../../../verify-embed/check.ts';
import { checks } from '../../../verify-embed/checks.ts';
import { readOptions } from '../../../verify-embed/options.ts';
import { findPlugin } from '../../../verify-embed/plugin.ts';
import { createPortal } from '../../../verify-embed/portal.ts';
import { verify } from '../../../verify-embed/verify.ts';
import { startFixture } from './fixture-server.ts';

// Its pages belong to contexts that the checks have closed.
test.use({ screenshot: 'off' });

/** Faults of the fixture by the check that has to find them, with the expected message of each. */
const faults: Record<string, Record<string, RegExp>> = {
  contract: {
    'wrong-version': /has contract version 99/,
    'wrong-hash': /is not the file of the manifest/,
    'no-update': /does not export: update/,
  },
  nodes: {
    'extra-node': /added another node: other <style> in <head>/,
    'overlay-stays': /After the unmount a node is left: overlay/,
    'no-overlay': /0 nodes of the kind overlay/,
  },
  'page-untouched': {
    'body-style': /<body> is changed/,
    'html-attribute': /<html> is changed/,
    title: /<title> is changed/,
    'short-attribute': /<body> is changed/,
    'locks-scroll': /<body> is changed by openDialog/,
  },
  'host-styles': {
    'host-styles': /<button .*letter-spacing is 7px/,
    'dialog-styles': /<header .*letter-spacing is 7px/,
    'root-variables': /--fixture is 1px/,
    'inline-on-host': /<header> letter-spacing was normal, and is 3px after/,
  },
  'mount-time': {
    'never-mounts': /still on the page/,
    'shows-nothing': /Until something is shown: \d+ ms/,
    'never-unmounts': /Until single-spa has left the console: it never happened/,
  },
  lifecycles: {
    rejects: /mount rejected/,
    'vague-panel': /is not named in a panel/,
    'slow-mount': /mount took \d+ ms/,
    'no-ready': /"ready" was not sent/,
    'no-disposed': /"disposed" was not sent/,
    'removes-other': /own console is no longer shown/,
  },
  parts: {
    'part-rejects': /mountPart of list: Error: fixture/,
    'part-slow': /mountPart of diff took \d+ ms/,
    'part-refuses': /update of item-form is refused: {"isDone":false}/,
    'part-stays': /the element of item-card is not empty/,
    'part-undisposed': /item-picker has not sent "disposed"/,
  },
  listeners: {
    listener: /2 listeners are left: window resize \(quartermaster\.js/,
    'document-listener': /2 listeners are left: document keydown \(quartermaster\.js/,
  },
  globals: { global: /window\.fixtureState is left/ },
  storage: {
    storage: /localStorage fixture/,
    cookie: /cookie fixture/,
    database: /database fixture/,
  },
  memory: {
    'keeps-nodes': /leave \d+ nodes alive/,
    'keeps-listeners': /leave \d+ listeners/,
    'keeps-memory': /add \d+ kB to the heap/,
  },
  toggles: { 'late-node': /After 15 toggles a node is left: overlay/ },
  history: {
    reloads: /reloaded the portal/,
    replaces: /added 0 entries/,
    'two-entries': /added 2 entries/,
    'ignores-back': /Going back did not open .* \(empty\)/,
  },
  unsaved: {
    'never-asks': /did not ask/,
    forgets: /typed text is lost/,
  },
  focus: {
    'takes-focus': /moved the focus into the console/,
    'drops-focus': /has not returned the focus/,
  },
  errors: {
    throws: /Uncaught: fixture/,
    logs: /In the browser's console: fixture/,
  },
  csp: { 'inline-style': /style-src-attr blocks inline code/ },
  'stylesheet-fails': {
    'no-panel': /There is no panel/,
    'no-retry': /no button "Try again"/,
    'dead-retry': /did not load the console/,
  },
  // The rest is the same code as with the stylesheet.
  'chunk-fails': { 'no-panel': /There is no panel/ },
  'stylesheet-hangs': {
    'no-placeholder': /No placeholder is shown/,
    waits: /cannot leave a console whose stylesheet hangs/,
  },
};

/** Faults that do not hide each other are planted together: each is named in a message of its own. */
const together: Record<string, string[]> = {
  contract: ['wrong-version', 'wrong-hash', 'no-update'],
  nodes: ['extra-node', 'overlay-stays'],
  'page-untouched': ['html-attribute', 'title', 'body-style'],
  'host-styles': ['host-styles', 'dialog-styles', 'root-variables'],
  parts: ['part-rejects', 'part-refuses', 'part-stays', 'part-undisposed'],
  listeners: ['listener', 'document-listener'],
  storage: ['storage', 'cookie', 'database'],
  memory: ['keeps-listeners', 'keeps-memory'],
  errors: ['throws', 'logs'],
};

function optionsFor(url: string, ...more: string[]) {
  const options = readOptions([url, '--form', '/content', '--timeout', '7', '--cycles', '8', ...more]);
  if (!options) throw new Error('There are no options.');
  return options;
}

/** Runs one check against the plugin with faults, without the first look at the page, which is the same for all. */
async function resultWith(browser: Browser, id: string, faults: string) {
  const check = checks.find((each) => each.id === id);
  if (!check) throw new Error(`There is no check ${id}.`);
  const fixture = await startFixture(faults);
  const plugin = { ...findPlugin([fixture.module], fixture.stylesheet), storedBefore: null };
  const portal = await createPortal(browser, { options: optionsFor(fixture.url), plugin });
  const result = await resultOf(check, portal);
  await portal.close();
  fixture.close();
  return result;
}

// The dev host passes every check in command.spec.ts, but has no policy and no slow mount.
test('a plugin that keeps all promises passes under a policy, and if a single mount is slow', async ({ browser }) => {
  const results = [await resultWith(browser, 'csp', ''), await resultWith(browser, 'lifecycles', 'slow-once')];
  expect(results.map(({ id, status, problems }) => ({ id, status, problems }))).toEqual([
    { id: 'csp', status: 'passed', problems: [] },
    { id: 'lifecycles', status: 'passed', problems: [] },
  ]);
});

/** The number of checks run concurrently: most of their time is spent waiting. */
const atOnce = 3;

test('each check finds each of its planted faults, and names it', async ({ browser }) => {
  // Faults of the portal itself are in portals.spec.ts.
  expect(checks.map(({ id }) => id)).toEqual(['portal', ...Object.keys(faults)]);

  const found: Record<string, Record<string, { status: string; problems: string }>> = {};
  const waiting = Object.entries(faults);
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [check, all] = next;
      const group = together[check] ?? [];
      const alone = Object.keys(all).filter((fault) => !group.includes(fault));
      const results = await Promise.all(
        [group, ...alone.map((fault) => [fault])].map(async (planted) => {
          if (planted.length === 0) return [];
          const { status, problems } = await resultWith(browser, check, planted.join());
          return planted.map((fault) => [fault, { status, problems: problems.join('\n') }] as const);
        }),
      );
      found[check] = Object.fromEntries(results.flat());
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  for (const [check, all] of Object.entries(faults)) {
    const expected = Object.entries(all).map(([fault, sentence]) => [
      fault,
      { status: 'failed', problems: expect.stringMatching(sentence) },
    ]);
    expect.soft(found[check], check).toEqual(Object.fromEntries(expected));
  }
});

test('with selectors the console is left and opened by the portal’s own links', async ({ browser }) => {
  const fixture = await startFixture();
  const links = ['--leave', '#home', '--enter', '#content-link', '--only', 'nodes,memory,history,focus'];
  const { results } = await verify(browser, optionsFor(fixture.url, ...links));
  expect(results.map(({ id, status, problems }) => [id, status, problems])).toEqual(
    ['page', 'nodes', 'memory', 'history', 'focus'].map((id) => [id, 'passed', []]),
  );
  const dead = await verify(browser, optionsFor(fixture.url, '--leave', 'h1', '--only', 'nodes', '--timeout', '1'));
  fixture.close();
  expect(dead.results[1]).toMatchObject({
    status: 'failed',
    problems: [expect.stringContaining('after leaving it by h1')],
  });
});
