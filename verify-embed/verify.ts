import type { Browser, Page } from 'playwright-core';
import { type Check, type Result, resultOf } from './check.ts';
import { checks, notChecked } from './checks.ts';
import { isAddress, type Options, UsageError } from './options.ts';
import { storedNames } from './page/traces.ts';
import { findPlugin, type Plugin } from './plugin.ts';
import { createPortal } from './portal.ts';
import { readStorageState, type StorageState } from './storage-state.ts';

/** What a run has found, as it is written to report.json. */
export interface Report {
  url: string;
  date: string;
  browser: string;
  module: string | null;
  results: Result[];
  /** False if the page did not show the console: then the only result says why, and no promise was checked. */
  isShown: boolean;
  notChecked: string[];
}

/** The page cannot be checked at all. */
export class CannotVerify extends Error {}

/** Runs the checks on a portal's page, each in a page of its own; `onResult` is called after each. */
export async function verify(
  browser: Browser,
  options: Options,
  onResult: (result: Result) => void = () => undefined,
): Promise<Report> {
  const wanted = chosen(options.only);
  const since = performance.now();
  const looked = await look(browser, options).catch((error: unknown) => {
    if (error instanceof CannotVerify) return error;
    throw error;
  });
  const results: Result[] = [];
  const add = (result: Result) => {
    results.push(result);
    onResult(result);
  };
  const isShown = !(looked instanceof CannotVerify);
  if (isShown) {
    for (const check of wanted) {
      const portal = await createPortal(browser, { options, ...looked });
      add(await resultOf(check, portal));
      await portal.close();
    }
  } else {
    const milliseconds = Math.round(performance.now() - since);
    const problems = [looked.message];
    add({ id: 'page', promise: 'The page shows the console', status: 'failed', problems, notes: [], milliseconds });
  }
  return {
    url: options.url,
    date: new Date().toISOString(),
    browser: `Chromium ${browser.version()}`,
    module: isShown ? looked.plugin.module : null,
    results,
    isShown,
    notChecked,
  };
}

function chosen(only: readonly string[]): readonly Check[] {
  const unknown = only.filter((id) => !checks.some((check) => check.id === id));
  const known = checks.map(({ id }) => id).join(', ');
  if (unknown.length > 0) throw new UsageError(`There is no check ${unknown.join(', ')}; there are ${known}.`);
  return only.length === 0 ? checks : checks.filter(({ id }) => only.includes(id));
}

/** Opens the page once, to see whether the console is there, where its files are, and who is signed in. */
async function look(browser: Browser, options: Options): Promise<{ plugin: Plugin; storageState: StorageState }> {
  const unknown: Plugin = { module: null, stylesheet: null, folders: [], storedBefore: null };
  const storageState = options.storageState === undefined ? undefined : readStorageState(options.storageState);
  const portal = await createPortal(browser, { options, plugin: unknown, storageState });
  try {
    const { page } = portal;
    let storedBefore: string[] | null = null;
    if (isAddress(options.leave)) {
      await open(page, options.leave);
      storedBefore = await page.evaluate(storedNames);
    }
    const scripts: string[] = [];
    page.on('request', (request) => void (request.resourceType() === 'script' && scripts.push(request.url())));
    await open(page, options.url);
    if (!(await portal.untilState('shown'))) {
      const state = await portal.state();
      const seen = state === 'absent' ? 'there is no console on the page' : `its state is ${state}`;
      throw new CannotVerify(
        `${options.url} does not show the console within ${options.timeout / 1000} seconds: ${seen}. ${adviceOn(page.url(), options)}`,
      );
    }
    await portal.untilQuiet();
    const stylesheet = await page.evaluate(
      () => document.querySelector<HTMLLinkElement>('link[data-qm-style]')?.href ?? null,
    );
    return {
      plugin: { ...findPlugin(scripts, stylesheet, options.module), storedBefore },
      storageState: await page.context().storageState({ indexedDB: true }),
    };
  } finally {
    await portal.close();
  }
}

/** What to do about a page without the console: most likely the portal asks for a sign-in. */
function adviceOn(shown: string, { url, storageState }: Options): string {
  const led = shown === url ? '' : `It led to ${shown}. `;
  if (storageState === undefined) {
    return `${led}If the portal asks for a sign-in, pass a signed-in session with --storage-state FILE; --help says how to save one.`;
  }
  return `${led}If the portal asks for a sign-in, the session in ${storageState} has ended or is of another address: save it again.`;
}

async function open(page: Page, url: string) {
  await page.goto(url).catch((error: Error) => {
    // By the page's own script, such as to a sign-in.
    if (error.message.includes('interrupted by another navigation')) return;
    throw new CannotVerify(`${url} cannot be opened: ${error.message.split('\n')[0]}`);
  });
}
