import type { Check } from '../check.ts';
import { Skipped } from '../outcomes.ts';
import { openOverlay } from '../page/overlay.ts';
import { watchPageChanges } from '../page/page-changes.ts';

export const pageUntouched: Check = {
  id: 'page-untouched',
  promise: 'Nothing is set on <html>, <body> or document.title, not even for a while',
  async run({ page, cdp, plugin, openOutside, enter, leave }) {
    if (plugin.folders.length === 0) throw new Skipped('The console’s files are not known: name them with --module.');
    await openOutside();
    const changes = await watchPageChanges(cdp, plugin);
    await enter();
    const hasOpened = await openOverlay(page);
    if (hasOpened) await page.keyboard.press('Escape');
    await leave();
    const notes = hasOpened ? ['A menu or dialog of the console was opened.'] : [noOverlay];
    return { problems: [...new Set(changes)], notes };
  },
};

export const noOverlay = 'The page of the console has no menu and no dialog that could be opened.';
