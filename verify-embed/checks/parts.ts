import type { Check } from '../check.ts';
import { Skipped } from '../outcomes.ts';
import { consoleNodes } from '../page/console-state.ts';
import { tryParts } from '../page/parts.ts';
import { secondAndABit, tries } from './mount-time.ts';

export const parts: Check = {
  id: 'parts',
  promise:
    'Five parts at once are mounted, updated and unmounted within a second each, leave nothing, and the console alone',
  async run({ page, plugin, options, openInside, state }) {
    const { module } = plugin;
    if (module === null) throw new Skipped('The module’s address is not known: give it with --module.');
    await openInside();
    const before = await page.evaluate(consoleNodes);
    const trial = { module, limit: secondAndABit, patience: Math.min(options.timeout, 10_000) };
    let problems = await page.evaluate(tryParts, trial);
    for (let turn = 1; turn < tries && problems !== null && problems.length > 0 && problems.every(isSlow); turn += 1)
      problems = await page.evaluate(tryParts, trial);
    if (problems === null) throw new Skipped('This version of the module has no parts.');
    const after = await page.evaluate(consoleNodes);
    if (after.join() !== before.join())
      problems.push(
        `The nodes of the page's console were ${before.join(', ')}, and are ${after.join(', ')} after the parts.`,
      );
    if ((await state()) !== 'shown') problems.push(`The page's own console is no longer shown: ${await state()}.`);
    return { problems };
  },
};

const isSlow = (problem: string) => /took \d+ ms/.test(problem);
