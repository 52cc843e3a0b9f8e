import { expect, type Page } from '@playwright/test';
import type { Sample } from '../support/sample.ts';

/** Ids that a screen’s address can contain. */
export interface Place {
  dev: number;
  stage: number;
  prod: number;
  templateId: string;
  itemId: number;
  /** Ids of a hero, an ability and a report of an export. */
  hero: number;
  ability: number;
  report: number;
}

/** A screen to check. */
export interface Screen {
  name: string;
  path: (place: Place) => string;
  /** Actions on the page before the check; `sample` is the test’s own item. */
  act?: (page: Page, sample: Sample) => Promise<void>;
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
