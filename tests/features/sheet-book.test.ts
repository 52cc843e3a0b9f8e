import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { expect, onTestFinished, test } from 'vitest';
import { encodings } from '../../src/shared/sheets/encodings.ts';
import { guessColumn } from '../../src/shared/sheets/guess-column.ts';
import type { SheetChoice } from '../../src/shared/sheets/open-sheet.ts';
import { createSheetBook } from '../../src/shared/sheets/sheet-book.ts';
import { sheetLimits, sizeText } from '../../src/shared/sheets/sheet-limits.ts';
import { columnLetters } from '../../src/shared/sheets/sheet-table.ts';
import { shows } from '../specification/shows.ts';
import { programFolder, pythonWithOpenpyxl } from '../support/compilers.ts';

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

async function open(content: string | Uint8Array<ArrayBuffer>, choice: SheetChoice = {}) {
  const opened = await createSheetBook().open(new File([content], 'rows.csv'), choice);
  if (opened.problem !== undefined) throw new Error(opened.problem);
  return opened;
}

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

test.each([
  ['utf-8', 'UTF-8', Buffer.from('a,b\nx,1\n\xe9,2\n', 'latin1')],
  ['shift_jis', 'Shift-JIS (Japanese)', Buffer.from('a,b\nx,1\n\xff,2\n', 'latin1')],
  ['utf-16le', 'UTF-16 LE', Buffer.concat([Buffer.from('a,b\nx,1\n\ud800,2\n', 'utf16le')])],
] as const)('never replaces bytes that are not of the chosen encoding: %s', async (encoding, name, bytes) => {
  shows('4.sheets.encodings');
  const book = createSheetBook();
  const { notes } = await book.open(new File([bytes], 'rows.csv'), { encoding, separator: ',' });
  expect(notes[0]).toBe(
    `Not all of the file is ${name}. Rows with other letters are refused if their column is imported; or choose another encoding.`,
  );
  const lines = (await (await book.write(['a', 'b'])).text()).split('\n').filter((line) => line !== '');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { a: 'x', b: '1' },
    { b: '2', _unread: { a: `A3 has letters that are not ${name}` } },
  ]);
});

