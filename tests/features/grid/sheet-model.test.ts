import { expect, test, vi } from 'vitest';
import { readText, type SheetColumn, textOf } from '../../../src/features/items/grid/model/cell-content.ts';
import { move, type SheetExtent, selectCell } from '../../../src/features/items/grid/model/selection.ts';
import { rowKeyOf, Sheet } from '../../../src/features/items/grid/model/sheet.ts';
import { paste, type SheetView } from '../../../src/features/items/grid/model/sheet-view.ts';
import { summaryOf } from '../../../src/features/items/grid/model/summary.ts';
import { readPastedCells, writesDecimalCommas } from '../../../src/shared/sheets/pasted-cells.ts';
import { fromTabSeparated, toTabSeparated } from '../../../src/shared/sheets/tab-separated.ts';
import { shows } from '../../specification/shows.ts';
import { areaAt } from './sheet-areas.ts';

test('merged cells are pasted with their value in each row, or not at all', () => {
  shows('4.sheets.unread');
  const pasted = (text: string, table: string) =>
    readPastedCells({ getData: (type) => (type === 'text/html' ? `<body><table>${table}</table>` : text) });
  const tall =
    '<tr><td>a</td><td rowspan=3>Common</td><td>1</td></tr><tr><td>b</td><td rowspan="2">2</td></tr><tr><td>c</td></tr>';
  expect(pasted('a\tCommon\t1\nb\t\t2\nc\t\t\n', tall)).toEqual({
    rows: [
      ['a', 'Common', '1'],
      ['b', 'Common', '2'],
      ['c', 'Common', '2'],
    ],
  });
  const wide = '<tr><td colspan="2">x</td></tr><tr><td>1</td><td>2</td></tr>';
  expect(pasted('x\t\n1\t2\n', wide)).toEqual({
    problem: expect.stringMatching(/^Nothing was pasted: "x" is in cells of the columns A to B/),
  });
  expect(pasted('\t\n1\t2\n', wide)).toEqual({
    rows: [
      ['', ''],
      ['1', '2'],
    ],
  });
  expect(pasted('x\t\n', wide)).toEqual({ rows: [['x', '']] });
});

