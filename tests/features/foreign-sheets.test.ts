import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import type { FieldValue } from '@quartermaster/contract/field-types/field-type.ts';
import { type FieldType, fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { mergeRow } from '@quartermaster/contract/sheets/merge-row.ts';
import { createSheetReader } from '@quartermaster/contract/sheets/read-row.ts';
import { expect, test } from 'vitest';
import { mapColumns, targetsOf } from '../../src/features/items/import/map-columns.ts';
import type { FieldNode } from '../../src/shared/data/templates.ts';
import { createSheetBook } from '../../src/shared/sheets/sheet-book.ts';
import { pythonWithOpenpyxl } from '../support/compilers.ts';
import { field, inOrder } from '../support/sample-template.ts';

/** As `foreign-sheets.py` writes it. */
interface Case {
  name: string;
  file: string;
  rows: Record<string, Record<string, unknown>>;
  refused: Record<string, Record<string, string>>;
  problem: string | null;
  note: string | null;
}

const options = [
  { id: 'o1', label: 'Rare' },
  { id: 'o2', label: 'Legendary' },
];
// As the editor makes them: ids that are unlike the names.
const types: readonly (readonly [string, FieldType, FieldValue])[] = [
  ['SKU', 'text', 'OLD-1'],
  ['Note', 'long-text', 'Old note'],
  ['Price', 'float', 9.5],
  ['Count', 'integer', 9],
  ['Odds', 'number-list', [9]],
  ['Tags', 'text-list', ['old']],
  ['Active', 'boolean', true],
  ['Start', 'date-time', '2020-01-01T00:00:00Z'],
  ['Rarity', 'choice', 'o1'],
];
const idOf = (name: string) => `k3j9x0q2${name.toLowerCase()}8v7`;
const tree = buildTree(
  inOrder(
    types.map(([name, type]) => field(idOf(name), type, { name, label: name, ...(type === 'choice' && { options }) })),
  ),
);
const before: ItemValues = Object.fromEntries(types.map(([name, , value]) => [idOf(name), value]));

const noLink = () => ({ reason: 'no link' });

/** What becomes of an item that has a value in every field, by the rows of a file. */
async function importOver(content: Buffer<ArrayBuffer>) {
  const book = createSheetBook();
  const { columns, notes, problem } = await book.open(new File([content], 'sheet'), {});
  if (problem !== undefined) throw new Error(problem);
  const headers = columns.map(({ name }) => name);
  // The tree of a template has the same shape, with dates.
  const mapped = mapColumns(targetsOf(tree as readonly FieldNode[], headers), headers, {});
  const lines = (await (await book.write(mapped)).text()).split('\n');
  const reader = createSheetReader(tree, 'json-lines');
  const rows = lines.flatMap((line, index) => {
    if (line === '') return [];
    const { row, wrong } = reader.read(JSON.parse(line));
    const merged = mergeRow(tree, before, row.values, noLink);
    const refused = new Map([...wrong, ...merged.wrong].map(({ fieldId, reason }) => [nameOf(fieldId), reason]));
    // As a save checks them.
    for (const { field: checked } of tree) {
      const reason = fieldTypeOf(checked.settings.type).check(merged.values[checked.id] ?? null, checked.settings);
      if (reason === undefined) continue;
      refused.set(nameOf(checked.id), reason);
      merged.values[checked.id] = before[checked.id] ?? null;
    }
    return [{ row: index + 1, values: merged.values, refused: Object.fromEntries(refused) }];
  });
  return { rows, notes };
}

const nameOf = (fieldId: string | null) => types.find(([name]) => idOf(name) === fieldId)?.[0] ?? '';

const cases = JSON.parse(
  execFileSync(pythonWithOpenpyxl(), [join(import.meta.dirname, '../support/foreign-sheets.py')], {
    maxBuffer: 64_000_000,
  }).toString(),
) as Case[];

test.each(cases)('a sheet as others write it is right, or refused by row and column: $name', async (one) => {
  const content = Buffer.from(one.file, 'base64');
  if (one.problem !== null) return expect(importOver(content)).rejects.toThrow(one.problem);
  const found = await importOver(content);
  const expected = [...new Set([...Object.keys(one.rows), ...Object.keys(one.refused)])].map((row) => {
    const changed = Object.entries(one.rows[row] ?? {}).map(([name, value]) => [idOf(name), value]);
    const values = Object.entries({ ...before, ...Object.fromEntries(changed) }).filter(([, value]) => value !== null);
    const refused = Object.entries(one.refused[row] ?? {}).map(([name, part]) => [name, expect.stringContaining(part)]);
    return { row: Number(row), values: Object.fromEntries(values), refused: Object.fromEntries(refused) };
  });
  expect(found.rows).toEqual(expected.toSorted((a, b) => a.row - b.row));
  if (one.note !== null) expect(found.notes.join('\n')).toContain(one.note);
});
