import { dropChances } from '@quartermaster/contract/content/drop-chances.ts';
import { type DropItem, type DropRow, dropKey, sortTables, toNest } from '@quartermaster/contract/content/drop-nest.ts';
import { candidatesOf, dropGroupOf, toDropRow } from '@quartermaster/contract/content/drop-rows.ts';
import { broughtBy, shareBy, type Tries, triesUntil } from '@quartermaster/contract/content/drop-tries.ts';
import { type RollInput, rollDrops, startRolls, waitsBy } from '@quartermaster/contract/content/roll-drops.ts';
import { rollWeights } from '@quartermaster/contract/content/roll-weights.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { expect, test, vi } from 'vitest';
import { shows } from '../specification/shows.ts';
import { type Dice, diceOf } from '../support/dice.ts';
import { field, inOrder } from '../support/sample-template.ts';

const table = (id: number, rows: DropRow[]): DropItem => ({ template_id: 'table', id, label: `Table ${id}`, rows });

/** Tables that lead to later ones, to a few items that several of them have, to texts, and to no drop. */
function randomNest(dice: Dice): { rows: DropRow[]; items: DropItem[] } {
  const tables = 1 + dice.below(5);
  const rowOf = (from: number): DropRow => {
    const weight = dice.oneOf([1, 2, 5, 0.1, 33.3, 1000, 0.0001, 1 + dice.below(100)]);
    const kind = dice.below(10);
    if (kind < 4 && from < tables) return { weight, item: from + 1 + dice.below(tables - from) };
    if (kind < 8) return { weight, item: 100 + dice.below(4) };
    return kind === 8 ? { weight, text: `text ${dice.below(2)}` } : { weight };
  };
  const rowsOf = (from: number) => Array.from({ length: 1 + dice.below(5) }, () => rowOf(from));
  const items = Array.from({ length: tables }, (_, index) => table(index + 1, rowsOf(index + 1)));
  const ends = [100, 101, 102, 103].map((id): DropItem => ({ template_id: 'item', id, label: `Item ${id}` }));
  return { rows: rowsOf(0), items: [...items, ...ends] };
}

interface Path {
  end: string;
  passed: string[];
  chance: number;
}

/** All ways of a try, one by one. */
function pathsOf(rows: readonly DropRow[], items: readonly DropItem[], passed: string[] = [], chance = 1): Path[] {
  const sum = rows.reduce((total, { weight }) => total + weight, 0);
  return rows.flatMap((row) => {
    const item = items.find(({ id }) => id === row.item);
    const key = item ? `item:${item.id}` : row.text === undefined ? 'none' : `text:${row.text}`;
    const part = (chance * row.weight) / sum;
    if (item?.rows) return pathsOf(item.rows, items, [...passed, key], part);
    return [{ end: key, passed: [...passed, key], chance: part }];
  });
}

interface Result {
  chance: number;
  ofTarget: number;
}

/** What so many tries bring of a result, by going through all states: the tries since the last target, and how many came. */
function bruteTries({ tries, target, guarantee }: Tries, { chance, ofTarget }: Result) {
  let states = new Map([['0 0', 1]]);
  for (let index = 0; index < tries; index++) {
    const next = new Map<string, number>();
    const add = (since: number, count: number, part: number) => {
      if (part > 0) next.set(`${since} ${count}`, (next.get(`${since} ${count}`) ?? 0) + part);
    };
    for (const [state, part] of states) {
      const [since = 0, count = 0] = state.split(' ').map(Number);
      if (since + 1 === guarantee) {
        add(0, count + 1, (part * ofTarget) / target);
        add(0, count, part * (1 - ofTarget / target));
        continue;
      }
      const missed = guarantee === null ? 0 : since + 1;
      add(0, count + 1, part * ofTarget);
      add(0, count, part * (target - ofTarget));
      add(missed, count + 1, part * (chance - ofTarget));
      add(missed, count, part * (1 - target - chance + ofTarget));
    }
    states = next;
  }
  let [mean, square, none] = [0, 0, 0];
  for (const [state, part] of states) {
    const count = Number(state.split(' ')[1]);
    mean += part * count;
    square += part * count ** 2;
    if (count === 0) none += part;
  }
  return { mean, variance: square - mean ** 2, atLeastOne: 1 - none };
}

