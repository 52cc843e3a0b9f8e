import type { Check } from '../check.ts';
import { noteStyles } from '../page/noted-styles.ts';
import { openOverlay } from '../page/overlay.ts';
import { compareWithoutSheets } from '../page/styles.ts';
import { noOverlay } from './page-untouched.ts';

export const hostStyles: Check = {
  id: 'host-styles',
  promise: 'The host’s computed styles are the same before, while mounted, with a menu or dialog open, and after',
  async run({ page, plugin, openOutside, enter, leave }) {
    await openOutside();
    await page.mouse.move(0, 0);
    const before = await page.evaluateHandle(noteStyles);
    await enter();
    const mounted = await page.evaluate(compareWithoutSheets, plugin.folders);
    const hasOpened = await openOverlay(page);
    const opened = hasOpened ? await page.evaluate(compareWithoutSheets, plugin.folders) : null;
    if (hasOpened) await page.keyboard.press('Escape');
    await page.mouse.move(0, 0);
    await leave();
    const after = await before.evaluate((noted) => noted.compare());
    return {
      problems: [...new Set([mounted, opened, after].flatMap((comparison) => comparison?.differences ?? []))],
      notes: [
        `Compared ${mounted.values} values while mounted, and ${after.values} before and after.`,
        opened ? `Compared ${opened.values} values with a menu or dialog open.` : noOverlay,
      ],
    };
  },
};
