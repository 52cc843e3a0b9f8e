import type { Browser } from 'playwright-core';
import { type Check, type Result, resultOf } from './check.ts';
import { checks, notChecked } from './checks.ts';
import { type Look, look } from './look.ts';
import { type Options, UsageError } from './options.ts';
import { CannotVerify } from './outcomes.ts';
import { createPortal } from './portal.ts';

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
  add(pageResult(looked, Math.round(performance.now() - since)));
  const isShown = !(looked instanceof CannotVerify) && looked.problems.length === 0;
  if (isShown) {
    for (const check of wanted) {
      const portal = await createPortal(browser, { options, ...looked });
      add(await resultOf(check, portal));
      await portal.close();
    }
  }
  return {
    url: options.url,
    date: new Date().toISOString(),
    browser: `Chromium ${browser.version()}`,
    module: looked instanceof CannotVerify ? null : looked.plugin.module,
    saw: looked instanceof CannotVerify ? null : looked.saw,
    results,
    isShown,
    notChecked,
  };
}

/** The first result: whether the page shows the expected content, and what it shows. */
function pageResult(looked: Look | CannotVerify, milliseconds: number): Result {
  const { problems, notes } =
    looked instanceof CannotVerify
      ? { problems: [looked.message], notes: [] }
      : { problems: looked.problems, notes: [`Saw: ${looked.saw}.`] };
  const status = problems.length > 0 ? 'failed' : 'passed';
  const promise = 'The page shows the console’s page that was asked for, as the account that was asked for';
  return { id: 'page', promise, status, problems, notes, milliseconds };
}

/** The checks to run; throws for an unknown one. */
export function chosen(only: readonly string[]): readonly Check[] {
  const unknown = only.filter((id) => !checks.some((check) => check.id === id));
  const known = checks.map(({ id }) => id).join(', ');
  if (unknown.length > 0) throw new UsageError(`There is no check ${unknown.join(', ')}; there are ${known}.`);
  return only.length === 0 ? checks : checks.filter(({ id }) => only.includes(id));
}
