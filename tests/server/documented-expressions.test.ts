import { readFileSync } from 'node:fs';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import type { SaveTemplateField } from '@quartermaster/contract/endpoints/templates.ts';
import type { FieldType } from '@quartermaster/contract/field-types/registry.ts';
import { beforeEach, expect, test } from 'vitest';
import { clickedFields, clickTemplate, idOf } from '../support/clicked-sword.ts';
import { importFile } from '../support/import-file.ts';
import { field, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** The rows of a document's first table, whose last column has the code. */
function rowsOf(file: string): string[][] {
  const [table = ''] = /\| --- .*\n((?:\|.*\n)+)/.exec(readFileSync(file, 'utf8'))?.slice(1) ?? [];
  return table
    .trim()
    .split('\n')
    .map((row) => row.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|').replaceAll('`', '')));
}

const isInRow = (wanted: string) => wanted.startsWith('in a row: ');

/** An item of the documents' template that meets all of their conditions. */
const right = {
  sku: 'sword_1',
  _label: 'Right',
  min: 1,
  max: 2,
  price: 1000,
  can_buy: true,
  rarity: 'legendary',
  'stats.damage': 7,
  'stats.attacks_per_second': 1.5,
  drops: [{ chance: 99.9 }, { chance: 0.1 }],
  levels: [
    { level: 1, cost: 10 },
    { level: 2, cost: 20 },
  ],
};

let server: TestServer;
let version: number;
beforeEach(async () => {
  server = await startTestServer();
  version = await clickTemplate(server);
});

/** Breaks each condition of the document, and no other. */
const wrong: Record<string, object> = {
  'Min is not above Max': { min: 3 },
  'a price for what can be bought': { price: null },
  'a rarity with the right price': { price: 999 },
  'a key that starts with a prefix': { sku: 'axe' },
  'chances that sum to 100': { drops: [{ chance: 99.9 }] },
  'levels that rise from row to row': {
    levels: [
      { level: 1, cost: 20 },
      { level: 2, cost: 10 },
    ],
  },
  'no link twice': { parts: ['sword_1', 'sword_1'] },
  'in a row: not above a value of the item': { levels: [{ level: 1, cost: 1001 }] },
};

test('each documented condition refuses what it says', async () => {
  const conditions = rowsOf('docs/conditions.md').map(([, wanted = '', condition = '']) => ({ wanted, condition }));
  expect(Object.keys(wrong)).toEqual(conditions.map(({ wanted }) => wanted));
  const rulesAt = (name: string, inRow: boolean) => ({
    [idOf(name)]: conditions
      .filter(({ wanted }) => isInRow(wanted) === inRow)
      .map(({ wanted, condition }) => ({ name: wanted, condition, message: `not ${wanted}` })),
  });
  const rules = { ...rulesAt('sku', false), ...rulesAt('cost', true) };
  const fields = clickedFields.map((one) => {
    const own = rules[one.id];
    return own ? ({ ...one, settings: { ...one.settings, rules: own } } as SaveTemplateField) : one;
  });
  await saveTemplate(server, 'sword', fields, { version, label: 'Sword' });
  expect(await importFile(server, JSON.stringify(right))).toMatchObject({ status: 200 });
  const others = Object.values(wrong).map((change, index) => ({ ...right, sku: `sword_${index + 2}`, ...change }));
  const checked = await importFile(server, others.map((one) => JSON.stringify(one)).join('\n'), {
    query: { dry_run: true },
  });
  expect(checked.rows.map(({ refusal }) => refusal?.reason)).toEqual(conditions.map(({ wanted }) => `not ${wanted}`));
});

test('each documented formula computes what it says', async () => {
  const values: Record<string, unknown> = {
    'damage per second': 10.5,
    'with a value that may be empty': 7,
    'the sum over all rows': 100,
    'in a row: its share of a value of the item': [0.01, 0.02],
    'a title': 'sword_1 (legendary)',
    'a number in a text': 'From 1',
    'whether it can be sold': true,
  };
  const rows = rowsOf('docs/computed-fields.md');
  const types: Record<string, FieldType> = {
    number: 'computed-number',
    text: 'computed-text',
    checkbox: 'computed-boolean',
  };
  const computed = rows.map(([, wanted = '', type = '', formula = ''], index) =>
    field(`formula-${index}`, types[type] ?? 'computed-number', {
      label: wanted,
      name: `computed_${index}`,
      formula,
      order: 100 + index,
      parentId: isInRow(wanted) ? idOf('levels') : null,
    }),
  );
  expect(Object.keys(values)).toEqual(computed.map(({ settings }) => settings.label));
  await saveTemplate(server, 'sword', [...clickedFields, ...computed], { version, label: 'Sword' });
  expect(await importFile(server, JSON.stringify({ ...right, max: null }))).toMatchObject({ status: 200 });
  const params = { instanceId: server.studio.dev, templateId: 'sword' };
  const { body } = await server.send(items.export, { params, body: { format: 'json' } }, { as: 'owner' });
  const [record] = body as [Record<string, unknown> & { levels: Record<string, unknown>[] }];
  const found = computed.map(({ parentId, settings: { label, name } }) => [
    label,
    parentId === null ? record[name] : record.levels.map((row) => row[name]),
  ]);
  expect(Object.fromEntries(found)).toEqual(values);
});
