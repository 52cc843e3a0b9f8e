import type { Check } from '../check.ts';
import { Skipped } from '../outcomes.ts';
import { openOverlay } from '../page/overlay.ts';
import { isThrownBy } from '../page/thrower.ts';
import { isOfPlugin } from '../plugin.ts';

export const errors: Check = {
  id: 'errors',
  promise: 'The console causes no uncaught error, no unhandled rejection and no error in the browser’s console',
  async run({ page, plugin, openOutside, enter, leave }) {
    if (plugin.folders.length === 0) throw new Skipped('The console’s files are not known: name them with --module.');
    const problems: string[] = [];
    const others: string[] = [];
    const note = (text: string, isOwn: boolean) => void (isOwn ? problems : others).push(text);
    page.on('pageerror', (error) => {
      note(`Uncaught: ${error.message}`, isThrownBy(plugin, error));
    });
    page.on('console', (message) => {
      const { url } = message.location();
      if (message.type() === 'error')
        note(`In the browser's console: ${message.text()} (${url})`, isOfPlugin(plugin, url));
    });
    await openOutside();
    for (let turn = 0; turn < 2; turn += 1) {
      await enter();
      if (await openOverlay(page)) await page.keyboard.press('Escape');
      await leave();
    }
    return { problems, notes: [...new Set(others)].map((other) => `Not from the console's files: ${other}`) };
  },
};