// Encoded, in Base64.
test.each([
  ['shift_jis', 'アイテム,攻撃力\n鉄の盾,12\n', 'g0GDQ4Nlg4AsjVWMgpfNCpNTgsyPgiwxMgo='],
  ['shift_jis', '名前,価格\n回復薬,50\n', 'lryRTyyJv4ppConxlZyW8iw1MAo='],
  ['euc-jp', '炎の剣,武器\n盾,12\n', 'seqkzrf1LMnwtO8KveIsMTIK'],
  ['gb18030', '火焰剑,传说武器\n盾,1\n', 'u/DR5r2jLLSry7XO5Mb3CrbcLDEK'],
  ['big5', '火焰劍,傳說武器\n盾,1\n', 'pPW1S7xDLLbHu6GqWr65CqzeLDEK'],
  ['euc-kr', '불의 검,전설 무기\n방패,1\n', 'utLAxyCwyyzA/LyzILmrseIKuebG0CwxCg=='],
  ['windows-1250', 'nazwa,cena\nTarcza żelazna,12\nŁuk,3\n', 'bmF6d2EsY2VuYQpUYXJjemEgv2VsYXpuYSwxMgqjdWssMwo='],
  ['windows-1251', 'название,цена\nЩит,12\n', '7eDn4uDt6OUs9uXt4ArZ6PIsMTIK'],
  ['windows-1252', 'nom,prix\nÉpée,3\nBouclier doré,4\n', 'bm9tLHByaXgKyXDpZSwzCkJvdWNsaWVyIGRvcuksNAo='],
  ['windows-1252', 'name,note\nSword,it’s “good” – 5 €\n', 'bmFtZSxub3RlClN3b3JkLGl0knMgk2dvb2SUIJYgNSCACg=='],
  ['windows-1252', 'Straße,Übung\nÄpfel,1\n', 'U3RyYd9lLNxidW5nCsRwZmVsLDEK'],
  ['windows-1255', 'id;שם\nא;חרב ברזל\nב;מגן עץ ישן\n', 'aWQ7+e0K4Dvn+OEg4fjm7ArhO+7i7yDy9SDp+e8K'],
  ['windows-874', 'id;ชื่อ\nก;ดาบเหล็ก\nข;โล่ไม้\n', 'aWQ7qtfozQqhO7TSuuDLxeehCqI74sXo5MHpCg=='],
  [
    'windows-1254',
    'ad;açıklama\nkılıç;güçlü kılıç\nyay;ağaçtan yapılmış yay\n',
    'YWQ7Yef9a2xhbWEKa/1s/ec7Z/znbPwga/1s/ecKeWF5O2HwYed0YW4geWFw/Wxt/f4geWF5Cg==',
  ],
  [
    'windows-1253',
    'id;όνομα\nα;σιδερένιο σπαθί\nβ;ξύλινη ασπίδα\n',
    'aWQ7/O3v7OEK4Tvz6eTl8d3t6e8g8/Dh6N8K4jvu/evp7ecg4fPw3+ThCg==',
  ],
  ['windows-1256', 'id;اسم\nا;سيف من حديد\nب;درع خشبي قديم\n', 'aWQ7x9PjCsc70+3dIOPkIM3P7c8KyDvP0dogztTI7SDez+3jCg=='],
  [
    'windows-1257',
    'id;pavadinimas\na;geležinis kardas\nb;medinis skydas, šiek tiek senas ąžuolas\n',
    'aWQ7cGF2YWRpbmltYXMKYTtnZWxl/mluaXMga2FyZGFzCmI7bWVkaW5pcyBza3lkYXMsIPBpZWsgdGllayBzZW5hcyDg/nVvbGFzCg==',
  ],
  [
    'windows-1250',
    'id;název\na;železný meč\nb;starý dřevěný štít\n',
    'aWQ7buF6ZXYKYTueZWxlem79IG1l6ApiO3N0YXL9IGT4ZXbsbv0gmnTtdAo=',
  ],
  [
    'windows-1250',
    'id;név\na;vaskardból készült tőr\nb;erős fából űzött pajzs\n',
    'aWQ7bul2CmE7dmFza2FyZGLzbCBr6XN6/Gx0IHT1cgpiO2Vy9XMgZuFi82wg+3r2dHQgcGFqenMK',
  ],
  ['koi8-r', 'id;имя\na;железный меч\nb;старый щит\n', 'aWQ7yc3RCmE71sXMxdrO2cogzcXeCmI709TB0tnKIN3J1Ao='],
  ['ibm866', 'id;имя\na;железный меч\nb;старый щит\n', 'aWQ7qKzvCmE7pqWrpaet66kgrKXnCmI74eKg4OupIOmo4go='],
  [
    'ibm850',
    'id;Größe\na;Äxte für Krieger\nb;schöne Schläger\n',
    'aWQ7R3KU4WUKYTuOeHRlIGaBciBLcmllZ2VyCmI7c2NolG5lIFNjaGyEZ2VyCg==',
  ],
  [
    'ibm852',
    'id;název\na;železný meč\nb;starý dřevěný štít\n',
    'aWQ7bqB6ZXYKYTunZWxlem7sIG1lnwpiO3N0YXLsIGT9ZXbYbuwg53ShdAo=',
  ],
  [
    'ibm857',
    'ad;açıklama\nkılıç;güçlü kılıç\nyay;ağaçtan yapılmış yay\n',
    'YWQ7YYeNa2xhbWEKa41sjYc7Z4GHbIEga41sjYcKeWF5O2GnYYd0YW4geWFwjWxtjZ8geWF5Cg==',
  ],
  [
    'ibm737',
    'id;όνομα\nα;σιδερένιο σπαθί\nβ;ξύλινη ασπίδα\n',
    'aWQ75qSmo5gKmDupoJucqOKkoKYgqaeYn+UKmTul56KgpJ4gmKmn5ZuYCg==',
  ],
  ['ibm862', 'id;שם\nא;חרב ברזל\nב;מגן עץ ישן\n', 'aWQ7mY0KgDuHmIEggZiGjAqBO46CjyCSlSCJmY8K'],
  [
    'iso-8859-2',
    'nazwa;cena\nTarcza żelazna;12\nŁuk myśliwski;3\nmiecz świętości;7\n',
    'bmF6d2E7Y2VuYQpUYXJjemEgv2VsYXpuYTsxMgqjdWsgbXm2bGl3c2tpOzMKbWllY3ogtndp6nRvtmNpOzcK',
  ],
  [
    'windows-1258',
    'id;tên\na;kiếm sắt của người lính\nb;khiên gỗ đã cũ\n',
    'aWQ7dOpuCmE7a2nq7G0gc+PsdCBjddJhIG5n/fXMaSBs7W5oCmI7a2hp6m4gZ/TeIPBh3iBjdd4K',
  ],
])('recognises %s, and says so: %j', async (encoding, text, encodedText) => {
  shows('4.sheets.encodings');
  const [header = '', row = ''] = text.split('\n');
  const { columns, notes, text: read } = await open(Buffer.from(encodedText, 'base64'));
  expect(read?.encoding).toBe(encoding);
  expect(columns.map(({ name }) => name.normalize('NFC'))).toEqual(header.split(/[,;]/));
  expect(columns.map(({ examples }) => examples[0]?.normalize('NFC'))).toEqual(row.split(/[,;]/));
  expect(notes).toEqual([expect.stringMatching(/^The file is not in Unicode. It is read as .*; choose another/)]);
});

