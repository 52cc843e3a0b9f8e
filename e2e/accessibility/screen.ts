import { expect, type Page } from '@playwright/test';
import type { Sample } from '../support/sample.ts';

/** Data of the screens: the instances, the test’s own template with its item, and ids that an address can contain. */
export interface Place extends Sample {
  dev: number;
  stage: number;
  prod: number;
  /** Ids of a hero, an ability and a report of an export. */
  hero: number;
  ability: number;
  report: number;
}

/** A screen to check. */
export interface Screen<P = Place> {
  name: string;
  path: (place: P) => string;
  /** Actions on the page before the check. */
  act?: (page: Page, place: P) => Promise<void>;
  /** Restricts the screen to narrow or to wide pages. */
  only?: 'narrow' | 'wide';
  /** Rules that do not apply here. */
  without?: string[];
  /** Consists of the parts of other screens: it is only checked in a long run. */
  isLong?: true;
}

// The list of a combobox floats outside of the page’s landmarks. Its input, inside of them, owns it, keeps the focus
// and scrolls it.
export const listIsOpen = { without: ['region', 'scrollable-region-focusable'] };

/** Clicks a button. */
export const button = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name, exact: typeof name === 'string' }).click();
};

/** Clicks a button that opens a dialog. */
export const dialog = (name: string | RegExp) => async (page: Page) => {
  await button(name)(page);
  await expect(page.getByRole('dialog')).toBeVisible();
};

/** Clicks a button that opens a menu. */
export const menu = (name: string) => async (page: Page) => {
  await button(name)(page);
  await expect(page.getByRole('menu')).toBeVisible();
};
/** Chooses an entry of a row's menu that opens a dialog. */
export const fromMenu = (name: string | RegExp, action: string) => async (page: Page) => {
  await button(name)(page);
  await page.getByRole('menuitem', { name: action }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
};
