import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import type { Options } from './options.ts';
import { CannotVerify } from './outcomes.ts';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Starts a Chromium: the one named in the options, Playwright's own, or one in a usual place. */
export async function startBrowser({ browser, headed }: Pick<Options, 'browser' | 'headed'>): Promise<Browser> {
  const { chromium } = await import('playwright-core').catch(() => {
    throw new CannotVerify(
      'A browser is driven by playwright-core: install it with npm install --save-dev playwright-core.',
    );
  });
  const executablePath = browser ?? [chromium.executablePath(), ...usualPlaces].find((path) => existsSync(path));
  if (executablePath === undefined) throw new CannotVerify('There is no Chromium: name one with --browser.');
  // Chromium cannot sandbox as root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, headless: !headed, args }).catch((error: Error) => {
    throw new CannotVerify(`${executablePath} does not start: ${error.message.split('\n')[0]}`);
  });
}
