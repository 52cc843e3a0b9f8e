import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { SheetChoice } from '../../src/shared/sheets/open-sheet.ts';
import { createSheetBook } from '../../src/shared/sheets/sheet-book.ts';
import { readWritten } from '../../src/shared/sheets/written-numbers.ts';
import { shows } from '../specification/shows.ts';
import { row, sheet, type Value, workbook } from '../support/outside-workbook.ts';

async function open(content: Uint8Array<ArrayBuffer> | string, choice: SheetChoice = {}) {
  const book = createSheetBook();
  const opened = await book.open(new File([content], 'rows.xlsx'), choice);
  const rows = async (names: string[], asShown: string[] = []) =>
    (await (await book.write(names, new Set(asShown))).text())
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  return { ...opened, rows };
}

describe('what a sheet hides', () => {
  test.each(['hidden', 'veryHidden'])('a %s sheet is marked, and never chosen at first', async (state) => {
    shows('4.sheets.hidden');
    const file = workbook([
      { name: 'Old', state, rows: sheet(['id', 'price'], ['a', 999]) },
      { name: 'Prices', rows: sheet(['id', 'price'], ['a', 41]) },
    ]);
    const opened = await open(file);
    expect(opened.sheets).toEqual([
      { name: 'Old', isHidden: true },
      { name: 'Prices', isHidden: false },
    ]);
    expect([opened.sheet, await opened.rows(['id', 'price'])]).toEqual(['Prices', [{ id: 'a', price: 41 }]]);
    expect((await open(file, { sheet: 'Old' })).sheet).toBe('Old');
    const unreadable = workbook([
      { name: 'Prices', rows: sheet(['id']) },
      { name: 'Old', state, rows: sheet(['id', 'price'], ['a', 999]) },
    ]);
    expect(await open(unreadable)).toMatchObject({ sheet: 'Prices', problem: expect.any(String) });
  });

  test.each(['hidden="1"', 'hidden="true"', 'ht="0" customHeight="1"'])(
    'rows with %s are left out unless wanted',
    async (mark) => {
      shows('4.sheets.hidden');
      const rows = row(['id', 'price']) + row(['a', 41]) + row(['x', 1], mark) + row(['y', 2], mark) + row(['b', 3]);
      const opened = await open(workbook([{ name: 'Prices', rows }]));
      expect(opened.notes).toEqual(['Rows 3, 4 are hidden in the sheet.']);
      expect(opened.leftOut).toEqual({ hidden: 2, totals: 0 });
      expect(await opened.rows(['id', 'price'])).toEqual([
        { id: 'a', price: 41 },
        { id: 'b', price: 3 },
      ]);
      const all = await open(workbook([{ name: 'Prices', rows }]), { withHidden: true });
      expect((await all.rows(['id'])).map(({ id }) => id)).toEqual(['a', 'x', 'y', 'b']);
      expect(all.notes).toEqual(['Rows 3, 4 are hidden in the sheet.']);
    },
  );

  test.each(['hidden="1"', 'hidden="true"', 'width="0" customWidth="1"'])(
    'columns with %s are left out unless wanted',
    async (mark) => {
      shows('4.sheets.hidden');
      const book = workbook([
        {
          name: 'Prices',
          cols: `<cols><col min="2" max="3" ${mark}/></cols>`,
          rows: sheet(['id', 'cost', 'note', 'price'], ['a', 7, 'old', 41]),
        },
      ]);
      const opened = await open(book);
      expect(opened.columns.map(({ name, letters }) => [name, letters])).toEqual([
        ['id', 'A'],
        ['price', 'D'],
      ]);
      expect(opened.notes).toEqual(['Columns B, C are hidden in the sheet.']);
      expect(await opened.rows(['id', 'price'])).toEqual([{ id: 'a', price: 41 }]);
      expect((await open(book, { withHidden: true })).columns).toHaveLength(4);
    },
  );

  test('a hidden header still names the columns, and rows that are all hidden are said to be', async () => {
    shows('4.sheets.hidden');
    const rows = row(['id', 'price'], 'hidden="1"') + row(['a', 41]);
    expect(await (await open(workbook([{ name: 'P', rows }]))).rows(['id', 'price'])).toEqual([{ id: 'a', price: 41 }]);
    const none = row(['id', 'price']) + row(['a', 41], 'hidden="1"');
    expect(await open(workbook([{ name: 'P', rows: none }]))).toMatchObject({
      problem: 'All rows below the header are hidden or totals. Include them below, or choose another sheet.',
      leftOut: { hidden: 1 },
    });
  });
});

