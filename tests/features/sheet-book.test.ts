import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { guessColumn } from '../../src/shared/sheets/guess-column.ts';
import { createSheetBook, type SheetChoice } from '../../src/shared/sheets/sheet-book.ts';
import { sheetLimits, sizeText } from '../../src/shared/sheets/sheet-limits.ts';
import { columnLetters } from '../../src/shared/sheets/sheet-table.ts';

const encoded = {
  'utf-8': (text: string) => new TextEncoder().encode(text),
  'utf-16le': (text: string) => {
    const bytes = new Uint8Array(text.length * 2);
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), true);
    return bytes;
  },
  'windows-1252': (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0)),
};

const open = (content: string | Uint8Array<ArrayBuffer>, choice: SheetChoice = {}) =>
  createSheetBook().open(new File([content], 'rows.csv'), choice);

/** The records that a file is sent as, by the line on which they are. */
async function written(content: string, names: (string | null)[]) {
  const book = createSheetBook();
  await book.open(new File([content], 'rows.csv'), {});
  const lines = (await (await book.write(names)).text()).split('\n');
  return lines.flatMap((line, index) => (line === '' ? [] : [[index + 1, JSON.parse(line)]]));
}

test('recognises encoding and separator, and reads the file again in another way', async () => {
  for (const [encoding, encode] of Object.entries(encoded)) {
    const { text, columns } = await open(encode('name;size\nGröße;7\nKüche;8\n'));
    expect(text, encoding).toEqual({ encoding, separator: ';' });
    expect(columns[0]?.examples, encoding).toEqual(['Größe', 'Küche']);
  }
  expect((await open('a\tb\n1\t2')).text?.separator).toBe('\t');
  expect((await open('sep=|\na|b\n1|2')).columns.map(({ name }) => name)).toEqual(['a', 'b']);
  const book = createSheetBook();
  await book.open(new File([encoded['windows-1252']('a,b\nGröße,2')], 'rows.csv'), {});
  const again = await book.open(undefined, { separator: ';', encoding: 'utf-8' });
  expect(again.columns.map(({ name, examples }) => [name, examples])).toEqual([['a,b', ['Gr\ufffd\ufffde,2']]]);
});

test('names what cannot be read, with its row and column', async () => {
  const problem = (content: string | Uint8Array<ArrayBuffer>) => expect(open(content)).rejects;
  await problem('').toThrow('The file is empty.');
  await problem('\n , \n').toThrow('The sheet is empty.');
  await problem('a,b\n').toThrow('The sheet has a header, but no rows below it.');
  await problem('a,b\n1,2\n3,4,5\n').toThrow('Row 3 has a value in column C, but the header in row 1 ends before it.');
  await problem('a,b\n1,"2\n3,4\n').toThrow('Row 2 has a quote that is not closed.');
  await problem(`${'a,'.repeat(9999)}a\n1`).toThrow('The sheet has 10,000 columns, and at most 2,000 are read.');
  await problem(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0)).toThrow('old format (XLS). Save it as XLSX.');
  await problem(Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0)).toThrow('The workbook is damaged or protected.');
  const large = Object.defineProperty(new File(['a'], 'large.csv'), 'size', { value: 2 ** 30 });
  await expect(createSheetBook().open(large, {})).rejects.toThrow(
    'The file has 1 GB, and at most 100 MB are read here.',
  );
});

test('refuses a workbook that would be too large unpacked, before it unpacks that much', async () => {
  const sheet = 'xl/worksheets/sheet1.xml';
  const bomb = zipSync({ [sheet]: new Uint8Array(1000) });
  const view = new DataView(bomb.buffer);
  const entry = bomb.findIndex((_, at) => at + 4 < bomb.length && view.getUint32(at, true) === 0x02014b50);
  view.setUint32(entry + 24, sheetLimits.unpackedBytes + 1, true);
  await expect(open(bomb)).rejects.toThrow('Unpacked, the workbook has 300 MB or more, and at most 300 MB are read.');
});

test('tells of headers alike and of rows that end early, whose missing cells are not sent', async () => {
  const content = '\nname,size,name\nA,1,x\n\nB\n';
  expect((await open(content)).notes).toEqual([
    'The columns A, C are all called "name".',
    'Row 5 ends before the last column. The missing cells change nothing.',
  ]);
  expect(await written(content, ['_label', 'size', null])).toEqual([
    [3, { _label: 'A', size: '1' }],
    [5, { _label: 'B' }],
  ]);
});

test('sends each row on the line of its number, with its texts as they are', async () => {
  expect(await written('a,b\r\n"line\nbreak","""q"""\r\n\'=1+1,007\r\n', ['a', 'b'])).toEqual([
    [2, { a: 'line\nbreak', b: '"q"' }],
    [3, { a: '=1+1', b: '007' }],
  ]);
});

test('guesses types, choices and keys from the values', () => {
  const guess = (...values: (string | number | boolean | null)[]) => {
    const { type, options, isUnique } = guessColumn(values);
    return [type, ...(type === 'choice' ? [options] : []), ...(isUnique ? ['unique'] : [])];
  };
  expect(guess('1', '-2', null, '+3')).toEqual(['integer']);
  expect(guess('9007199254740993', '1')).toEqual(['text', 'unique']);
  expect(guess('1', '2.5', '1e3')).toEqual(['float', 'unique']);
  expect(guess('007', '012')).toEqual(['text', 'unique']);
  expect(guess('TRUE', 'false', true, false)).toEqual(['boolean']);
  expect(guess('2026-11-25 10:00+01:00', '2026-11-25T10:00:00Z')).toEqual(['date-time', 'unique']);
  // Without a zone, it is no moment.
  expect(guess('2026-11-25')).toEqual(['text', 'unique']);
  expect(guess('2026-13-99')).toEqual(['text', 'unique']);
  expect(guess('a\nb')).toEqual(['long-text', 'unique']);
  expect(guess(...Array.from({ length: 8 }, (_, at) => (at % 2 ? 'rare' : 'common')))).toEqual([
    'choice',
    ['common', 'rare'],
  ]);
  expect(guess(...Array.from({ length: 7 }, () => 'common'))).toEqual(['text']);
  expect(guess(...Array.from({ length: 60 }, (_, at) => `n${at % 25}`))).toEqual(['text']);
  expect(guess(null, '')).toEqual(['text']);
});

test('names columns by letters, and sizes by units', () => {
  expect([0, 25, 26, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
  expect([1024, 1536 * 1024, 3.5 * 1024 ** 4].map(sizeText)).toEqual(['1 KB', '1.5 MB', '3.5 TB']);
});
