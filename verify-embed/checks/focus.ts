import type { Check } from '../check.ts';
import { Skipped } from '../outcomes.ts';
import { focusFirst, focusOwner } from '../page/focus.ts';

export const focus: Check = {
  id: 'focus',
  promise: 'The focus does not move while mounting, and returns to its previous element on unmount',
  async run({ page, openOutside, enter, leave }) {
    await openOutside();
    const element = await page.evaluateHandle(focusFirst, false);
    if (!(await element.evaluate((found) => found !== null))) {
      throw new Skipped('The portal has nothing outside of the console that can have the focus.');
    }
    const name = await element.evaluate((found) => found?.outerHTML.slice(0, 80));
    await enter();
    if (!(await element.evaluate((found) => found?.isConnected))) {
      throw new Skipped(`The portal removes the element that had the focus when it opens the console: ${name}`);
    }
    const problems: string[] = [];
    const notes: string[] = [];
    const ownerAfterMount = await page.evaluate(focusOwner);
    if (ownerAfterMount === 'console') problems.push('Mounting has moved the focus into the console.');
    else if (ownerAfterMount === 'nothing') problems.push('Mounting has taken the focus from the portal’s element.');

    await element.evaluate((found) => found?.focus());
    const inside = await page.evaluateHandle(focusFirst, true);
    if (!(await inside.evaluate((found) => found !== null)))
      notes.push('The console has nothing that can have the focus here.');
    await leave();
    const isBack = await element.evaluate((found) => document.activeElement === found);
    const owner = await page.evaluate(focusOwner);
    if (!isBack && owner === 'nothing') problems.push(`Unmounting has not returned the focus to ${name}`);
    else if (!isBack) notes.push('The portal has moved the focus itself after leaving the console.');
    return { problems, notes };
  },
};
