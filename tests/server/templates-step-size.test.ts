import { expect, it } from 'vitest';
import {
  initialStepSize,
  nextStepSize,
  pauseAfter,
  type StepTimes,
} from '../../server/content/documents/value-changes/step-size.ts';

/** The size after 40 steps on a database where a step of that many items takes `times`. */
function settled(times: (size: number) => StepTimes, kind: 'pglite' | 'postgres' = 'pglite'): number {
  let size = initialStepSize;
  for (let step = 0; step < 40; step += 1) size = nextStepSize(size, times(size), kind);
  return size;
}

it.each([
  ['an idle database', 1],
  ['one that is busy', 5],
  ['one that is overloaded', 30],
])('on %s, a step spends at least a third of its time on items', (_database, slowness) => {
  const fixed = 5 * slowness;
  const perItem = 0.4 * slowness;
  const size = settled((items) => ({ bookkeeping: 1.6 * slowness, changing: fixed + perItem * items }));
  expect(perItem * size).toBeGreaterThan((fixed + 1.6 * slowness) / 2);
});

it('large items are changed one by one', () => {
  expect(settled((items) => ({ bookkeeping: 1.6, changing: 5 + 200 * items }))).toBe(1);
});

it('a step has at most twice the items of the previous one, and never more than 2,000', () => {
  expect(nextStepSize(20, { bookkeeping: 1, changing: 0.1 }, 'pglite')).toBe(40);
  expect(settled(() => ({ bookkeeping: 1, changing: 0.1 }))).toBe(2000);
});

it('if every step waits for a processor, steps still have at least ten items', () => {
  expect(settled((items) => ({ bookkeeping: 1, changing: 60 + 0.2 * items }))).toBeGreaterThanOrEqual(10);
});

it('a server of its own gets longer steps with shorter pauses, and a save still waits at most a tenth of a second', () => {
  const times = (items: number) => ({ bookkeeping: 1.6, changing: 5 + 0.1 * items });
  const [embedded, own] = [settled(times), settled(times, 'postgres')];
  expect(own).toBeGreaterThan(1.3 * embedded);
  expect(times(own).changing).toBeLessThan(100);
  expect(pauseAfter('pglite', 20)).toBe(20);
  expect(pauseAfter('postgres', 20)).toBeLessThanOrEqual(5);
});
