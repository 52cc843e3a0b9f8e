import type { Check } from '../check.ts';
import { Skipped } from '../outcomes.ts';
import { consoleNodes } from '../page/console-state.ts';
import { tryLifecycles } from '../page/module.ts';
import { secondAndABit, tries } from './mount-time.ts';

export const lifecycles: Check = {
  id: 'lifecycles',
  promise:
    'mount, update and unmount always resolve within a second, also with a wrong prop; a second mount leaves the first one alone',
  async run({ page, plugin, options, openInside, state }) {
    const { module } = plugin;
    if (module === null) throw new Skipped('The module’s address is not known: give it with --module.');
    await openInside();
    const before = await page.evaluate(consoleNodes);
    const patience = Math.min(options.timeout, 10_000);
    const trial = { module, limit: secondAndABit, patience };
    let { problems, notes } = await page.evaluate(tryLifecycles, trial);
    for (let turn = 1; turn < tries && problems.length > 0 && problems.every(isSlow); turn += 1) {
      ({ problems, notes } = await page.evaluate(tryLifecycles, trial));
    }
    const after = await page.evaluate(consoleNodes);
    if (after.join() !== before.join()) {
      problems.push(
        `The nodes of the page's console were ${before.join(', ')}, and are ${after.join(', ')} after a second mount.`,
      );
    }
    if ((await state()) !== 'shown') problems.push(`The page's own console is no longer shown: ${await state()}.`);
    return { problems, notes };
  },
};

const isSlow = (problem: string) => /^\w+ took \d+ ms/.test(problem);
