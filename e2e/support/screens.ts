import { expect, type Page } from '@playwright/test';
import type { Sample } from './sample.ts';

/** What a screen's address can name. */
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

/** A screen to look at. */
export interface Screen {
  name: string;
  path: (place: Place) => string;
  /** What is done on the page before it is looked at; `sample` is the item of the test's own. */
  act?: (page: Page, sample: Sample) => Promise<void>;
  /** Only there where the page is narrow, or where it is wide. */
  only?: 'narrow' | 'wide';
  /** Rules that do not apply here. */
  without?: string[];
}

// The list of a combobox floats beside the page's landmarks. Its input, inside of them, owns it, keeps the focus and scrolls it.
export const listIsOpen = { without: ['region', 'scrollable-region-focusable'] };

/** Presses a button. */
export const button = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name, exact: typeof name === 'string' }).click();
};

/** Presses a button that opens a dialog. */
export const dialog = (name: string | RegExp) => async (page: Page) => {
  await button(name)(page);
  await expect(page.getByRole('dialog')).toBeVisible();
};
