import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** Counts the clicks and keys that a task takes; typed text is not counted, as it is the content itself. */
export function handOf(page: Page) {
  const done: string[] = [];
  return {
    click: async (target: Locator) => {
      done.push(`click ${target}`);
      await target.click();
    },
    press: async (key: string) => {
      done.push(`press ${key}`);
      await page.keyboard.press(key);
    },
    choose: async (target: Locator, files: { name: string; mimeType: string; buffer: Buffer }[]) => {
      done.push(`drop on ${target}`);
      await target.setInputFiles(files);
    },
    type: (text: string) => page.keyboard.type(text),
    /** Clicks alone, for a task that may be done by typing otherwise. */
    expectClicks: (most: number) => {
      const clicks = done.filter((step) => step.startsWith('click'));
      expect(clicks.length, clicks.join('\n')).toBeLessThanOrEqual(most);
    },
    expectAtMost: (most: number) => expect(done.length, done.join('\n')).toBeLessThanOrEqual(most),
  };
}
