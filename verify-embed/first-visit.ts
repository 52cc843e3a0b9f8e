import type { Browser, Page } from 'playwright-core';
import { cannotAppear, causesOf, uncaught } from './diagnosis/causes.ts';
import { collectEvidence, type Evidence } from './diagnosis/evidence.ts';
import { mismatchesOf, nameOf } from './mismatches.ts';
import { isAddress, type Options } from './options.ts';
import { CannotVerify } from './outcomes.ts';
import { type ConsoleState, consoleState } from './page/console-state.ts';
import { findObstructions } from './page/obstructions.ts';
import { policyInPage } from './page/policy-in-page.ts';
import { findReplacedMethods } from './page/replaced-methods.ts';
import { storedNames } from './page/traces.ts';
import { readVisiblePage, type VisiblePage } from './page/visible-page.ts';
import { findPlugin, type Plugin } from './plugin.ts';
import { createPortal, type Portal } from './portal.ts';
import { pauseSince } from './quiet.ts';
import { isReload } from './reload.ts';
import { readStorageState, type StorageState } from './storage-state.ts';

/** The first view of the page. */
export interface FirstVisit {
  /** The visible page of the console and the account as text, or what is shown instead; `saw` in report.json. */
  saw: string;
  /** How this differs from the expected page; empty if it does not. */
  problems: string[];
  plugin: Plugin;
  /** With the cookies and storage of the first visit. */
  storageState: StorageState;
}

/** Opens the page once, to determine what it shows, for which account, and where the console's files are. */
export async function firstVisit(browser: Browser, options: Options): Promise<FirstVisit> {
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
    return await lookAt(portal, storedBefore);
  } finally {
    await portal.close();
  }
}

/** Opens the page and examines it; throws `CannotVerify` with the page's own errors if no script can run in it. */
async function lookAt(portal: Portal, storedBefore: string[] | null): Promise<FirstVisit> {
  const { page, options } = portal;
  const scripts: string[] = [];
  page.on('request', (request) => void (request.resourceType() === 'script' && scripts.push(request.url())));
  const evidence = await collectEvidence(page, portal.cdp, options.module);
  try {
    await open(page, options.url);
    const { state, seen } = await untilDecided(portal, evidence);
    if (evidence.policy === '') evidence.policy = await page.evaluate(policyInPage);
    const stylesheet = await page.evaluate(
      () => document.querySelector<HTMLLinkElement>('link[data-qm-style]')?.href ?? null,
    );
    return {
      saw: await sawLine(page, state, seen),
      problems: await problemsOf(portal, evidence, state, seen),
      plugin: { ...findPlugin(scripts, stylesheet, options.module), storedBefore },
      storageState: await page.context().storageState({ indexedDB: true }),
    };
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    const problem = error instanceof CannotVerify ? reason : `${options.url} cannot be examined: ${reason}.`;
    throw new CannotVerify([problem, ...uncaught(evidence)].join(' '));
  }
}

interface Moment {
  state: ConsoleState;
  seen: VisiblePage | null;
}

/** Waits until the page shows a page of the console or a panel, or nothing more will happen. */
async function untilDecided({ page, options, untilQuiet }: Portal, evidence: Evidence): Promise<Moment> {
  const since = performance.now();
  const now = async (): Promise<Moment> => {
    try {
      return { state: await page.evaluate(consoleState), seen: await page.evaluate(readVisiblePage) };
    } catch (error) {
      if (isReload(error)) return { state: 'absent', seen: null };
      throw error;
    }
  };
  const isDecided = ({ state, seen }: Moment) =>
    state === 'panel' || (state === 'shown' && seen?.title != null) || (state === 'absent' && cannotAppear(evidence));
  let moment = await now();
  while (performance.now() < since + options.timeout) {
    if (isDecided(moment)) {
      await untilQuiet();
      // The page may have been redirected, for example to sign-in.
      moment = await now();
      if (isDecided(moment)) return moment;
    }
    await pauseSince(since);
    moment = await now();
  }
  return moment;
}

async function sawLine(page: Page, state: ConsoleState, seen: VisiblePage | null): Promise<string> {
  if (state === 'panel' && seen) return `a panel in place of the console: "${seen.text}"`;
  if (state === 'shown' && seen?.title != null) return nameOf(seen);
  if (state === 'shown') return 'a console with nothing but placeholders';
  if (state === 'placeholder') return 'only the placeholder of a console that is being loaded';
  if (state === 'empty') return 'a console of which nothing can be seen';
  return `no console on ${page.url()}`;
}

async function problemsOf(
  { page, options }: Portal,
  evidence: Evidence,
  state: ConsoleState,
  seen: VisiblePage | null,
): Promise<string[]> {
  const hidden = state === 'shown' || state === 'empty' ? await page.evaluate(findObstructions) : [];
  if (state === 'shown' && seen !== null && seen.title !== null) {
    const mismatches = mismatchesOf(seen, options);
    const isSignIn = seen.route === '/login' && seen.hasSignInForm && options.expectPage === undefined;
    const causes = mismatches.length > 0 ? causesOf(evidence, state, seen) : [];
    return [...mismatches, ...causes, ...(isSignIn ? [signInAdvice(options)] : []), ...hidden];
  }
  const panel = state === 'panel' && seen !== null ? `: "${seen.text}"` : '';
  const problem = `${options.url} does not show the console: ${withinTime(state, options)}${panel}.`;
  const replaced = await page.evaluate(findReplacedMethods).catch(() => []);
  return [
    problem,
    ...causesOf(evidence, state, seen),
    ...hidden,
    ...replaced,
    ...(await adviceOn(page, options, state)),
  ];
}

function withinTime(state: ConsoleState, { timeout }: Options): string {
  const limit = `after ${timeout / 1000} seconds`;
  const words: Record<ConsoleState, string> = {
    absent: 'there is no console on the page',
    panel: 'there is a panel in its place',
    placeholder: `it is still being loaded ${limit}`,
    empty: 'nothing of it can be seen',
    shown: `only its placeholders are there ${limit}`,
  };
  return words[state];
}

/** How to sign in, if the page has no console because the portal requires a sign-in. */
async function adviceOn(page: Page, options: Options, state: ConsoleState): Promise<string[]> {
  if (state !== 'absent') return [];
  const pathOf = (url: string) => new URL(url).origin + new URL(url).pathname;
  const isElsewhere = pathOf(page.url()) !== pathOf(options.url);
  const asksForPassword = await page.locator('input[type=password]').locator('visible=true').count();
  if (!isElsewhere && asksForPassword === 0) return [];
  const redirect = isElsewhere
    ? `It redirected to ${page.url()}. If the portal asks for a sign-in, `
    : 'It shows a password field: ';
  return [`${redirect}${howToSignIn(options)}`];
}

const signInAdvice = (options: Options) => `No user is signed in to the console: ${howToSignIn(options)}`;

const howToSignIn = ({ storageState }: Options) =>
  storageState === undefined
    ? 'pass a signed-in session with --storage-state FILE; --help says how to save one.'
    : `the session in ${storageState} has ended or is of another address: save it again.`;

async function open(page: Page, url: string) {
  await page.goto(url).catch((error: Error) => {
    // By the page's own script, for example to sign-in.
    if (error.message.includes('interrupted by another navigation')) return;
    throw new CannotVerify(`${url} cannot be opened: ${error.message.split('\n')[0]}`);
  });
}
