import { conditionLimits } from '@quartermaster/contract/conditions/condition-limits.ts';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { runProgram } from '../support/conditions/random-conditions.ts';
import { isLong } from '../support/long.ts';

/** `CONDITIONS=100000 vitest run tests/contract/random-conditions.test.ts` runs more of them. */
const programs = Number(process.env.CONDITIONS ?? (isLong ? 3000 : 600));

test('random conditions never throw, never exceed their steps, and come to results of every kind', () => {
  shows('4.rules.cost');
  const kinds = { holds: 0, broken: 0, failed: 0, stopped: 0, refused: 0 };
  for (let seed = 1; seed <= programs; seed += 1) {
    const { expression, result, steps, reads } = runProgram(seed);
    expect(steps, expression).toBeLessThanOrEqual(conditionLimits.steps);
    expect(reads, expression).toBeLessThanOrEqual(conditionLimits.steps);
    expect(result, expression).not.toMatch(
      /Maximum call|Invalid string length|Invalid array|undefined|is not a function/,
    );
    if (result === '"holds"') kinds.holds += 1;
    else if (result === '"broken"') kinds.broken += 1;
    else if (result.includes('takes too long')) kinds.stopped += 1;
    else if (result.startsWith('{"error"')) kinds.failed += 1;
    else kinds.refused += 1;
  }
  for (const [kind, count] of Object.entries(kinds))
    expect(count, `${kind} of ${programs}`).toBeGreaterThan(programs / 200);
});