describe('a row that sums others', () => {
  const items: Value[][] = [
    ['id', 'name', 'price'],
    ['a', 'Axe', 40],
    ['b', 'Bow', 2],
  ];
  test.each<[string, Value[][], string[]]>([
    ['with the label TOTAL at the end', [['TOTAL', '', 42]], ['4 (TOTAL)']],
    ['with a formula', [['', 'What they cost', { v: 42, f: 'SUM(C2:C3)' }]], ['4 (What they cost)']],
    ['with a subtotal', [['', '', { v: 42, f: 'SUBTOTAL(109,C$2:C$3)' }]], ['4 (42)']],
    ['of a table', [['', '', { v: 42, f: 'SUBTOTAL(109,Table1[price])' }]], ['4 (42)']],
    ['in German, after an empty row', [[], ['Summe:', '', 42]], ['5 (Summe:)']],
    ['in Japanese', [['合計', '', 42]], ['4 (合計)']],
    [
      'in Russian, with an average below',
      [
        ['Итого', '', 42],
        ['Average', '', 21],
      ],
      ['4 (Итого)', '5 (Average)'],
    ],
    [
      'between groups',
      [
        ['Subtotal', '', 42],
        ['c', 'Cap', 9],
      ],
      ['4 (Subtotal)'],
    ],
    ['before a legend', [['Total', '', 42], [], ['d', 'Dart', 5]], ['4 (Total)']],
  ])('is named and left out unless wanted: %s', async (_, more, names) => {
    shows('4.sheets.totals');
    const book = workbook([{ name: 'Gear', rows: sheet(...items, ...more) }]);
    const opened = await open(book);
    expect(opened.notes.join(' ')).toContain(names.join(', '));
    expect(opened.leftOut.totals).toBe(names.length);
    expect((await opened.rows(['id'])).map(({ id }) => id)).toEqual(
      ['a', 'b', ...more.map(([id]) => id)].filter((id) => id !== undefined && /^[a-z]$/.test(String(id))),
    );
    const all = await open(book, { withTotals: true });
    expect(all.rows).toBeDefined();
    expect(await all.rows(['id'])).toHaveLength(2 + more.filter((values) => values.length > 0).length);
  });

  test.each<[string, Value[]]>([
    ['whose name only begins so', ['total_war', 'Total War', 42]],
    ['with texts besides its name', ['Sum', 'A charm', 42]],
    ['without numbers', ['Total', '', '']],
    ['whose formula sums its own row', ['c', 'Cap', { v: 42, f: 'SUM(D4:F4)' }]],
    ['whose formula does more', ['c', 'Cap', { v: 84, f: 'SUM(C2:C3)*2' }]],
    ['whose formula sums another column', ['c', 'Cap', { v: 84, f: 'SUM(D2:D3)' }]],
  ])('is not one %s', async (_, values) => {
    shows('4.sheets.totals');
    const opened = await open(workbook([{ name: 'Gear', rows: sheet(...items, values) }]));
    expect(opened.leftOut.totals).toBe(0);
    expect(await opened.rows(['id'])).toHaveLength(3);
  });

  test('in a text file, too', async () => {
    shows('4.sheets.totals');
    const opened = await open('id;price\na;40\nb;2\nGesamt;42\n');
    expect(opened.notes).toEqual(['Row 4 (Gesamt) sums others.']);
    expect(await opened.rows(['id', 'price'])).toHaveLength(2);
  });
});

