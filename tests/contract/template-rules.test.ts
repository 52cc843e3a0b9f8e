import { checkTemplateRules, rulesOf } from '@quartermaster/contract/conditions/template-rules.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { checkRuleList, type Rule, ruleLimits } from '@quartermaster/contract/field-types/rules.ts';
import {
  isPlaceholderId,
  newFieldIds,
  placeholderId,
  withFieldIds,
} from '@quartermaster/contract/rules/new-field-ids.ts';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { dropBelowMax, highMax, minBelowMax, ruledFields, sumOfDrops } from '../support/ruled-items.ts';
import { field, inOrder } from '../support/sample-template.ts';

const tree = buildTree(
  ruledFields({ min: [minBelowMax], max: [highMax], drops: [sumOfDrops], weight: [dropBelowMax] }),
);

const broken = (values: ItemValues, limit = 1000, of = tree) =>
  rulesOf(of)
    .error?.(values, limit)
    .map(({ at, message }) => [at, message]);

test('a rule is evaluated at the level of its field, in each row', () => {
  shows('4.rules.level');
  const drops = [{ weight: 70 }, { weight: 20 }, { weight: 10 }];
  expect(broken({ min: 1, max: 70, drops })).toEqual([]);
  expect(broken({ min: 20, max: 15, drops })).toEqual([
    ['min', minBelowMax.message],
    ['weight.0', dropBelowMax.message],
    ['weight.1', dropBelowMax.message],
  ]);
  for (const limit of [1, 2]) expect(broken({ min: 20, max: 15, drops }, limit)).toHaveLength(limit);
  expect(broken({ min: 20, max: 15, drops: [{}] }, 1)).toHaveLength(1);
  expect(broken({ drops: [{}] })).toEqual([['drops', sumOfDrops.message]]);
});

test('errors and warnings are separate, and a template without rules has neither', () => {
  shows('4.rules.warning');
  expect(rulesOf(tree).warning?.({ min: 300, max: 200 }, 10)).toEqual([
    { at: 'max', rule: highMax, message: highMax.message, isEvaluated: true },
  ]);
  expect(rulesOf(buildTree(ruledFields({})))).toEqual({ error: undefined, warning: undefined });
});

test('a field named item is the field', () => {
  shows('4.rules.level');
  const rule: Rule = { name: 'Item', condition: 'item > 3', message: 'must be above 3' };
  const of = buildTree([field('item', 'integer', { rules: [rule] })]);
  expect(broken({ item: 3 }, 10, of)).toEqual([['item', 'must be above 3']]);
});

test('the rules of an item share a limit of steps, and then refuse it', () => {
  shows('4.rules.cost');
  const of = buildTree(
    inOrder([
      field('rows', 'dynamic-group', {
        rules: [1, 2, 3, 4, 5, 6].map((number) => ({
          name: `Rule ${number}`,
          condition: 'rows.all(row, row.level + 1 > 0 && row.level + 2 > 0)',
          message: 'must be positive',
        })),
      }),
      field('level', 'integer', { parentId: 'rows' }),
    ]),
  );
  const rows = (count: number) => ({ rows: Array.from({ length: count }, (_, level) => ({ level })) });
  expect(broken(rows(1000), 10, of)).toEqual([]);
  const expensive = broken(rows(8000), 10, of)?.map(([, message]) => message) ?? [];
  expect(expensive.at(-1)).toBe('Rule 6: the condition takes too long on this item');
  expect(expensive.length).toBeLessThan(6);
});

test('a template has a limited number of rules, all of which are compiled', () => {
  shows('4.rules.setting');
  const rulesNamed = (letter: string, condition = 'a > 1') =>
    Array.from(
      { length: ruleLimits.ofField },
      (_, index): Rule => ({ ...minBelowMax, name: letter + index, condition }),
    );
  const letters = ['a', 'b', 'c', 'd', 'e'];
  const full = inOrder(letters.map((letter) => field(letter, 'integer', { rules: rulesNamed(letter) })));
  expect(checkTemplateRules(full)).toEqual({});
  const more = inOrder([...full, field('f', 'integer', { rules: [minBelowMax] })]);
  expect(checkTemplateRules(more)).toEqual({
    'fields.5.settings.rules': 'a template can have at most 100 conditions',
  });
  const last = rulesNamed('e').with(-1, { ...minBelowMax, name: 'Last', condition: 'z' });
  expect(checkTemplateRules(full.with(4, field('e', 'integer', { order: 4, rules: last })))).toEqual({
    'fields.4.settings.rules': 'Last: there is no field z here',
  });
});

test.each([
  [{ name: ' ' }, 'condition 1 has no name'],
  [{ name: 'a'.repeat(65) }, 'the name of a condition must be at most 64 characters'],
  [{ condition: ' ' }, 'Range has no condition'],
  [{ condition: 'a'.repeat(1001) }, 'Range must be at most 1000 characters'],
  [{ message: '' }, 'Range has no message'],
  [{ message: 'a'.repeat(201) }, 'the message of Range must be at most 200 characters'],
] as [Partial<Rule>, string][])('a rule with %o is refused', (change, reason) => {
  shows('4.rules.setting');
  expect(checkRuleList([{ ...minBelowMax, ...change }])).toBe(reason);
});

test('the id of a new field is its name, or the next that no field of the template has or had; references follow', () => {
  shows('5.names.new-ids');
  const at = (id: string, name: string, settings: Record<string, unknown> = {}) =>
    field(placeholderId(id), 'text', { name, ...settings });
  const fields = [
    field('price', 'integer', { name: 'cost' }),
    at('1', 'price'),
    { ...field(placeholderId('2'), 'group', { name: 'stats' }) },
    { ...at('3', 'price'), parentId: placeholderId('2') },
    at('4', 'Weight', { shownWhen: { field: placeholderId('1'), is: ['x'] } }),
    at('5', 'label'),
    at('6', '__proto__'),
    at('7', 'x'.repeat(64)),
    field('k3j9x0q2m8v7c1ab', 'text', { name: 'kept' }),
  ];
  const ids = newFieldIds(fields, ['price-2', 'weight', 'x'.repeat(64)]);
  const named = withFieldIds(fields, ids);
  expect(named.map(({ id }) => id)).toEqual([
    ...['price', 'price-3', 'stats', 'price-4', 'Weight-2', 'label-2', '__proto__-2', `${'x'.repeat(62)}-2`],
    'k3j9x0q2m8v7c1ab',
  ]);
  expect(named[3]?.parentId).toBe('stats');
  expect(named[4]?.settings.shownWhen).toEqual({ field: 'price-3', is: ['x'] });
  expect(named.some(({ id }) => isPlaceholderId(id))).toBe(false);
});