/** The mean number of tries until a result: one more for each number of tries that may not have brought it. */
function bruteUntil({ target, guarantee }: Tries, { chance, ofTarget }: Result): number {
  let open = [1];
  let [mean, left] = [0, 1];
  while (left > 1e-13) {
    mean += left;
    const next: number[] = [0];
    for (const [since, part] of open.entries()) {
      const isDue = since + 1 === guarantee;
      next[0] = (next[0] ?? 0) + part * (isDue ? 1 - ofTarget / target : target - ofTarget);
      const missed = guarantee === null ? 0 : since + 1;
      if (!isDue) next[missed] = (next[missed] ?? 0) + part * (1 - target - chance + ofTarget);
    }
    open = next;
    left = open.reduce((sum, part) => sum + part, 0);
  }
  return mean;
}

const near = (expected: number) => expect.closeTo(expected, 9);

/** A nest with its chances, by way of all paths, and a plan of a few tries. */
function randomCase(turn: number) {
  const dice = diceOf(turn);
  const { rows, items } = randomNest(dice);
  const nest = toNest(rows, items);
  const targets = new Set(nest.names.flatMap((_, index) => (index > 0 && dice.percent(30) ? [index] : [])));
  const chances = dropChances(nest.tables, targets);
  const guarantee = targets.size > 0 && dice.percent(70) ? 1 + dice.below(6) : null;
  return { dice, rows, items, nest, targets, chances, guarantee };
}

test('what is certain is not more than that, whatever its rows are rounded to', () => {
  const rows = Array.from({ length: 9 }, () => ({ weight: 1, item: 100 }));
  const { tables } = toNest(rows, [{ template_id: 'item', id: 100, label: 'Item 100' }]);
  const { results, target } = dropChances(tables, new Set());
  const [only] = results;
  const brought = broughtBy({ tries: 3, target, guarantee: null });
  expect(results.map(({ chance }) => chance)).toEqual([1]);
  expect(only && brought(only).atLeastOne).toBe(1);
});

test('chances of results are the sums of all ways to them, in 1,000 random nests', () => {
  shows('5.numbers.drops');
  for (let turn = 0; turn < 1000; turn++) {
    const { rows, items, nest, targets, chances } = randomCase(turn);
    const keys = new Set([...targets].map((index) => dropKey(nest.names[index] ?? null)));
    const expected = new Map<string, { chance: number; ofTarget: number }>();
    for (const { end, passed, chance } of pathsOf(rows, items)) {
      const before = expected.get(end) ?? { chance: 0, ofTarget: 0 };
      const isTarget = passed.some((key) => keys.has(key));
      expected.set(end, {
        chance: before.chance + chance,
        ofTarget: before.ofTarget + (isTarget ? chance : 0),
      });
    }
    const found = chances.results.map(({ index, chance, ofTarget }) => [
      dropKey(nest.names[index] ?? null),
      { chance: near(chance), ofTarget: near(ofTarget) },
    ]);
    expect(Object.fromEntries(expected)).toEqual(Object.fromEntries(found));
    const ofTarget = [...expected.values()].reduce((sum, one) => sum + one.ofTarget, 0);
    expect(chances.target).toBeCloseTo(ofTarget, 9);
    expect(chances.results.map(({ chance }) => chance)).toEqual(
      chances.results.map(({ chance }) => chance).toSorted((a, b) => b - a),
    );
  }
});