describe('a number of a workbook', () => {
  const formats = [
    '0.00',
    '0%',
    '0.0%',
    '#,##0.00 &quot;€&quot;',
    '# ?/?',
    '0.00E+00',
    '[$€-407] #,##0.0',
    '&quot;v&quot;0.0',
    'nonsense ][',
  ];
  const one = async (value: Value) => {
    const opened = await open(workbook([{ name: 'S', rows: sheet(['a'], [value]) }], formats));
    const [asNumber] = await opened.rows(['a']);
    const [asShown] = await opened.rows(['a'], ['a']);
    return [asNumber?.a, asShown?.a];
  };

  test.each<[Value, unknown, unknown]>([
    [{ v: 1.1, s: 1 }, 1.1, '1.10'],
    [{ v: 1, s: 1 }, 1, '1.00'],
    [{ v: 0.25, s: 2 }, '25%', '25%'],
    [{ v: 0.125, s: 2 }, '12.5%', '13%'],
    [{ v: 0.07, s: 3 }, '7%', '7.0%'],
    [{ v: 1250.5, s: 4 }, 1250.5, '1,250.50 €'],
    [{ v: 0.5, s: 5 }, 0.5, '1/2'],
    [{ v: 12345, s: 6 }, 12345, '1.23E+04'],
    [{ v: 12.5, s: 7 }, 12.5, '€ 12.5'],
    [{ v: 1, s: 8 }, 1, 'v1.0'],
    [{ v: 1.5 }, 1.5, 1.5],
  ])('%j is %j in a field of numbers, and %j in one of texts', async (value, number, text) => {
    shows('4.sheets.shown');
    expect(await one(value)).toEqual([number, text]);
  });

  test.each<[string, unknown]>([
    ['95040.000000000015', 95040],
    ['0.30000000000000004', 0.3],
    ['-2.4000000000000004', -2.4],
    ['1.0000000000000002E-3', 0.001],
    ['0.1', 0.1],
    ['9007199254740993', '9007199254740993'],
    ['4503599627370497', 4503599627370497],
  ])('%s is read as %s, with and without a formula', async (stored, value) => {
    shows('4.sheets.shown');
    expect(await one({ v: stored })).toEqual([value, value]);
    if (typeof value === 'number' && value < 1e15) expect(await one({ v: stored, f: 'A2*B2' })).toEqual([value, value]);
  });
});

describe('a percentage', () => {
  test('is the same from a workbook and a text file', async () => {
    shows('4.sheets.percent');
    const book = workbook(
      [{ name: 'S', rows: sheet(['a'], [{ v: 0.25, s: 1 }], [{ v: 1, s: 1 }], [{ v: 0.125, s: 1 }]) }],
      ['0.0%'],
    );
    const [fromBook, fromText] = [await open(book), await open('a\n25%\n100%\n12.5%\n')];
    expect(fromBook.columns[0]?.guess.written?.readings).toEqual(['percent', 'fraction']);
    expect(fromText.columns[0]?.guess.written?.readings).toEqual(['percent', 'fraction']);
    const values = async ({ rows }: typeof fromBook) => (await rows(['a'])).map(({ a }) => a);
    expect(await values(fromBook)).toEqual(await values(fromText));
  });

  test.each([
    ['25%', '25', '0.25'],
    ['12,5 %', '12.5', '0.125'],
    ['7%', '7', '0.07'],
    ['-0.1%', '-0.1', '-0.001'],
    ['1.250%', '1.250', '0.0125'],
    ['1,250%', '1,250%', '1,250%'],
    ['Axe %', 'Axe %', 'Axe %'],
  ])('%s is %s as percent, and %s as a fraction of 1', (text, percent, fraction) => {
    shows('4.sheets.percent');
    expect([readWritten(text, 'percent'), readWritten(text, 'fraction')]).toEqual([percent, fraction]);
  });
});