test.each(['windows-1255', 'windows-1256', 'windows-1258', 'windows-874', 'koi8-r', 'ibm866', 'macintosh'] as const)(
  'reads %s if it is chosen',
  async (encoding) => {
    shows('4.sheets.encodings');
    const book = createSheetBook();
    const letters = Uint8Array.of(...Buffer.from('a,b\n'), 0xe1, 0xe2, 0x2c, 0x31);
    await book.open(new File([letters], 'rows.csv'), {});
    expect(encodings).toHaveProperty(encoding);
    const { columns } = await book.open(undefined, { encoding });
    expect(columns[0]?.examples).toEqual([new TextDecoder(encoding).decode(Uint8Array.of(0xe1, 0xe2))]);
  },
);

test('names what cannot be read, with its row and column', async () => {
  const problem = (content: string | Uint8Array<ArrayBuffer>) => expect(open(content)).rejects;
  await problem('').toThrow('The file is empty.');
  await problem('\n , \n').toThrow('The sheet is empty.');
  await problem('a,b\n').toThrow('The sheet has a header, but no rows below it.');
  await problem('a,b\n1,2\n3,4,5\n').toThrow('Row 3 has a value in column C, but the header in row 1 ends before it.');
  await problem('a,b\n1,"2\n3,4\n').toThrow('Row 2 has a quote that is not closed.');
  await problem('sep=;\na;b\n1;"2\n3;4\n').toThrow('Row 3 has a quote that is not closed.');
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

/** A workbook that openpyxl writes by a script with `book` and `sheet`. */
async function workbookOf(script: string) {
  const program = [
    'import datetime, openpyxl',
    'book = openpyxl.Workbook()',
    'sheet = book.active',
    script,
    'book.save("rows.xlsx")',
  ].join('\n');
  const folder = programFolder({ 'write.py': program });
  try {
    const { code, output } = await folder.run(pythonWithOpenpyxl(), 'write.py');
    if (code !== 0) throw new Error(output);
    return new Uint8Array(readFileSync(join(folder.folder, 'rows.xlsx')));
  } finally {
    folder.remove();
  }
}

/** A workbook with one sheet of this XML. */
const rawWorkbook = (sheetData: string, parts: Record<string, string> = {}) =>
  zipSync(
    Object.fromEntries(
      Object.entries({
        'xl/workbook.xml':
          '<x:workbook xmlns:x="m" xmlns:r="r"><x:sheets><x:sheet name="S" sheetId="1" r:id="a"/></x:sheets></x:workbook>',
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="a" Type="t/worksheet" Target="worksheets/s.xml"/><Relationship Id="b" Type="t/sharedStrings" Target="/xl/texts.xml"/></Relationships>',
        'xl/worksheets/s.xml': `<x:worksheet xmlns:x="m">${sheetData}</x:worksheet>`,
        ...parts,
      }).map(([path, text]) => [path, new TextEncoder().encode(text)]),
    ),
  );

/** The rows of a file as they are sent, and what is said about it. */
async function sentFrom(bytes: Uint8Array<ArrayBuffer>, choice: SheetChoice = {}) {
  const book = createSheetBook();
  const { columns, notes } = await book.open(new File([bytes], 'rows.xlsx'), choice);
  const lines = (await (await book.write(columns.map(({ name }) => name))).text()).split('\n');
  return { rows: lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, unknown>])), notes };
}

