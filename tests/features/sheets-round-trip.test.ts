import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { byteOrderMark, type Cell, csvLine } from '@quartermaster/contract/sheets/csv-text.ts';
import { mergeRow } from '@quartermaster/contract/sheets/merge-row.ts';
import { createSheetReader } from '@quartermaster/contract/sheets/read-row.ts';
import { sheetColumns } from '@quartermaster/contract/sheets/sheet-columns.ts';
import { linkedItemsIn } from '@quartermaster/contract/sheets/sheet-fields.ts';
import type { SheetItem } from '@quartermaster/contract/sheets/sheet-row.ts';
import { expect, test } from 'vitest';
import { writeXlsx } from '../../src/features/items/list/export/xlsx/write-xlsx.ts';
import { createSheetBook } from '../../src/shared/sheets/sheet-book.ts';
import { shows } from '../specification/shows.ts';
import { programFolder, pythonWithOpenpyxl } from '../support/compilers.ts';
import { diceOf } from '../support/dice.ts';
import { randomNumbers } from '../support/sample-template.ts';
import { keysOf, sizesOf, someFields, someItem, withoutComputed } from '../support/sheet-items.ts';

const xlsxOf = (rows: Cell[][]) => writeXlsx(new Blob(rows.map((row) => `${JSON.stringify(row)}\n`)));
const csvOf = async (rows: Cell[][]) => new Blob([byteOrderMark, ...rows.map(csvLine)]);

const forms = [
  { form: 'XLSX', fileOf: xlsxOf },
  { form: 'CSV', fileOf: csvOf },
];

test.each(forms)(
  'random items return as they were from $form that the console writes and reads',
  async ({ fileOf }) => {
    shows('4.sheets.round-trip', '4.sheets.xlsx');
    for (let seed = 0; seed < 12; seed += 1) {
      const dice = diceOf(seed);
      const random = randomNumbers(seed + 1);
      const tree = buildTree(someFields(dice));
      const items = Array.from({ length: 3 }, (_, index): SheetItem => {
        const values = someItem(tree, dice, random);
        return { id: index + 1, version: 7, internal_label: `Item ${index}`, values };
      });
      const { keyOf, resolve } = keysOf(
        items.flatMap(({ values }) => [...linkedItemsIn(tree, values)]),
        dice,
      );
      const columns = sheetColumns(tree, sizesOf(tree, items));
      const cells = items.map((item) => columns.map(({ cellOf }) => cellOf(item, keyOf)));
      const file = await fileOf([columns.map(({ name }) => name), ...cells]);

      const book = createSheetBook();
      const sheet = await book.open(file, {});
      const rows = await book.write(sheet.columns.map(({ name }) => name));
      const records = (await rows.text())
        .split('\n')
        // A row is in the line of its number.
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      const reader = createSheetReader(tree, 'json-lines');
      const read = records.map((record) => reader.read(record));
      const merged = read.map(({ row, wrong }) => ({
        id: row.id,
        unread: wrong,
        ...mergeRow(tree, {}, row.values, resolve),
      }));
      const expected = items.map(({ id, values }) => ({
        id,
        unread: [],
        wrong: [],
        values: withoutComputed(tree, values),
      }));
      expect([seed, merged]).toEqual([seed, expected]);
      expect(reader.ignored.size).toBe(0);
    }
  },
);

/** The rows of a workbook as openpyxl, and thus pandas, reads them. */
async function readByOpenpyxl(file: Blob): Promise<unknown> {
  const program = [
    'import json, openpyxl',
    'sheet = openpyxl.load_workbook("rows.xlsx").active',
    'print(json.dumps([[cell.value for cell in row] for row in sheet.rows]))',
    'print(sheet["A1"].font.b, sheet["A2"].number_format, sheet.freeze_panes)',
  ].join('\n');
  const folder = programFolder({ 'rows.xlsx': new Uint8Array(await file.arrayBuffer()), 'read.py': program });
  try {
    const { code, output } = await folder.run(pythonWithOpenpyxl(), 'read.py');
    if (code !== 0) throw new Error(output);
    const [rows = '', style] = output.trim().split('\n');
    return { rows: JSON.parse(rows), style };
  } finally {
    folder.remove();
  }
}

test('another program opens an XLSX file of the console', async () => {
  shows('4.sheets.xlsx-elsewhere');
  const rows: Cell[][] = [
    ['_label', 'size', 'price', 'isRare', 'note'],
    ['007', 3, 0.1, true, ' a <b> & "c"\r\n=1+1 \u{1f5e1}'],
    ['', -9007199254740991, 1e-7, false, null],
    ['constructor', null, 1e300, null, `${'long '.repeat(7000)}end`],
  ];
  expect(await readByOpenpyxl(await xlsxOf(rows))).toEqual({
    rows: [
      ['_label', 'size', 'price', 'isRare', 'note', 'note~2'],
      ['007', 3, 0.1, true, ' a <b> & "c"\r\n=1+1 \u{1f5e1}', null],
      // A sheet program would round so long a number.
      [null, '-9007199254740991', 1e-7, false, null, null],
      [
        'constructor',
        null,
        1e300,
        null,
        'long '.repeat(7000).slice(0, 32_767),
        `${'long '.repeat(7000).slice(32_767)}end`,
      ],
    ],
    style: 'True @ A2',
  });
});
