import { compileCondition, isCondition } from '@quartermaster/contract/conditions/compile-condition.ts';
import { conditionSentence } from '@quartermaster/contract/conditions/compile-expression.ts';
import { conditionLimits } from '@quartermaster/contract/conditions/condition-limits.ts';
import { variablesOf, wholeItem } from '@quartermaster/contract/conditions/variables.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { conditionTree } from '../support/conditions/random-conditions.ts';
import { diceOf } from '../support/dice.ts';

const scope = { row: conditionTree, item: conditionTree };

function outcomeOf(expression: string, values: ItemValues = item): string {
  const compiled = compileCondition(expression, scope);
  if (!isCondition(compiled)) throw new Error(`${expression}: ${compiled.reason}`);
  const variables = variablesOf(conditionTree, values);
  variables.set(wholeItem, new Map(variables));
  const outcome = compiled.evaluate(variables);
  return typeof outcome === 'string' ? outcome : outcome.error;
}

function sentence(expression: string): string | undefined {
  const compiled = compileCondition(expression, scope);
  return isCondition(compiled) ? undefined : conditionSentence(compiled, expression);
}

const item: ItemValues = {
  min: 3,
  max: 2.5,
  name: 'Axe',
  loot: [1, 2],
  chance: 0.5,
  hp: 10,
  drops: [{ level: 1, weight: 49.5 }, { weight: 50.5, parts: [{ amount: 2 }] }, { level: 3 }],
};

test.each([
  ['min > max', 'holds'],
  ['min <= max', 'broken'],
  ['min * 2 > 5.5 && max + 1 == 3.5', 'holds'],
  ['min / 2 == 1.5', 'holds'],
  ['min % 2 == 1 && min == 3.0', 'holds'],
  ['min in [1, 3] && 2 in loot && !(5 in loot)', 'holds'],
  ['loot == [1, 2] && loot.size() == 2', 'holds'],
  ['stats.hp == 10 && item.stats.hp == 10', 'holds'],
  ['item["crit-chance"] < 1', 'holds'],
  ['name.startsWith("A") && name.size() == 3', 'holds'],
  ['drops.map(d, d.weight).sum() == 100', 'holds'],
  ['drops.all(d, d.weight < 50)', 'broken'],
  ['drops.exists(d, d.parts.exists(p, p.amount == 2))', 'holds'],
  ['drops.all(d, drops.exists_one(e, e.level == d.level))', 'holds'],
  ['cel.bind(twice, min * 2, twice == 6)', 'holds'],
  ['(min == null ? 0 : max) == 2.5 && (min > 5 ? max : 1) + max == 3.5', 'holds'],
  ['(min > 5 ? min : null) == null', 'holds'],
])('%s %s', (expression, outcome) => {
  shows('4.rules.condition');
  expect(outcomeOf(expression)).toBe(outcome);
});

test.each([
  ['owner == null && boss == null && min != null', 'holds'],
  ['owner == null || owner > 100', 'holds'],
  ['owner > 100', 'holds'],
  ['owner < 100', 'holds'],
  ['!boss', 'holds'],
  ['boss', 'holds'],
  ['boss && min > max', 'holds'],
  ['boss && min <= max', 'broken'],
  ['boss || min <= max', 'holds'],
  ['!(boss ? min > max : min > max)', 'holds'],
  ['drops.all(d, d.level < 3)', 'broken'],
  ['drops.all(d, d.level < 4)', 'holds'],
  ['stats.title.size() > 3', 'holds'],
  ['drops[1].level + 1 > 100', 'holds'],
])('with empty values, %s %s', (expression, outcome) => {
  shows('4.rules.empty');
  expect(outcomeOf(expression)).toBe(outcome);
});

test.each([
  ['foo == 1', 'there is no field foo here (character 1)'],
  ['stats.nope == 1', 'there is no field nope in this group (character 7)'],
  ['drops.all(d, d.nope > 1)', 'there is no field nope in this group (character 16)'],
  ['google.protobuf == 1', 'there is no field google here (character 1)'],
  ['(min > 5 ? 1 : "x") == 1', "ternary branches must have the same type, got 'whole number' and 'text' (character 2)"],
  ['name > 3', 'cannot calculate text > whole number'],
  ['name > "a" && min == "x"', 'cannot calculate number == text (character 15)'],
  ['min +', 'unexpected token: end of the condition (character 6)'],
  ['(min', 'expected RPAREN, got end of the condition (character 5)'],
  ['min', 'must be true or false, not a number'],
  ['drops', 'must be true or false, not a list<drops>'],
  ['', 'required field'],
  [`name != "${'a'.repeat(1000)}"`, 'must be at most 1000 characters'],
  ['name.matches("^(a+)+$")', 'there is no function matches()'],
  ['drops.all(d, d.tag.matches("a"))', 'there is no function matches() (character 14)'],
  ['cel.bind(a, name.matches("a"), a)', 'there is no function matches() (character 13)'],
  ['timestamp("2020-01-01T00:00:00Z") == null', 'there is no function timestamp() (character 1)'],
])('%s is refused: %s', (expression, reason) => {
  shows('4.rules.error');
  expect(sentence(expression)).toBe(reason);
});

