import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { Sentence, say } from '../../../scripts/terminal.mjs';
import { findBrowser } from '../../../scripts/testing/browser.mjs';
import { email, password } from '../servers/product.ts';

type StoredState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** The pages of one side, and how to recognize that they are ready. */
export interface Site {
  list: string;
  form: string;
  /** The browser state of a signed-in person. */
  state: () => Promise<StoredState | undefined>;
  /** Selector of a rendered row of the list. */
  row: string;
  /** Selector of what opens a row’s item with a click. */
  opener: string;
  /** Selector of what a form has only while it differs from the saved item. */
  changed: string;
  /** Types a text into the list’s filter; the measurement begins with the last of these events. */
  filter: (page: Page, text: string) => Promise<void>;
  lastEvent: 'keydown' | 'input';
}

const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const openBrowser = async (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch(await launchOptions(more));

async function launchOptions(more: readonly string[]) {
  const found = await findBrowser(say);
  if ('problem' in found) throw new Sentence(found.problem);
  return {
    executablePath: found.path,
    args: [...flags, ...more, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  };
}

const viewport = { width: 1440, height: 900 };

/** A browser of a new visitor, with an empty cache. */
export const freshContext = async (browser: Browser, site: Pick<Site, 'state'>): Promise<BrowserContext> => {
  const state = await site.state();
  const context = await browser.newContext({
    viewport,
    ...(state && { storageState: state }),
  });
  await context.addInitScript(watch);
  return context;
};

/**
 * Runs the work in a browser of a new visitor with a folder on the disk: like those of users, and unlike other contexts, it stores compiled
 * code.
 */
export async function withVisitor<T>(
  site: Pick<Site, 'state'>,
  work: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-visitor-'));
  try {
    const state = await site.state();
    const context = await chromium.launchPersistentContext(folder, { ...(await launchOptions([])), viewport });
    try {
      if (state) await context.setStorageState(state);
      await context.addInitScript(watch);
      return await work(context);
    } finally {
      await context.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

declare global {
  interface Window {
    /** Resolves to the milliseconds from the navigation until the frame with the condition was on the screen. */
    painted: (condition: () => boolean) => Promise<number>;
  }
}

/**
 * Runs in each page before its own scripts: checks every frame; a message posted in a frame arrives after its paint.
 */
function watch(): void {
  window.painted = (condition) =>
    new Promise((resolve, reject) => {
      const error = new Error(`The expected content did not appear on ${location.href}`);
      const limit = setTimeout(reject, 30_000, error);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        resolve(performance.now());
        clearTimeout(limit);
        port1.close();
      };
      const look = () => {
        if (condition()) port2.postMessage(null);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
}

/** Signs in through the form and stores the browser state; signs in again before the session expires. */
export function signedInState(browser: Browser, origin: string): () => Promise<StoredState> {
  let kept: StoredState | undefined;
  let since = 0;
  return async () => {
    if (kept && Date.now() - since < 8 * 60_000) return kept;
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${origin}/login`);
    await page.getByLabel('Email').fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/login'));
    kept = await context.storageState();
    since = Date.now();
    await context.close();
    return kept;
  };
}

/** The rows of a page of the list. */
export const rowsOfPage = 25;

/** Opens the list; returns the milliseconds from the navigation until this number of rows was painted. */
export async function openList(
  page: Page,
  { list, row }: Pick<Site, 'list' | 'row'>,
  rows = rowsOfPage,
): Promise<number> {
  await page.goto(list, { waitUntil: 'commit' });
  return page.evaluate(
    ({ selector, wanted }) => window.painted(() => document.querySelectorAll(selector).length >= wanted),
    { selector: row, wanted: rows },
  );
}

/**
 * Leaves a page for an empty one of the same server. Coming from `about:blank`, the product’s page would get a new
 * process, as its Cross-Origin-Opener-Policy isolates it from other windows, and the floor’s page the old one with
 * its compiled code.
 */
export async function leave(page: Page, { list }: Pick<Site, 'list'>): Promise<void> {
  await page.goto(new URL('/readyz', list).href);
}

/** Filters an open list; returns how long after the last event of the typing all matching rows were painted. */
export async function filterList(page: Page, { row, filter, lastEvent }: Site, text: string): Promise<number> {
  const measured = await page.evaluateHandle(
    ({ selector, wanted, event }) => {
      let since = 0;
      addEventListener(
        event,
        () => {
          since = performance.now();
        },
        { capture: true },
      );
      const matches = () => {
        const rows = [...document.querySelectorAll(selector)];
        return rows.length === 25 && rows.every((row) => row.textContent?.toLowerCase().includes(wanted));
      };
      return { done: window.painted(matches).then((at) => at - since) };
    },
    { selector: row, wanted: text, event: lastEvent },
  );
  await filter(page, text);
  return measured.evaluate(({ done }) => done);
}