test('clears and changes nothing in the cells of a workbook: each has what the sheet shows, or a reason', async () => {
  shows('4.sheets.unread');
  const { rows, notes } = await sentFrom(
    await workbookOf(`
sheet.append(['Prices of 2026'])
sheet.append(['sku', 'kind', 'value', 'next'])
values = [0.5, datetime.time(9, 5), datetime.timedelta(hours=36), datetime.date(2026, 11, 25), datetime.datetime(2026, 11, 25, 10, 30),
  7, '=1+1', '=1/0', '007', True, '  ', 1e300, 9007199254740991, 59]
for index, value in enumerate(values):
  sheet.append([f's{index}', 'same' if index == 0 else None, value])
sheet.merge_cells('A1:D1')
sheet.merge_cells('B3:B16')
sheet.merge_cells('C15:D15')
sheet['C8'].number_format = '00000'
sheet['C10'].data_type = 'e'
sheet['C10'].value = '#DIV/0!'
sheet['C16'].number_format = 'yyyy-mm-dd'
sheet['D2000'].number_format = '@'
`),
  );
  expect(rows.map(({ kind }) => kind)).toEqual(rows.map(() => 'same'));
  expect(rows.map(({ value }) => value)).toEqual([
    ...[0.5, '9:05:00', '36:00:00', '2026-11-25T00:00:00Z', '2026-11-25T10:30:00Z'],
    ...['00007', undefined, undefined, '007', true, '  ', 1e300, 9007199254740991],
    '1900-02-28T00:00:00Z',
  ]);
  expect(rows.flatMap(({ _unread: cells }) => cells ?? [])).toEqual([
    { value: 'C9 has a formula without its value; open the file in a sheet program and save it' },
    { value: 'C10 has the error #DIV/0!' },
    { next: 'D15 is merged with C15' },
  ]);
  expect(rows.every((row) => 'next' in row || '_unread' in row)).toBe(true);
  expect(notes).toEqual([
    'The header is in row 2. What is above it is not imported.',
    'Dates have no zone in a workbook. Those of column C are read as UTC.',
    'Merged cells of column B give their value to each of their rows.',
    expect.stringMatching(/^3 cells have no value that can be imported: C9 has a formula without its value/),
  ]);
});

test('reads days that are counted from 1904', async () => {
  shows('4.sheets.unread');
  const { rows } = await sentFrom(
    await workbookOf(`
from openpyxl.utils.datetime import CALENDAR_MAC_1904
book.epoch = CALENDAR_MAC_1904
sheet.append(['a', 'b'])
sheet.append([datetime.datetime(2026, 11, 25, 10, 30), 1])
`),
  );
  expect(rows).toEqual([{ a: '2026-11-25T10:30:00Z', b: 1 }]);
});

test('reads cells as other programs store them', async () => {
  shows('4.sheets.unread');
  const sheet = `<x:sheetData><x:row><x:c t="s"><x:v>0</x:v></x:c><x:c t="inlineStr"><x:is><x:t>b</x:t></x:is></x:c></x:row>
    <x:row r="4"><x:c r="A4" t="str"><x:f>A1</x:f><x:v>x_x000D_</x:v></x:c><x:c r="B4"><x:f>0.1+0.2</x:f><x:v>0.30000000000000004</x:v></x:c></x:row>
    <x:row r="5"><x:c r="A5" t="str"><x:f>""</x:f><x:v></x:v></x:c><x:c r="B5" t="s"><x:v>9</x:v></x:c></x:row>
    <x:row><x:c><x:v>76561198009194284</x:v></x:c></x:row></x:sheetData>`;
  const texts =
    '<sst><si><r><t>a</t></r><r><t xml:space="preserve"> &amp; c</t></r><rPh sb="0" eb="1"><t>reading</t></rPh></si></sst>';
  const { rows } = await sentFrom(rawWorkbook(sheet, { 'xl/texts.xml': texts }));
  expect(rows).toEqual([
    { 'a & c': 'x\r', b: 0.3 },
    { 'a & c': null, _unread: { b: 'B5 has a text that the file lacks' } },
    { 'a & c': '76561198009194284', b: null },
  ]);
});