test('what tries bring, with and without a guarantee, is what all their states bring, in 1,000 random nests', () => {
  shows('5.numbers.drops');
  let guaranteed = 0;
  for (let turn = 0; turn < 1000; turn++) {
    const { dice, chances, guarantee } = randomCase(turn);
    const result = dice.oneOf(chances.results);
    const plan = { tries: 1 + dice.below(12), target: chances.target, guarantee };
    if (guarantee !== null) guaranteed += 1;
    const expected = bruteTries(plan, result);
    const { mean, deviation, atLeastOne, until } = broughtBy(plan)(result);
    expect({ mean, variance: deviation ** 2, atLeastOne }).toEqual({
      mean: near(expected.mean),
      variance: near(expected.variance),
      atLeastOne: near(expected.atLeastOne),
    });
    expect(shareBy(plan)(result) * plan.tries).toEqual(near(expected.mean));
    // Where all tries are the target, what is not the target never comes.
    if (until === Number.POSITIVE_INFINITY)
      expect([guarantee === 1 || plan.target === 1, result.ofTarget]).toEqual([true, 0]);
    else if (until < 1000) expect(until / bruteUntil(plan, result)).toBeCloseTo(1, 6);
  }
  expect(guaranteed).toBeGreaterThan(400);
});

test('tries until the target follow the closed forms', () => {
  shows('5.numbers.drops');
  for (const target of [1, 0.9, 0.5, 0.01, 0.001]) {
    const free = triesUntil(target, null);
    expect(free).toMatchObject({ mean: near(1 / target), deviation: near(Math.sqrt(1 - target) / target) });
    for (const guarantee of [1, 2, 10, 90, 10_000]) {
      const until = triesUntil(target, guarantee);
      const miss = 1 - target;
      expect(until.mean).toBeCloseTo((1 - miss ** guarantee) / target, 8);
      // E[T²] from the sum of k miss^(k-1).
      const sum = (1 - (guarantee + 1) * miss ** guarantee + guarantee * miss ** (guarantee + 1)) / target ** 2;
      const variance = 2 * sum - until.mean - until.mean ** 2;
      expect(until.deviation ** 2 / Math.max(variance, 1)).toBeCloseTo(
        Math.max(variance, 0) / Math.max(variance, 1),
        5,
      );
      for (const share of [0.5, 0.9, 0.99]) {
        const tries = until.within(share);
        expect(tries).toBeLessThanOrEqual(guarantee);
        expect(1 - until.after(tries)).toBeGreaterThanOrEqual(share - 1e-9);
        if (tries > 1) expect(1 - until.after(tries - 1)).toBeLessThan(share);
      }
      expect([until.after(0), until.after(guarantee)]).toEqual([1, 0]);
    }
  }
  // Half of all players have had 1 % after 69 tries; a guarantee is certain.
  expect(triesUntil(0.01, null).within(0.5)).toBe(69);
  expect(broughtBy({ tries: 90, target: 0.006, guarantee: 90 })({ chance: 0.006, ofTarget: 0.006 }).atLeastOne).toBe(1);
  // With every try the target, all else never comes.
  expect(broughtBy({ tries: 5, target: 0.5, guarantee: 1 })({ chance: 0.5, ofTarget: 0 })).toEqual({
    ...{ mean: 0, deviation: 0, atLeastOne: 0, until: Number.POSITIVE_INFINITY },
  });
});

const rollInput = (tables: RollInput['tables'], more: Partial<RollInput> = {}): RollInput => ({
  ...{ tables, seed: '1', targets: [], guarantee: null, waitsBy: 1 },
  ...more,
});

