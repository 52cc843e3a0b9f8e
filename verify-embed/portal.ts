import type { Browser, CDPSession, Page } from 'playwright-core';
import { mismatchesOf } from './mismatches.ts';
import { isAddress, type Options } from './options.ts';
import { Broken, Reloaded, Skipped } from './outcomes.ts';
import { type ConsoleState, clickOn, consoleState, hasSingleSpa, navigateTo } from './page/console-state.ts';
import { readVisiblePage } from './page/visible-page.ts';
import type { Plugin } from './plugin.ts';
import { pauseSince, watchRequests } from './quiet.ts';
import { isReload } from './reload.ts';
import type { StorageState } from './storage-state.ts';

/** A studio's page in a browser context of its own, with the navigation into and out of the console. */
export interface Portal {
  page: Page;
  cdp: CDPSession;
  options: Options;
  plugin: Plugin;
  /** Opens the portal outside of the console. */
  openOutside: () => Promise<void>;
  /** Opens the page with the console, and waits for it. */
  openInside: () => Promise<void>;
  /** Navigates to the console without waiting for it; `enter` waits, too. */
  navigateIn: () => Promise<void>;
  /** Navigates away from the console without waiting for its end; `leave` waits, too. */
  navigateOut: () => Promise<void>;
  /** Navigates to the console and waits until it is rendered with its data. */
  enter: () => Promise<void>;
  /** Leaves the console and waits until it is gone. */
  leave: () => Promise<void>;
  state: () => Promise<ConsoleState>;
  /** Waits for a state; false after the timeout. */
  untilState: (state: ConsoleState, limit?: number) => Promise<boolean>;
  untilQuiet: () => Promise<void>;
  close: () => Promise<void>;
}

interface PortalOptions {
  options: Options;
  plugin: Plugin;
  storageState?: StorageState | undefined;
}

const stateOf = (page: Page): Promise<ConsoleState> =>
  page.evaluate(consoleState).catch((error: Error) => {
    // A page that is just being left has no console.
    if (isReload(error)) return 'absent' as const;
    // The debugger of a check paused the page meanwhile.
    if (error.message.includes('Resulting promise was garbage collected')) return stateOf(page);
    throw error;
  });

/** Opens an empty page for a portal. */
export async function createPortal(
  browser: Browser,
  { options, plugin, storageState }: PortalOptions,
): Promise<Portal> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    ...(storageState === undefined ? {} : { storageState }),
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const { untilQuiet } = watchRequests(page);
  /** The documents that the page has navigated to. */
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents.push(request.url());
  });

  const go = (target: string) =>
    isAddress(target) ? page.evaluate(navigateTo, target) : page.evaluate(clickOn, target);
  const state = () => stateOf(page);
  const untilState = async (expected: ConsoleState, limit = options.timeout) => {
    const since = performance.now();
    while ((await state()) !== expected) {
      if (performance.now() > since + limit) return false;
      await pauseSince(since);
    }
    return true;
  };

  const untilShown = async () => {
    if (!(await untilState('shown'))) {
      throw new Broken(
        `The console was not shown within ${options.timeout / 1000} seconds: its state is ${await state()}.`,
      );
    }
    await untilQuiet();
    const seen = await page.evaluate(readVisiblePage);
    // The session may have ended since the first visit.
    const [mismatch] = seen === null ? [] : mismatchesOf(seen, { expectAccount: options.expectAccount });
    if (mismatch !== undefined && options.expectPage === undefined) throw new Broken(mismatch);
  };

  /** Enters or leaves the console; throws if that loads another document. */
  const withinPage = async (move: () => Promise<void>) => {
    const before = documents.length;
    await move();
    const loaded = documents[before];
    if (loaded !== undefined) throw new Reloaded(loaded);
  };

  const untilGone = async () => {
    if (await untilState('absent')) return untilQuiet();
    const sentence = `The console is still on the page ${options.timeout / 1000} seconds after leaving it by ${options.leave}`;
    if (options.isLeaveGiven || (await page.evaluate(hasSingleSpa))) throw new Broken(`${sentence}.`);
    throw new Skipped(`${sentence}, and the page has no single-spa: say with --leave how the portal leaves it.`);
  };

  const openInside = async () => {
    await page.goto(options.url);
    await untilShown();
  };
  const navigateIn = () => go(options.enter);
  const navigateOut = () => go(options.leave);
  const leave = () =>
    withinPage(async () => {
      await navigateOut();
      await untilGone();
    });

  return {
    page,
    cdp,
    options,
    plugin,
    openInside,
    async openOutside() {
      if (isAddress(options.leave)) {
        await page.goto(options.leave);
        return untilQuiet();
      }
      await openInside();
      await leave();
    },
    navigateIn,
    navigateOut,
    enter: () =>
      withinPage(async () => {
        await navigateIn();
        await untilShown();
      }),
    leave,
    state,
    untilState,
    untilQuiet,
    close: () => context.close(),
  };
}
