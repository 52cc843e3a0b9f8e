import { rolldown } from 'rolldown';
import { runProgram } from '../tests/support/conditions/random-conditions.ts';
import { shows } from './support/shows.ts';
import { expect, test } from './support/test.ts';

/** `CONDITIONS=100000 playwright test e2e/conditions.spec.ts` compares more of them. */
const programs = Number(process.env.CONDITIONS ?? 2000);
const batch = 1000;

test.use({ as: null });

test('random conditions have the same outcome in the browser as in the server', async ({ page }) => {
  shows('4.rules.same');
  test.setTimeout(programs * 20 + 60_000);
  const bundle = await rolldown({ input: 'tests/support/conditions/random-conditions.ts', platform: 'browser' });
  const { output } = await bundle.generate({ format: 'iife', name: 'conditions', minify: true });
  await page.addScriptTag({ content: output[0].code });
  for (let first = 1; first <= programs; first += batch) {
    const seeds = Array.from({ length: Math.min(batch, programs - first + 1) }, (_, index) => first + index);
    const inBrowser = await page.evaluate(
      (numbers) =>
        numbers.map((seed) => (globalThis as unknown as { conditions: Conditions }).conditions.runProgram(seed)),
      seeds,
    );
    expect(inBrowser).toEqual(seeds.map(runProgram));
  }
});

interface Conditions {
  runProgram: typeof runProgram;
}