test('tab-separated text is read as Excel, Google Sheets and LibreOffice write it', () => {
  shows('4.grid.clipboard');
  // Excel ends each row with a line break, also the last one.
  expect(fromTabSeparated('a\tb\r\nc\td\r\n')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  // Google Sheets writes no line break at the end.
  expect(fromTabSeparated('1\n2')).toEqual([['1'], ['2']]);
  expect(fromTabSeparated('a\t\n\tb')).toEqual([
    ['a', ''],
    ['', 'b'],
  ]);
  // Cells with line breaks or tabs are quoted, quotes in them doubled.
  expect(fromTabSeparated('"two\nlines"\t"a ""word"""\tb')).toEqual([['two\nlines', 'a "word"', 'b']]);
  // LibreOffice and Excel do not quote a text for the quotes in it.
  expect(fromTabSeparated('"Excalibur" (broken)\t5" nail')).toEqual([['"Excalibur" (broken)', '5" nail']]);
  expect(fromTabSeparated('a\t')).toEqual([['a', '']]);
  expect(fromTabSeparated('a\n\nb')).toEqual([['a'], [''], ['b']]);
  expect(fromTabSeparated('"not closed')).toEqual([['"not closed']]);
  expect(fromTabSeparated('')).toEqual([]);
});

test('cells are the same after copy and paste', () => {
  const cells = [
    ['plain', 'two\nlines', 'a\ttab'],
    ['"quoted"', '', 'say "hi"'],
    ['\r\n', '""', 'ends with a quote"'],
  ];
  expect(fromTabSeparated(toTabSeparated(cells))).toEqual(cells);
  // An empty cell at the end, or alone, is a row too.
  for (const column of [[['a'], ['']], [['']], [[''], ['']]])
    expect(fromTabSeparated(toTabSeparated(column))).toEqual(column);
  expect(toTabSeparated([['alone']])).toBe('alone');
});

const limits = { required: false, minimum: null, maximum: null };
const cost: SheetColumn = {
  id: 'cost',
  header: 'Cost',
  settings: { type: 'float', name: 'cost', label: 'Cost', ...limits },
};
const label: SheetColumn = { id: 'label', header: 'Label' };

function sheetOf(costs: (number | null)[]): SheetView {
  const sheet = new Sheet();
  sheet.receive(
    costs.map((value, index) => ({
      key: rowKeyOf(index + 1),
      id: index + 1,
      version: 1,
      label: 'x',
      values: { cost: value },
    })),
  );
  return { sheet, columns: [label, cost], tree: [], canAdd: false };
}

test('sum, average, count and distinct of a selection', () => {
  shows('4.grid.summary');
  const view = sheetOf([0.1, 0.2, null, 0.2]);
  expect(summaryOf(view, areaAt(view, { top: 0, bottom: 3, left: 1, right: 1 }))).toEqual({
    cells: 4,
    filled: 3,
    distinct: 2,
    sum: 0.5,
    average: expect.closeTo(0.5 / 3),
  });
  expect(summaryOf(view, areaAt(view, { top: 0, bottom: 1, left: 0, right: 0 }))).toEqual({
    cells: 2,
    filled: 2,
    distinct: 1,
  });
  // Texts count as filled, and are in no average.
  const mixed = summaryOf(view, areaAt(view, { top: 0, bottom: 3, left: 0, right: 1 }));
  expect(mixed).toMatchObject({ filled: 7, sum: 0.5, average: expect.closeTo(0.5 / 3) });
});

test('a single text fills the selection, and rows and columns that cannot be added are counted', () => {
  const view = sheetOf([1, 2, 3]);
  const fill = paste(view, areaAt(view, { top: 0, bottom: 2, left: 1, right: 1 }), [['9']]);
  expect(fill.cells.map(({ content }) => content)).toEqual([{ value: 9 }, { value: 9 }, { value: 9 }]);
  const beyond = paste(view, areaAt(view, { top: 2, bottom: 2, left: 1, right: 1 }), [['7'], ['8'], ['9']]);
  expect([beyond.cells.length, beyond.missingRows, beyond.missingColumns]).toEqual([1, 2, 0]);
  const wide = paste(view, areaAt(view, { top: 0, bottom: 0, left: 1, right: 1 }), [['7', '8', '9']]);
  expect([wide.cells.length, wide.missingColumns]).toEqual([1, 2]);
});

test('a point before three digits is not pasted as decimals where other numbers have decimal commas', () => {
  shows('4.import.points');
  const view = sheetOf([1, 2, 3]);
  const pasteInto = (rows: string[][], options = {}) =>
    paste(view, areaAt(view, { top: 0, bottom: 0, left: 1, right: 1 }), rows, options).cells.map(
      ({ content }) => content,
    );
  const unclear = {
    text: '1.250',
    reason: 'could be 1250 or 1.250, as other numbers have decimal commas; type the one that is right',
  };
  expect(pasteInto([['1.250'], ['2,5'], ['750']])).toEqual([
    unclear,
    expect.objectContaining({ text: '2,5' }),
    { value: 750 },
  ]);
  expect(pasteInto([['1.250'], ['7.5']], { hasDecimalCommas: true })).toEqual([unclear, { value: 7.5 }]);
  expect(pasteInto([['1.250'], ['0.125']])).toEqual([{ value: 1.25 }, { value: 0.125 }]);
  // A comma in a label says nothing about numbers.
  const label = areaAt(view, { top: 0, bottom: 0, left: 0, right: 1 });
  expect(paste(view, label, [['2,5', '1.250']]).cells.map(({ content }) => content)).toEqual([
    { value: '2,5' },
    { value: 1.25 },
  ]);
});

test('numbers of another sheet program are taken for those of the language', () => {
  shows('4.import.points');
  const clipboard = (html: string) => ({ getData: (type: string) => (type === 'text/html' ? html : '1.250') });
  const language = vi.spyOn(navigator, 'language', 'get');
  const found = (['de-DE', 'en-US', 'pt-BR', 'fr-CH'] as const).map((one) => {
    language.mockReturnValue(one);
    return [writesDecimalCommas(clipboard('<table>')), writesDecimalCommas(clipboard(''))];
  });
  language.mockRestore();
  expect(found).toEqual([
    [true, false],
    [false, false],
    [true, false],
    [true, false],
  ]);
});

test('of a text in several languages, typing changes the source and keeps the translations', () => {
  const title: SheetColumn = {
    id: 'title',
    header: 'Title',
    settings: { type: 'localised-text', name: 'title', label: 'Title', source: 'en', required: false },
  };
  const before = { value: { en: { text: 'Sword' }, de: { text: 'Schwert', from: 'x' } } };
  expect(readText(title, 'Blade', before)).toEqual({ value: { en: { text: 'Blade' }, de: before.value.de } });
  for (const text of ['{0} coins', '{"coins": 1}', '{}'])
    expect(readText(title, text, before)).toEqual({ value: { en: { text }, de: before.value.de } });
  // Copied with its translations.
  expect(readText(title, textOf(title, before), { value: null })).toEqual(before);
});

test('keys move the selection as in a sheet', () => {
  shows('4.grid.keys');
  const filled = new Set(['0 0', '1 0', '2 0', '5 0', '0 1', '0 2']);
  const extent: SheetExtent = {
    rows: 8,
    columns: 4,
    page: 3,
    isBlank: ({ row, column }) => !filled.has(`${row} ${column}`),
  };
  const from = (row: number, column: number) => selectCell({ row, column });
  const after = (start: ReturnType<typeof from>, key: string, { isShift = false, isCommand = false } = {}) => {
    const next = move(start, { key, isShift, isCommand }, extent);
    return next && [next.active.row, next.active.column, next.head.row, next.head.column];
  };
  expect(after(from(0, 0), 'ArrowUp')).toEqual([0, 0, 0, 0]);
  expect(after(from(0, 0), 'ArrowDown', { isShift: true })).toEqual([0, 0, 1, 0]);
  expect(after(from(0, 0), 'ArrowDown', { isCommand: true })).toEqual([2, 0, 2, 0]);
  expect(after(from(2, 0), 'ArrowDown', { isCommand: true })).toEqual([5, 0, 5, 0]);
  expect(after(from(5, 0), 'ArrowDown', { isCommand: true })).toEqual([7, 0, 7, 0]);
  expect(after(from(0, 0), 'ArrowRight', { isCommand: true, isShift: true })).toEqual([0, 0, 0, 2]);
  expect(after(from(4, 2), 'Home')).toEqual([4, 0, 4, 0]);
  expect(after(from(4, 2), 'End', { isCommand: true })).toEqual([7, 3, 7, 3]);
  expect(after(from(4, 2), 'PageDown')).toEqual([7, 2, 7, 2]);
  expect(after(from(4, 2), 'PageUp', { isShift: true })).toEqual([4, 2, 1, 2]);
  expect(after(from(4, 2), 'Tab')).toEqual([4, 3, 4, 3]);
  expect(after(from(4, 2), 'Enter', { isShift: true })).toEqual([3, 2, 3, 2]);
  expect(after(from(4, 2), 'x')).toBeUndefined();
});