test('rolls are within three standard deviations, with guarantees', () => {
  shows('5.numbers.drops');
  const tries = 20_000;
  const deviations: number[] = [];
  for (let turn = 0; turn < 200; turn++) {
    const { nest, targets, chances, guarantee } = randomCase(turn);
    const input = rollInput(nest.tables, { seed: `seed ${turn}`, targets: [...targets], guarantee });
    const rolled = rollDrops(input, tries);
    expect(rolled.counts.reduce((sum, count) => sum + count, 0)).toBe(tries);
    const brought = broughtBy({ tries, target: chances.target, guarantee });
    for (const result of chances.results) {
      const { mean, deviation } = brought(result);
      // A few rolls are not distributed like many.
      if (deviation < 3) continue;
      deviations.push(((rolled.counts[result.index] ?? 0) - mean) / deviation);
    }
    const hits = brought({ chance: chances.target, ofTarget: chances.target });
    if (targets.size > 0) expect(Math.abs(rolled.hits - hits.mean)).toBeLessThanOrEqual(4.5 * hits.deviation + 1e-6);
    if (guarantee !== null) expect(rolled.waits.slice(guarantee)).toEqual(rolled.waits.slice(guarantee).map(() => 0));
  }
  expect(deviations.length).toBeGreaterThan(400);
  const beyond = deviations.filter((one) => Math.abs(one) > 3).length;
  expect(beyond / deviations.length).toBeLessThan(0.01);
  expect(Math.max(...deviations.map(Math.abs))).toBeLessThan(5);
  // The spread is neither too small nor too large.
  const square = deviations.reduce((sum, one) => sum + one ** 2, 0) / deviations.length;
  expect(square).toBeGreaterThan(0.8);
  expect(square).toBeLessThan(1.25);
});

test('the tries until the target that were rolled are spread as expected', () => {
  shows('5.numbers.drops');
  const { tables } = toNest(
    [
      { weight: 1, text: 'rare' },
      { weight: 49, text: 'common' },
    ],
    [],
  );
  for (const guarantee of [null, 60]) {
    const until = triesUntil(0.02, guarantee);
    const by = waitsBy(0.02, guarantee);
    const rolled = rollDrops(rollInput(tables, { targets: [1], guarantee, waitsBy: by }), 1_000_000);
    for (const [index, hits] of rolled.waits.slice(0, -1).entries()) {
      const share = until.after(index * by) - until.after((index + 1) * by);
      const mean = share * rolled.hits;
      expect(Math.abs(hits - mean)).toBeLessThanOrEqual(4 * Math.sqrt(mean * (1 - share)) + 1);
    }
    expect(rolled.waits.reduce((sum, hits) => sum + hits, 0)).toBe(rolled.hits);
    if (guarantee !== null) expect(rolled.waits.at(-1)).toBe(0);
  }
});

test('the same seed gives the same rolls, in parts, at once and in the worker', async () => {
  shows('5.numbers.drops-rolls');
  const { nest, targets } = randomCase(7);
  const input = rollInput(nest.tables, { seed: 'a', targets: [...targets], guarantee: 9 });
  const atOnce = rollDrops(input, 10_000);
  const parts = startRolls(input);
  for (const count of [1, 2999, 7000]) parts.roll(count);
  expect(parts.result).toEqual(atOnce);
  expect(rollDrops({ ...input, seed: 'b' }, 10_000)).not.toEqual(atOnce);
  const listeners: ((event: { data: unknown }) => void)[] = [];
  const postMessage = vi.fn();
  vi.stubGlobal('self', {
    addEventListener: (_: string, listener: (event: { data: unknown }) => void) => listeners.push(listener),
    postMessage,
  });
  await import('../../src/shared/item-form/drops/roll-worker.ts');
  for (const listener of listeners) listener({ data: structuredClone({ input, rolls: 10_000 }) });
  vi.unstubAllGlobals();
  expect(postMessage.mock.calls).toEqual([[atOnce]]);
  // A table without links is rolled as its weights alone. Changing this changes what designers have seen.
  const flat = toNest(
    [
      { weight: 75, text: 'a' },
      { weight: 25, text: 'b' },
    ],
    [],
  );
  expect(rollDrops(rollInput(flat.tables), 10_000).counts).toEqual([0, 7465, 2535]);
  expect(rollWeights([75, 25], 10_000, '1')).toEqual([7465, 2535]);
});

