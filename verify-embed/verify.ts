import type { Browser } from 'playwright-core';
import { type Check, type Result, resultOf } from './check.ts';
import { checks, notChecked } from './checks.ts';
import { type FirstVisit, firstVisit } from './first-visit.ts';
import { type Options, UsageError } from './options.ts';
import { CannotVerify } from './outcomes.ts';
import { createPortal } from './portal.ts';
import { cookiesOf, writeStorageState } from './storage-state.ts';

/** The result of a run, as written to report.json. */
export interface Report {
  url: string;
  date: string;
  browser: string;
  module: string | null;
  /** The visible page of the console, and the account; null if the page could not be opened. */
  saw: string | null;
  results: Result[];
  /** False if the page did not show the expected content: then the only result is the reason, and no promise was checked. */
  isShown: boolean;
  notChecked: string[];
}

/** Runs the checks on a portal's page, each in its own page; `onResult` is called after each. */
export async function verify(
  browser: Browser,
  options: Options,
  onResult: (result: Result) => void = () => undefined,
): Promise<Report> {
  const checksToRun = chosen(options.only);
  const since = performance.now();
  const visit = await firstVisit(browser, options).catch((error: unknown) => {
    if (error instanceof CannotVerify) return error;
    throw error;
  });
  const results: Result[] = [];
  const add = (result: Result) => {
    results.push(result);
    onResult(result);
  };
  add(pageResult(visit, Math.round(performance.now() - since)));
  const isShown = !(visit instanceof CannotVerify) && visit.problems.length === 0;
  if (isShown) {
    let { storageState } = visit;
    const keep = () => options.storageState && writeStorageState(options.storageState, storageState);
    keep();
    for (const check of checksToRun) {
      const portal = await createPortal(browser, { options, plugin: visit.plugin, storageState });
      add(await resultOf(check, portal));
      // The server may have renewed the session, after which the one before counts as stolen. What a check has stored, it has
      // for itself.
      storageState = { ...storageState, ...(await cookiesOf(portal.page.context())) };
      keep();
      await portal.close();
    }
  }
  return {
    url: options.url,
    date: new Date().toISOString(),
    browser: `Chromium ${browser.version()}`,
    module: visit instanceof CannotVerify ? null : visit.plugin.module,
    saw: visit instanceof CannotVerify ? null : visit.saw,
    results,
    isShown,
    notChecked,
  };
}

/** The first result: whether the page shows the expected content, and what it shows. */
function pageResult(visit: FirstVisit | CannotVerify, milliseconds: number): Result {
  const { problems, notes } =
    visit instanceof CannotVerify
      ? { problems: [visit.message], notes: [] }
      : { problems: visit.problems, notes: [`Saw: ${visit.saw}.`] };
  const status = problems.length > 0 ? 'failed' : 'passed';
  const promise = 'The page shows the expected page of the console, for the expected account';
  return { id: 'page', promise, status, problems, notes, milliseconds };
}

/** The checks to run; throws for an unknown one. */
export function chosen(only: readonly string[]): readonly Check[] {
  const unknown = only.filter((id) => !checks.some((check) => check.id === id));
  const known = checks.map(({ id }) => id).join(', ');
  if (unknown.length > 0) throw new UsageError(`There is no check ${unknown.join(', ')}; there are ${known}.`);
  return only.length === 0 ? checks : checks.filter(({ id }) => only.includes(id));
}
