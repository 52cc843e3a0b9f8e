import type { Browser, Page } from 'playwright-core';
import { type Check, type Result, resultOf } from './check.ts';
import { checks, notChecked } from './checks.ts';
import { isAddress, type Options, UsageError } from './options.ts';
import { storedNames } from './page/traces.ts';
import { findPlugin, type Plugin } from './plugin.ts';
import { createPortal, type StorageState } from './portal.ts';

/** What a run has found, as it is written to report.json. */
export interface Report {
  url: string;
  date: string;
  browser: string;
  module: string | null;
  results: Result[];
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
  const { plugin, storageState } = await look(browser, options);
  const results: Result[] = [];
  for (const check of wanted) {
    const portal = await createPortal(browser, { options, plugin, storageState });
    const result = await resultOf(check, portal);
    await portal.close();
    results.push(result);
    onResult(result);
  }
  return {
    url: options.url,
    date: new Date().toISOString(),
    browser: `Chromium ${browser.version()}`,
    module: plugin.module,
    results,
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
  const portal = await createPortal(browser, { options, plugin: unknown, storageState: options.storageState });
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
        `${options.url} does not show the console within ${options.timeout / 1000} seconds: ${seen}.`,
      );
    }
    await portal.untilQuiet();
    const stylesheet = await page.evaluate(
      () => document.querySelector<HTMLLinkElement>('link[data-qm-style]')?.href ?? null,
    );
    return {
      plugin: { ...findPlugin(scripts, stylesheet, options.module), storedBefore },
      storageState: await page.context().storageState(),
    };
  } finally {
    await portal.close();
  }
}

async function open(page: Page, url: string) {
  await page.goto(url).catch((error: Error) => {
    throw new CannotVerify(`${url} cannot be opened: ${error.message.split('\n')[0]}`);
  });
}