describe('points before three digits', () => {
  test.each<[string, string, string | undefined]>([
    ['semicolons', 'id;price\na;1.250\nb;750\n', '1.250'],
    ['a decimal comma elsewhere', 'id\tprice\tweight\na\t1.250\t2,5\nb\t750\t1\n', '1.250'],
    ['commas between cells', 'id,price\na,1.250\nb,750\n', undefined],
    ['other decimals in the column', 'id;price\na;1.250\nb;7.5\n', '1.250'],
  ])('are asked about in a file with %s', async (_, text, example) => {
    shows('4.import.points');
    const { columns } = await open(text);
    expect(columns[1]?.guess.written?.example).toBe(example);
    if (example) expect(readWritten(example, 'decimal')).toBe('1250');
  });
});

describe('what helps is offered though nothing could be read', () => {
  test('the choice of sheet; the first one that can be read is chosen, and said', async () => {
    shows('4.import.choices');
    const book = workbook([
      { name: 'README', rows: sheet(['Balance sheet. Do not sort.']) },
      { name: 'Gear', rows: sheet(['sku', 'price'], ['a', 1]) },
    ]);
    expect(await open(book)).toMatchObject({
      sheet: 'Gear',
      notes: ['The sheet README is not read: The sheet has a header, but no rows below it.'],
    });
    expect(await open(book, { sheet: 'README' })).toMatchObject({
      sheets: [{ name: 'README' }, { name: 'Gear' }],
      problem: 'The sheet has a header, but no rows below it.',
      columns: [],
    });
  });

  test('separator, encoding and the row of names', async () => {
    shows('4.import.choices');
    const text = '# exported 2026\nid,price\na,1\n';
    const failed = await open(text);
    expect(failed).toMatchObject({
      text: { encoding: 'utf-8' },
      problem: expect.stringContaining('Row 2 has a value'),
    });
    const opened = await open(text, { separator: ',', header: 2 });
    expect(opened.problem).toBeUndefined();
    expect(await opened.rows(['id', 'price'])).toEqual([{ id: 'a', price: '1' }]);
    expect(await open('a,b\n1,"2\n')).toMatchObject({
      text: { separator: ',' },
      problem: expect.stringContaining('quote'),
    });
    expect(await open('a,b\n1,2\n', { header: 9 })).toMatchObject({
      problem: 'Row 9 is empty. Choose the row that names the columns.',
    });
  });
});

describe('a file of another kind says what it is', () => {
  const ole = (stream: string) =>
    Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, ...Buffer.alloc(508), ...Buffer.from(stream, 'utf16le')]);
  const zip = (...names: string[]) => zipSync(Object.fromEntries(names.map((name) => [name, strToU8('x')])));
  test.each<[string, Uint8Array<ArrayBuffer> | string, string]>([
    ['a password', ole('EncryptedPackage'), 'This workbook has a password: save it without one.'],
    ['a password, whose streams are elsewhere', ole(''), 'This workbook has a password: save it without one.'],
    ['XLS', ole('Workbook'), 'This is a workbook in the old format (XLS). Save it as XLSX.'],
    ['ODS', zip('mimetype', 'content.xml'), 'This is an OpenDocument workbook (ODS). Save it as XLSX or CSV.'],
    [
      'Numbers',
      zip('Index/Document.iwa'),
      'This is a workbook of Numbers. Export it as Excel (XLSX) or CSV in Numbers.',
    ],
    ['XLSB', zip('xl/workbook.bin'), 'This is a binary workbook (XLSB). Save it as XLSX.'],
    ['a document', zip('word/document.xml'), 'This is a document, not a workbook. Choose an XLSX, CSV or TSV file.'],
    [
      'HTML',
      '\ufeff<html xmlns:x="urn:x"><table><tr><td>a</td></tr></table>',
      'This is a web page (HTML), though its name may say XLS. Open it in a sheet program, and save it as XLSX.',
    ],
    [
      'XML 2003',
      '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?><Workbook/>',
      'This is a workbook in the format XML 2003. Open it in a sheet program, and save it as XLSX.',
    ],
    ['PDF', '%PDF-1.7\n', 'This is a PDF. Choose an XLSX, CSV or TSV file.'],
  ])('%s', async (_, content, sentence) => {
    shows('4.sheets.kinds');
    await expect(open(content)).rejects.toThrow(sentence);
  });
});