test('refuses a sheet that is larger than what is imported before it takes memory for it', async () => {
  shows('4.sheets.bounds');
  const { cells } = sheetLimits;
  Object.assign(sheetLimits, { cells: 20_000 });
  onTestFinished(() => void Object.assign(sheetLimits, { cells }));
  const cell = (place: string) => `<x:row r="${place.replace(/\D/g, '')}"><x:c r="${place}"><x:v>1</x:v></x:c></x:row>`;
  const corner = rawWorkbook(`<x:sheetData>${cell('A1')}${cell('XFD1048576')}</x:sheetData>`);
  await expect(open(corner)).rejects.toThrow('Column XFD has a value in row 1,048,576, and at most 2,000 columns');
  const below = rawWorkbook(`<x:sheetData>${cell('A1')}${cell('B1048576')}</x:sheetData>`);
  await expect(open(below)).rejects.toThrow('The sheet has 1,048,575 rows, and at most 200,000 are imported at once.');
  const wide = Array.from({ length: 11 }, (_, index) => cell(`BXX${index + 1}`)).join('');
  await expect(open(rawWorkbook(`<x:sheetData>${wide}</x:sheetData>`))).rejects.toThrow('more than 20,000 cells');
  const merged = '<x:mergeCell ref="A1:BXX1048576"/>'.repeat(11);
  const all = `<x:sheetData>${cell('A1')}${cell('A2')}</x:sheetData><x:mergeCells>${merged}</x:mergeCells>`;
  await expect(open(rawWorkbook(all))).rejects.toThrow('more than 20,000 cells');
  const styled = '<x:row r="1048576"><x:c r="XFD1048576" s="1"/></x:row>';
  const { rows } = await sentFrom(rawWorkbook(`<x:sheetData>${cell('A1')}${cell('A2')}${styled}</x:sheetData>`));
  expect(rows).toEqual([{ 1: 1 }]);
  await expect(open(`a\n${','.repeat(21_000)}`)).rejects.toThrow('more than 20,000 cells');
  // One text, stored once, in many cells.
  const { characters } = sheetLimits;
  Object.assign(sheetLimits, { characters: 10_000 });
  onTestFinished(() => void Object.assign(sheetLimits, { characters }));
  const texts = { 'xl/texts.xml': `<sst><si><t>${'x'.repeat(1000)}</t></si></sst>` };
  const shared = Array.from({ length: 11 }, () => '<x:row><x:c t="s"><x:v>0</x:v></x:c></x:row>').join('');
  await expect(open(rawWorkbook(`<x:sheetData>${shared}</x:sheetData>`, texts))).rejects.toThrow(
    'The texts of the sheet have more than 10,000 characters in all.',
  );
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
    const { type, options, isUnique } = guessColumn(values.map((value) => ({ value, display: value })));
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

test('a sheet is written as CSV with its texts and the lines of its rows', async () => {
  shows('4.localised.files-page');
  const book = createSheetBook();
  await book.open(new File([`item; target\n\n1;"  lead ""x""\n"\n2;'=1+1\n3\n`], 'rows.csv'), { separator: ';' });
  expect(await (await book.writeCsv()).text()).toBe(
    `"item","target"\r\n\r\n"1","  lead ""x""\n"\r\n"2","'=1+1"\r\n"3",""\r\n\r\n`,
  );
});

test.each([
  [['1,250', '7'], ['thousands', 'decimal'], ['thousands']],
  [['1,250', 950.5], ['thousands', 'decimal'], []],
  [['1,250', 1.125], ['thousands', 'decimal'], []],
  [['1,250', 950], ['thousands', 'decimal'], ['thousands']],
  [['1,250', '1,250,000.5'], ['thousands'], []],
  [['1,250', '1,250,000'], ['thousands'], ['thousands']],
  [['1,25', '3'], ['decimal'], []],
  [['0,125', '3'], ['decimal'], []],
  [['1.250,5'], ['decimal'], []],
  [['1,25', '1,250,000'], undefined, undefined],
  [['1,250', 'Axe'], undefined, undefined],
  [['1250'], undefined, undefined],
  [['25%', '12.5 %', '100%'], ['percent', 'fraction'], []],
  [['25%', '100%', 0], ['percent', 'fraction'], ['percent']],
  [
    ['100%', '0%'],
    ['percent', 'fraction'],
    ['percent', 'fraction'],
  ],
  [['12,5 %', '%3'], ['percent', 'fraction'], []],
  [['25%', '0.25'], undefined, undefined],
  [['25%', 0.25], undefined, undefined],
  [['1.250'], undefined, undefined],
])('the numbers of %j are read as %j, as integers %j', (values, readings, integers) => {
  const { written } = guessColumn(values.map((value) => ({ value, display: value })));
  expect([written?.readings, written?.integers]).toEqual([readings, integers]);
});
