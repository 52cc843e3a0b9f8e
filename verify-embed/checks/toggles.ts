import type { Check } from '../check.ts';
import { consoleNodes } from '../page/console-state.ts';

const times = 15;

export const toggles: Check = {
  id: 'toggles',
  promise: 'Entering and leaving many times without waiting leaves nothing, and the console can still be opened',
  async run({ page, openOutside, enter, navigateIn, navigateOut, leave }) {
    await openOutside();
    await enter();
    await leave();
    for (let turn = 0; turn < times; turn += 1) {
      await navigateIn();
      await navigateOut();
    }
    await leave();
    const left = await page.evaluate(consoleNodes);
    await enter();
    return { problems: left.map((node) => `After ${times} toggles a node is left: ${node}`) };
  },
};
