import { expect, type Page } from '@playwright/test';
import type { Sample } from '../support/sample.ts';

/** What a screen shows: the instances and the test’s own template with its item, and ids that an address can contain. */
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
  /** Shown only if the page is narrow, or only if it is wide. */
  only?: 'narrow' | 'wide';
  /** Rules that do not apply here. */
  without?: string[];
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
/** Chooses from the menu of a row what opens a dialog. */
export const fromMenu = (name: string | RegExp, action: string) => async (page: Page) => {
  await button(name)(page);
  await page.getByRole('menuitem', { name: action }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
};
