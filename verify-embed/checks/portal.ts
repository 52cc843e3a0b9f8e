import type { Check } from '../check.ts';
import { findScaling } from '../page/obstructions.ts';
import { compareWithoutPortal, hasStylesheet } from '../page/portal-styles.ts';
import { calledByConsole } from '../page/thrower.ts';
import { swallowedKeys } from '../page/typing.ts';

export const portal: Check = {
  id: 'portal',
  promise: 'The portal leaves the console its size, its styles and its keys, and its own functions do not throw',
  async run({ page, plugin, openInside }) {
    const problems: string[] = [];
    page.on('pageerror', (error) => {
      const name = calledByConsole(plugin, error);
      if (name !== null) problems.push(`The portal’s ${name} throws when the console calls it: ${error.message}`);
    });
    await openInside();
    const scaled = await page.evaluate(findScaling);
    problems.push(
      ...scaled.map((what) => `The portal scales or rotates the console, which misplaces dragged elements: ${what}.`),
    );
    const isStyled = await page.evaluate(hasStylesheet);
    if (!isStyled) problems.push('The portal has removed the console’s stylesheet from the page.');
    const changed = await page.evaluate(compareWithoutPortal, plugin.folders);
    problems.push(...changed.map((what) => `The portal’s styles change the console: ${what}.`));
    const swallowed = await swallowedKeys(page);
    if (swallowed.length > 0) {
      problems.push(`The portal swallows keys that are typed into the console: ${swallowed.join(' ')}`);
    }
    return { problems: [...new Set(problems)] };
  },
};