test('tables that lead to themselves are found with all that is between', () => {
  shows('5.numbers.drops-cycles');
  const cycleOf = (rows: DropRow[], items: DropItem[]) => {
    const { tables, names } = toNest(rows, items);
    const sorted = sortTables(tables);
    return 'cycle' in sorted ? sorted.cycle.map((index) => dropKey(names[index] ?? null)) : null;
  };
  const to = (item: number) => ({ weight: 1, item });
  expect(cycleOf([to(1)], [table(1, [to(1)])])).toEqual(['item:1', 'item:1']);
  // What leads to a cycle, and what it leads to, is not part of it.
  const items = [
    table(1, [to(2)]),
    table(2, [to(3), to(9)]),
    table(3, [to(4), to(5)]),
    table(4, [to(2)]),
    table(5, [to(6)]),
  ];
  expect(cycleOf([to(1)], items)).toEqual(['item:2', 'item:3', 'item:4', 'item:2']);
  // Reaching a table by two ways is no cycle.
  expect(cycleOf([to(1), to(2)], [table(1, [to(3)]), table(2, [to(3)]), table(3, [{ weight: 1 }])])).toBeNull();
  for (let turn = 0; turn < 300; turn++) {
    const { rows, items: all } = randomNest(diceOf(turn));
    expect(cycleOf(rows, all)).toBeNull();
  }
});

test('empty rows and tables without weights drop nothing', () => {
  shows('5.numbers.drops');
  const { tables, names } = toNest([{ weight: 1 }, { weight: 2, item: 1 }, { weight: 1, item: 2 }], [table(1, [])]);
  expect(names).toEqual([null, null, { text: '#2' }]);
  expect(dropChances(tables, new Set()).results.map(({ chance }) => chance)).toEqual([0.75, 0.25]);
  expect(dropChances(toNest([], []).tables, new Set()).results).toMatchObject([{ chance: 1 }]);
});

test('a row leads to its first link to a table, else to its first link, else to its first value', () => {
  shows('5.numbers.drops');
  const options = [{ id: 'r4', label: 'Epic' }];
  const fields = inOrder([
    field('common', 'dynamic-group'),
    field('quest', 'item-link', { parentId: 'common', templateId: 'quest' }),
    field('inner', 'group', { parentId: 'common' }),
    field('picture', 'item-link', { parentId: 'inner', templateId: 'image' }),
    field('items', 'item-link-list', { parentId: 'inner', templateId: 'item' }),
    field('either', 'mixed-item-link', { parentId: 'inner', templateIds: ['item', 'chest'] }),
    field('rarity', 'choice', { parentId: 'inner', options }),
    field('chance', 'weight', { parentId: 'common' }),
    field('event', 'weight', { parentId: 'common' }),
  ]);
  const tree = buildTree(fields);
  const group = dropGroupOf(tree);
  expect(group).toMatchObject({ groupId: 'common', weightId: 'chance' });
  expect(dropGroupOf(tree, 'event')).toMatchObject({ groupId: 'common', weightId: 'event' });
  expect(dropGroupOf(tree.slice(1))).toBeUndefined();
  if (!group) return;
  const rows = candidatesOf(group, [
    { chance: 1, quest: 1, items: [2, 3], either: 'chest:4', rarity: 'r4' },
    { chance: 2, picture: 9, items: [2], event: 5 },
    { chance: 3, rarity: 'r4' },
    { chance: 4, event: 1, picture: 9 },
    { chance: 0, quest: 1 },
    { quest: 1 },
    { chance: '5.', quest: 1 },
    { chance: -1, quest: 1 },
  ]);
  expect(rows.map((row) => toDropRow(row, (id) => id === 4))).toEqual([
    { weight: 1, item: 4 },
    { weight: 2, item: 2 },
    { weight: 3, text: 'Epic' },
    { weight: 4 },
  ]);
  expect(rows.map((row) => toDropRow(row, () => false))[0]).toEqual({ weight: 1, item: 1 });
});
