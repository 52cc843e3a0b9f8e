import { type Bound, brokenBound } from '@quartermaster/contract/field-types/bounds.ts';
import { expect, it } from 'vitest';
import { loadTemplate } from '../../server/content/model/template-models.ts';
import { findIncompatible } from '../../server/content/schema/effects/effects-repository.ts';
import { findFormer } from '../../server/content/schema/effects/restored-repository.ts';
import { field, inOrder, randomNumbers, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';

/** Texts that would end a literal, an array or a pattern if they were concatenated into the SQL. */
const pieces = [
  'a',
  'b',
  "'",
  "''",
  '"',
  '\\',
  '{',
  '}',
  ',',
  '$1',
  '%',
  '_',
  '--',
  'NULL',
  ' ',
  '\n',
  '🏹',
  'é',
  "');",
];

const random = randomNumbers(7);
const anyOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const anyText = () => Array.from({ length: 1 + random() * 4 }, () => anyOf(pieces)).join('');
const texts = [...pieces, ...Array.from({ length: 100 }, anyText)];
const numbers = [...Array.from({ length: 40 }, () => Math.round(random() * 40) / 2 - 10), 0.1, 1e300, -(2 ** 53)];

const bounds: Bound[] = [
  { rule: 'oneOf', values: texts.filter((_, index) => index % 2 === 0), reason: 'oneOf' },
  { rule: 'oneOf', values: ['null', 'NULL', ''], reason: 'oneOf' },
  { rule: 'atLeast', measure: 'length', limit: 3, reason: 'atLeast' },
  { rule: 'atMost', measure: 'length', limit: 3, reason: 'atMost' },
];
const numberBounds: Bound[] = [
  { rule: 'whole', reason: 'whole' },
  { rule: 'atLeast', measure: 'number', limit: 0.1, reason: 'atLeast' },
  { rule: 'atMost', measure: 'number', limit: 9, reason: 'atMost' },
  { rule: 'atMost', measure: 'number', limit: -0.5, reason: 'atMost' },
];

it('SQL finds the values that violate a constraint as the form does, current and removed ones', async () => {
  const server = await startTestServer();
  const { query } = server.app.deps.database;
  const fields = inOrder([
    field('title', 'text'),
    field('weight', 'float'),
    field('rows', 'dynamic-group'),
    field('stat', 'text', { parentId: 'rows' }),
    field('kept', 'boolean'),
  ]);
  await saveTemplate(server, 'thing', fields);
  const items = texts.map((title, index) => ({
    title,
    weight: numbers[index % numbers.length] ?? 0,
    rows: [{ stat: title }, { stat: texts.at(-1 - index) ?? 'a' }],
  }));
  const saved = await saveAll(
    server,
    items.map((values) => saveBody('thing', fields, values)),
  );
  const model = await loadTemplate(query, server.studio.dev, 'thing');
  if (!model) throw new Error('The template is missing.');
  const searches = [
    ...bounds.flatMap((bound) => [['title', bound] as const, ['stat', bound] as const]),
    ...numberBounds.map((bound) => ['weight', bound] as const),
  ].map(([id, bound]) => {
    const leaf = model.leaves.get(id);
    if (!leaf) throw new Error(`The field ${id} is missing.`);
    const valuesOf = ({ rows, ...values }: (typeof items)[number]) =>
      id === 'stat' ? rows.map(({ stat }) => stat) : [values[id as 'title' | 'weight']];
    const isFound = (values: (typeof items)[number]) =>
      valuesOf(values).some((value) => brokenBound(value, [bound]) !== undefined);
    const expected = saved.flatMap(({ id: item }, index) => {
      const values = items[index];
      return values && isFound(values) ? [item] : [];
    });
    return { id, search: { leaf, bounds: [bound], end: 'last' } as const, expected };
  });
  const found = async (find: typeof findIncompatible) => {
    for (const { id, search, expected } of searches) {
      const { count, ids } = await find(query, model.key, search);
      const first = expected.toSorted((a, b) => a - b).slice(0, 20);
      expect([id, search.bounds, count, ids]).toEqual([id, search.bounds, expected.length, first]);
    }
  };
  await found(findIncompatible);
  for (const { expected } of searches) expect(expected.length).toBeGreaterThan(0);
  await saveTemplate(server, 'thing', inOrder([field('kept', 'boolean')]), { version: 1 });
  await found(findFormer);
});