test.each([
  ['min / 0 == 1', 'division by zero'],
  ['max % 0.0 == 1', 'division by zero'],
  ['drops[7].weight > 1', 'there is no such entry in the list'],
  ['int(name) > 1', 'int() type error: cannot convert to whole number'],
  ['["a", "b"].sum() > 1', 'sum() needs a list of numbers'],
])('%s cannot be evaluated: %s', (expression, reason) => {
  shows('4.rules.error');
  expect(outcomeOf(expression)).toBe(reason);
});

const tooLong = 'the condition takes too long on this item';
const wide: ItemValues = {
  name: 'a'.repeat(60_000),
  title: `${'a'.repeat(30_000)}b`,
  drops: Array.from({ length: 3000 }, (_, index) => ({ level: index, tag: 'a'.repeat(1000) })),
};

test.each([
  ['loops in loops', 'drops.all(a, drops.all(b, a.level >= 0 && b.level >= 0))'],
  [
    'an exceeded limit in ||',
    'drops.all(a, drops.all(b, a.level < 0 && b.level < 0)) || drops.all(a, drops.all(b, b.level >= 0)) || true',
  ],
  ['a text that is repeated', 'drops.map(d, name).join() == "x"'],
  ['a long separator', 'drops.map(d, "").join(name) == "x"'],
  ['a search', 'name.contains(stats.title)'],
  ['equal rows', 'drops.all(d, drops == drops)'],
  ['rows in a list', 'drops.all(d, drops.map(e, e.tag) in [drops.map(e, e.tag)])'],
  [
    'a list that doubles',
    `${Array.from({ length: 14 }, (_, index) => `cel.bind(v${index}, ${index === 0 ? 'name' : `v${index - 1} + v${index - 1}`}, `).join('')}v13 == v12${')'.repeat(14)}`,
  ],
  [
    'lists in lists',
    `${Array.from({ length: 12 }, (_, index) => `cel.bind(v${index}, ${index === 0 ? '[1]' : `[v${index - 1}, v${index - 1}, v${index - 1}]`}, `).join('')}v11 == [v10, v10, v10]${')'.repeat(12)}`,
  ],
])('%s cannot take more than the limit of steps', (_, expression) => {
  shows('4.rules.cost');
  expect(outcomeOf(expression, wide)).toBe(tooLong);
});

test('decimals are calculated as they are written', () => {
  shows('4.rules.decimals');
  const chances = (...weights: number[]): ItemValues => ({ ...item, drops: weights.map((weight) => ({ weight })) });
  const dice = diceOf(7);
  const isHundred = 'drops.map(d, d.weight).sum() == 100';
  for (let round = 0; round < 300; round += 1) {
    const tenths = Array.from({ length: 9 }, () => 1 + dice.below(110));
    const last = 1000 - tenths.reduce((sum, one) => sum + one, 0);
    const weights = [...tenths, last].map((one) => one / 10);
    expect([weights, outcomeOf(isHundred, chances(...weights))]).toEqual([weights, 'holds']);
    expect(outcomeOf(isHundred, chances(...weights, 1e-12))).toBe('broken');
  }
  for (const expression of [
    'min / 30 + 0.2 == 0.3 && 0.3 - 0.1 == 0.2 && 1.1 * 3.0 == 3.3 && 100 - 99.9 == 0.1 && 1.0 - 0.9 == 0.1',
    'drops.map(d, d.weight).sum() / 3 == 33.3333333333333 && 4.35 * 100.0 == 435',
    '0.1 + 0.2 <= 0.3 && !(0.1 + 0.2 > 0.3) && 9007199254740991.0 + 0.0 == 9007199254740991.0',
    '1e300 * 10.0 > 1e300 && 1e-300 + 1e-300 == 2e-300 && -0.1 - 0.2 == -0.3',
    'drops.map(d, 0.1).sum() == 0.3 && (max - 2.4) * 10 == 1',
  ])
    expect([expression, outcomeOf(expression)]).toEqual([expression, 'holds']);
  const thousand = chances(...Array.from({ length: 1000 }, () => 0.1));
  expect(outcomeOf(isHundred, thousand)).toBe('holds');
});

test('the conditions of an item share a limit', () => {
  const compiled = compileCondition('drops.all(d, d.level >= 0)', scope);
  if (!isCondition(compiled)) throw new Error(compiled.reason);
  const variables = variablesOf(conditionTree, wide);
  const budget = { left: conditionLimits.stepsOfItem };
  const outcomes = Array.from({ length: 60 }, () => compiled.evaluate(variables, budget));
  expect(outcomes[0]).toBe('holds');
  expect(outcomes.at(-1)).toEqual({ error: tooLong });
});
