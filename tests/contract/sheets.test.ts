import { findField, nameOfField, notField } from '@quartermaster/contract/content/field-names.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { markOf } from '@quartermaster/contract/field-types/localised.ts';
import { type FieldType, fieldTypeOf, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { csvLine } from '@quartermaster/contract/sheets/csv-text.ts';
import { listText } from '@quartermaster/contract/sheets/link-texts.ts';
import { linksIn, mergeRow } from '@quartermaster/contract/sheets/merge-row.ts';
import { createSheetReader } from '@quartermaster/contract/sheets/read-row.ts';
import {
  countColumns,
  mostSheetColumns,
  sheetColumns,
  tooManyColumnsSentence,
} from '@quartermaster/contract/sheets/sheet-columns.ts';
import { chosenNodes, linkedItemsIn } from '@quartermaster/contract/sheets/sheet-fields.ts';
import { sheetRecord } from '@quartermaster/contract/sheets/sheet-record.ts';
import type { SheetItem } from '@quartermaster/contract/sheets/sheet-row.ts';
import { keyFieldOf } from '@quartermaster/contract/sheets/system-columns.ts';
import { describe, expect, it } from 'vitest';
import type { ChunkReader } from '../../server/core/http/chunk-reader.ts';
import { readCsv } from '../../server/core/http/csv-records.ts';
import { shows } from '../specification/shows.ts';
import { diceOf } from '../support/dice.ts';
import { field, inOrder, neededSettings, randomNumbers } from '../support/sample-template.ts';
import { keysOf, sizesOf, someFields, someItem, trickyTexts, withoutComputed } from '../support/sheet-items.ts';
import { timeout } from '../support/timeout.ts';

async function readRows(text: string): Promise<Record<string, unknown>[]> {
  const chunks = [Buffer.from(text)];
  const body = { next: async () => chunks.shift() } as ChunkReader;
  const rows: Record<string, unknown>[] = [];
  for await (const { value } of readCsv(body)) rows.push(value);
  return rows;
}

it('a header tells the separator of a file, and a comma is one that no other exceeds', async () => {
  const cases = [
    ['a;b\n1,5;2', { a: '1,5', b: '2' }],
    ['\n\r\na\tb\n1;2\t3', { a: '1;2', b: '3' }],
    ['a|b|c,d\n1|2|3', { a: '1', b: '2', 'c,d': '3' }],
    ['"a;b;c",d\n1,2', { 'a;b;c': '1', d: '2' }],
    ['a;b,c\n1;2,3', { 'a;b': '1;2', c: '3' }],
    ['a\n1;2;3', { a: '1;2;3' }],
    ['sep=;\na,b\n1', { 'a,b': '1' }],
    ['sep=\t\r\na\tb\n1\t2', { a: '1', b: '2' }],
    ['\ufeffa;b\n1;2', { a: '1', b: '2' }],
  ] as const;
  for (const [text, row] of cases) expect(await readRows(text), text).toEqual([row]);
});

describe('random items', () => {
  const cases = Array.from({ length: 40 }, (_, seed) => seed);

  it.each(cases)('return from CSV, typed cells and JSON as they were (%i)', async (seed) => {
    shows('4.sheets.round-trip');
    const dice = diceOf(seed);
    const random = randomNumbers(seed + 1);
    const tree = buildTree(someFields(dice));
    const items = Array.from({ length: 3 }, (_, index): SheetItem => {
      const values = someItem(tree, dice, random);
      return { id: index + 1, version: 7, internal_label: dice.oneOf(trickyTexts.slice(0, 18)), values };
    });
    const { keyOf, resolve } = keysOf(
      items.flatMap(({ values }) => [...linkedItemsIn(tree, values)]),
      dice,
    );
    const sizes = sizesOf(tree, items);
    const columns = sheetColumns(tree, sizes);
    expect(columns).toHaveLength(countColumns(tree, sizes));
    const names = columns.map(({ name }) => name);
    const cells = items.map((item) => columns.map(({ cellOf }) => cellOf(item, keyOf)));

    const csv = await readRows(csvLine(names) + cells.map(csvLine).join(''));
    const typed = cells.map((row) => Object.fromEntries(row.map((cell, index) => [names[index], cell])));
    const json = items.map((item) => JSON.parse(JSON.stringify(sheetRecord(tree, item, keyOf))) as object);
    const forms = { csv, typed, json } as Record<string, Record<string, unknown>[]>;
    for (const [form, records] of Object.entries(forms)) {
      const reader = createSheetReader(tree, form === 'csv' ? 'csv' : 'json-lines');
      expect(records).toHaveLength(items.length);
      for (const [index, record] of records.entries()) {
        const { row, wrong } = reader.read(record);
        expect(wrong).toEqual([]);
        const { id, version, internal_label: label, values } = items[index] as SheetItem;
        expect(row).toMatchObject({ id, version, label });
        const merged = mergeRow(tree, {}, row.values, resolve);
        expect(merged).toEqual({ values: withoutComputed(tree, values), wrong: [] });
      }
      expect(reader.ignored.size).toBe(0);
    }
  });
});

const tree = buildTree(
  inOrder([
    field('name', 'text', { unique: true, required: true }),
    field('stats', 'group'),
    field('damage', 'integer', { parentId: 'stats' }),
    field('glow', 'boolean'),
    field('notes', 'long-text'),
    field('title', 'localised-text', { source: 'en' }),
    field('parent', 'item-link', { templateId: 'weapon' }),
    field('parts', 'item-link-list', { templateId: 'weapon' }),
    field('mixed', 'mixed-item-link', { templateIds: ['weapon', 'hero'] }),
    field('drops', 'dynamic-group'),
    field('item', 'text', { parentId: 'drops' }),
    field('count', 'integer', { parentId: 'drops' }),
    field('to', 'item-link', { parentId: 'drops', templateId: 'weapon' }),
    field('parents', 'dynamic-group', { parentId: 'drops' }),
    field('who', 'text', { parentId: 'parents' }),
  ]),
);

const read = (record: Record<string, unknown>, kind: 'csv' | 'json-lines' = 'csv') => {
  const reader = createSheetReader(tree, kind);
  return { ...reader.read(record), ignored: [...reader.ignored] };
};

describe('columns', () => {
  it('are named by field, row and language, after the groups around them', () => {
    shows('4.sheets.columns');
    const sizes = {
      rows: new Map([
        ['drops', 2],
        ['parents', 1],
      ]),
      languages: ['de', 'en'],
    };
    expect(sheetColumns(tree, sizes).map(({ name }) => name)).toEqual([
      ...['_id', '_version', '_label', 'name', 'stats.damage', 'glow', 'notes'],
      ...['title.en', 'title.de', 'title.de.from', 'parent', 'parts', 'mixed', 'drops.#'],
      ...['drops.1.item', 'drops.1.count', 'drops.1.to', 'drops.1.parents.#', 'drops.1.parents.1.who'],
      ...['drops.2.item', 'drops.2.count', 'drops.2.to', 'drops.2.parents.#', 'drops.2.parents.1.who'],
    ]);
  });

  it('are counted before they are made', () => {
    const sizes = {
      rows: new Map([
        ['drops', 4000],
        ['parents', 1],
      ]),
      languages: ['en', 'de'],
    };
    const columns = countColumns(tree, sizes);
    expect(columns).toBe(14 + 5 * 4000);
    expect(columns > mostSheetColumns).toBe(true);
    expect(tooManyColumnsSentence(columns)).toContain('would have 20,014');
    expect(tooManyColumnsSentence(columns)).toContain('Export them as JSON');
  });

  it('can be those of chosen fields, and of all fields in a chosen group', () => {
    const sizes = { rows: new Map([['drops', 1]]), languages: [] };
    const names = (...chosen: string[]) => sheetColumns(chosenNodes(tree, chosen), sizes).map(({ name }) => name);
    expect(names('stats', 'count').slice(3)).toEqual(['stats.damage', 'drops.#', 'drops.1.count']);
    expect(names('glow').slice(3)).toEqual(['glow']);
  });

  it('of chosen fields return as they were, also from records with a part of a dynamic group', () => {
    shows('4.sheets.partial');
    const values = { damage: 1, drops: [{ item: 'a', count: 1, parents: [{ who: 'x' }] }, { item: 'b' }] };
    const nodes = chosenNodes(tree, ['stats', 'count'], 'records');
    const record = sheetRecord(nodes, { id: 1, version: 1, internal_label: 'label', values }, () => undefined);
    expect(record.drops).toEqual(values.drops);
    expect(mergeRow(tree, values, read(record, 'json-lines').row.values, () => ({ id: 1 })).values).toEqual(values);
  });

  it('are read with or without their groups, and only once', () => {
    expect(read({ damage: '1' }).row.values).toEqual({ damage: 1 });
    expect(read({ 'stats.damage': '1' }).row.values).toEqual({ damage: 1 });
    expect(read({ damage: '1', 'stats.damage': '2' }).wrong).toEqual([
      {
        column: 'stats.damage',
        fieldId: 'damage',
        path: null,
        reason: 'is the same field as the column damage',
        value: '2',
      },
    ]);
  });

  it('of no field are listed and not read', () => {
    const { row, wrong, ignored } = read({ price: '1', 'other.damage': '2', 'drops.0x.item': 'x', 'damage.1': '3' });
    expect([row.values, wrong]).toEqual([{}, []]);
    expect(ignored).toEqual(['price', 'other.damage', 'drops.0x.item', 'damage.1']);
  });

  it('can be a field with the name of an own column', () => {
    const own = buildTree([field('_label', 'text')]);
    const item = { id: 1, version: 1, internal_label: 'label', values: { _label: 'value' } };
    const columns = sheetColumns(own, { rows: new Map(), languages: [] });
    expect(columns.map(({ name, cellOf }) => [name, cellOf(item, () => undefined)]).slice(2)).toEqual([
      ['_label', 'label'],
      ['._label', 'value'],
    ]);
    expect(createSheetReader(own, 'csv').read({ _label: 'label', '._label': 'value' }).row).toEqual({
      label: 'label',
      values: { _label: 'value' },
    });
  });

  it('are named by fields, whatever their ids, and ids are accepted where they are no name of another field', () => {
    shows('5.names.columns');
    const named = (id: string, name: string, parentId: string | null = null, type: FieldType = 'integer') =>
      field(id, type, { name, parentId });
    const own = buildTree(
      inOrder([
        named('k3j9x0q2', 'cost'),
        named('cost', 'price'),
        named('price', 'weight', 'stats'),
        named('stats', 'base', null, 'group'),
        named('x1', 'damage', 'stats'),
        named('rest', 'more', null, 'group'),
        named('x2', 'damage', 'rest'),
        named('x3', 'armor', 'rest'),
        named('x4', 'drops', null, 'dynamic-group'),
        named('x5', '1', 'x4'),
        named('x6', 'armor', 'x4'),
      ]),
    );
    const valuesOf = (record: Record<string, unknown>, vocabulary?: 'ids') =>
      createSheetReader(own, 'json-lines', vocabulary && { vocabulary }).read(record).row.values;
    const columns = sheetColumns(own, { rows: new Map([['x4', 1]]), languages: [] }).map(({ name }) => name);
    expect(columns.slice(3)).toEqual([
      ...['cost', 'price', 'base.weight', 'base.damage', 'more.damage', 'more.armor', 'drops.#', 'drops.1.1'],
      'drops.1.armor',
    ]);
    expect(valuesOf({ cost: 1, price: 2, weight: 3 })).toEqual({ k3j9x0q2: 1, cost: 2, price: 3 });
    expect(valuesOf({ cost: 1, price: 2, weight: 3 }, 'ids')).toEqual({ cost: 1, price: 2 });
    expect(valuesOf({ k3j9x0q2: 1, 'stats.price': 3, 'x4.1.x5': 7 })).toMatchObject({ k3j9x0q2: 1, price: 3 });
    expect(valuesOf({ armor: 4, x2: 5 })).toEqual({ x3: 4, x2: 5 });
    expect(valuesOf({ drops: [{ 1: 8, x6: 9 }] })).toEqual({ x4: [{ x5: 8, x6: 9 }] });
    const several = createSheetReader(own, 'json-lines');
    expect([several.read({ damage: 1 }).row.values, [...several.ignored]]).toEqual([{}, ['damage']]);
    expect(notField(own, 'damage')).toBe('is not a field of the template; the nearest is base.damage');
    expect(notField(own, 'prize')).toBe('is not a field of the template; the nearest is price');
    expect(findField(own, 'drops.armor')?.id).toBe('x6');
    expect(nameOfField(own, 'x6')).toBe('drops.armor');
  });

  it('continue long texts', () => {
    const { row, ignored } = read({ notes: 'a', 'notes~2': 'b', 'notes~3': 'c', 'notes~4': '' });
    expect([row.values, ignored]).toEqual([{ notes: 'abc' }, []]);
  });

  it('that look like continuations and continue nothing are listed', () => {
    const { row, ignored } = read({ notes: 'a', 'notes~3': 'c', 'old~2': 'd', 'size~x': 'e' });
    expect([row.values, ignored]).toEqual([{ notes: 'a' }, ['old~2', 'size~x', 'notes~3']]);
  });

  it('of no field are listed up to a limit, with a limit on their length', () => {
    const reader = createSheetReader(tree, 'json-lines');
    for (let index = 0; index < 150; index += 1) reader.read({ [`${index}${'x'.repeat(1000)}`]: 1 });
    expect(reader.ignored.size).toBe(100);
    expect(Math.max(...[...reader.ignored].map((name) => name.length))).toBe(400);
  });
});

/** The types whose values come from one cell. */
const typesOfCells = (Object.keys(fieldTypes) as FieldType[]).filter(
  (type) => fieldTypeOf(type).holds === 'value' && fieldTypeOf(type).computes === undefined,
);

describe('a cell that cannot be read', () => {
  const wrongs: [column: string, cell: string, reason: string][] = [
    ['_id', 'x', 'should be the id of an item'],
    ['_version', '0', 'should be the version of the item'],
    ['_label', '', 'required field'],
    ['damage', '1.5', 'should be integer'],
    ['damage', 'many', 'should be a number'],
    ['glow', 'maybe', 'should be true or false'],
    ['parts', '"a', 'has a quote that is not closed, or text after a closing quote'],
    ['mixed', 'sword', 'should be a template and the key or id of an item, such as hero:#12'],
    ['mixed', 'image:#1', 'should be an item of one of the templates'],
    ['title.DE', 'x', 'DE should be a language code such as en, pt-BR or zh-Hant'],
    ['drops.0.item', 'x', 'rows are numbered from 1 to 10,000'],
    ['drops.10001.item', 'x', 'rows are numbered from 1 to 10,000'],
    ['drops.#', 'two', 'should be a number of rows, at most 10,000'],
  ];
  it.each(wrongs)('names its column: %s %s', (column, cell, reason) => {
    shows('4.sheets.reasons');
    expect(read({ [column]: cell }).wrong.map((wrong) => [wrong.column, wrong.reason])).toEqual([[column, reason]]);
  });

  it.each(typesOfCells)('is an empty list or object in JSON, instead of clearing the value: %s', (type) => {
    shows('4.sheets.reasons');
    const it = field('it', type, neededSettings(type));
    const reader = createSheetReader(buildTree([it]), 'json-lines');
    const lists: FieldType[] = ['choices', 'text-list', 'number-list', 'item-link-list'];
    expect(reader.read({ it: [] }).wrong.length).toBe(lists.includes(type) ? 0 : 1);
    const isLocalised = fieldTypeOf(type).localised !== undefined;
    expect(reader.read({ it: {} }).wrong.length).toBe(isLocalised ? 0 : 1);
  });

  it('was named by the sender with its column', () => {
    shows('4.sheets.unread');
    const wrongOf = (_unread: unknown) => createSheetReader(tree, 'json-lines').read({ _label: 'A', _unread }).wrong;
    expect(
      wrongOf({ damage: 'C2 has the error #N/A', 'drops.2.count': 'D2 is merged', _id: 'A2 is', other: 'x' }),
    ).toEqual([
      { column: 'damage', fieldId: 'damage', path: null, reason: 'C2 has the error #N/A' },
      { column: 'drops.2.count', fieldId: 'count', path: [1], reason: 'D2 is merged' },
      { column: '_id', fieldId: null, path: null, reason: 'A2 is' },
      { column: 'other', fieldId: null, path: null, reason: 'x' },
    ]);
    expect(wrongOf('x')).toMatchObject([{ column: '_unread', reason: 'should be reasons by column' }]);
    expect(wrongOf(null)).toEqual([]);
  });

  it('is a text or a list that would clear the field', () => {
    shows('4.sheets.unread');
    const lists = buildTree([
      field('tags', 'choices', { options: [{ id: 'a', label: 'A' }] }),
      field('sizes', 'number-list'),
      field('title', 'localised-text', { source: 'en' }),
      field('parts', 'item-link-list', { templateId: 'weapon' }),
      field('name', 'text'),
    ]);
    for (const [column, cell] of [
      ['tags', ','],
      ['sizes', ';'],
      ['parts', ' ,\n, '],
      ['name', 1e300],
      ['name', ['x']],
      ['title.de', { text: 'x' }],
    ] as const) {
      const { row, wrong } = createSheetReader(lists, 'json-lines').read({ [column]: cell });
      expect([column, row.values, wrong.length]).toEqual([column, {}, 1]);
    }
  });

  it('in a row names the row', () => {
    const expected = {
      column: 'drops.2.count',
      fieldId: 'count',
      path: [1],
      reason: 'should be a number',
      value: 'many',
    };
    expect(read({ 'drops.2.count': 'many' }).wrong).toEqual([expected]);
    expect(read({ drops: [{}, { count: 'many' }] }, 'json-lines').wrong).toEqual([expected]);
  });

  it('is a number of rows below that of the rows with values', () => {
    expect(read({ 'drops.#': '1', 'drops.2.item': 'x' }).wrong).toEqual([
      {
        column: 'drops.#',
        fieldId: 'drops',
        path: null,
        reason: 'has 1 rows, but row 2 has values; change the number, or empty the row',
      },
    ]);
  });
});

describe('a record with more rows than an item has', () => {
  const reason = 'has too many rows: an item has at most 10,000 in all its dynamic groups';

  it('is refused before they are made, however they are counted', () => {
    const counts = Array.from({ length: 5000 }, (_, index) => [`drops.${index + 1}.parents.#`, '10000']);
    const { row, wrong } = read({ 'drops.#': '5000', ...Object.fromEntries(counts) });
    expect(wrong).toEqual([{ column: 'drops.1.parents.#', fieldId: 'parents', path: [0], reason }]);
    expect(JSON.stringify(row).length).toBeLessThan(200_000);
    const last = { 'drops.1.parents.9000.who': 'x', 'drops.2.parents.9000.who': 'x' };
    expect(read(last).wrong).toEqual([{ column: 'parents', fieldId: 'parents', path: [1], reason }]);
    const rows = Array.from({ length: 101 }, () => ({ parents: Array.from({ length: 100 }, () => ({})) }));
    expect(read({ drops: rows }, 'json-lines').wrong).toEqual([
      { column: 'drops.99.parents', fieldId: 'parents', path: [98], reason },
    ]);
    expect(read({ 'drops.#': '10000' }).wrong).toEqual([]);
  });
});

describe('cells', () => {
  it('of sheet programs are read as their column needs', () => {
    expect(read({ glow: 'TRUE', damage: ' 5 ' }).row.values).toEqual({ glow: true, damage: 5 });
    for (const [words, glow] of [[['Yes', 'true ', '1'], true] as const, [['no', 'False', '0'], false] as const])
      expect(words.map((word) => read({ glow: word }).row.values.glow)).toEqual(words.map(() => glow));
    expect(read({ name: 7, damage: '5', notes: true }, 'json-lines').row.values).toEqual({
      name: '7',
      damage: 5,
      notes: 'true',
    });
  });

  it('are options whatever the case and the blanks around them, which is told', () => {
    shows('5.names.mending');
    const options = [
      { id: 'c', label: 'Common' },
      { id: 'r', label: 'Very rare' },
      { id: 'x', label: 'Epic' },
      { id: 'y', label: 'EPIC' },
    ];
    const own = buildTree(inOrder([field('one', 'choice', { options }), field('some', 'choices', { options })]));
    const reader = createSheetReader(own, 'csv');
    const values = (one: string, some = '') => reader.read({ one, some }).row.values;
    expect(values(' common ', 'very RARE,C')).toEqual({ one: 'c', some: ['r', 'c'] });
    expect(values('Common', 'Common, Very rare')).toEqual({ one: 'c', some: ['c', 'r'] });
    expect(values('r', 'r,c')).toEqual({ one: 'r', some: ['r', 'c'] });
    expect(values('EPIC')).toMatchObject({ one: 'y' });
    expect(reader.read({ one: 'epic' }).wrong).toMatchObject([{ reason: 'is not one of the options', value: 'epic' }]);
    expect(reader.readAs).toEqual([
      { column: 'one', field_id: 'one', text: ' common ', as: 'Common' },
      { column: 'some', field_id: 'some', text: 'very RARE,C', as: 'Very rare, Common' },
    ]);
  });

  it('clear a field if they are empty, and change none that has no column', () => {
    shows('4.sheets.partial');
    const merged = mergeRow(tree, { name: 'a', damage: 1 }, read({ damage: '' }).row.values, () => ({ id: 1 }));
    expect(merged.values).toEqual({ name: 'a' });
  });

  it('keep the fields of a row that have no column, and remove rows by their number', () => {
    const before = {
      drops: [
        { item: 'a', count: 1 },
        { item: 'b', count: 2 },
      ],
    };
    const changedBy = (record: Record<string, string>) =>
      mergeRow(tree, before, read(record).row.values, () => ({ id: 1 }));
    expect(changedBy({ 'drops.1.item': 'x', 'drops.2.item': 'y' }).values).toEqual({
      drops: [
        { item: 'x', count: 1 },
        { item: 'y', count: 2 },
      ],
    });
    expect(changedBy({ 'drops.#': '1' }).values).toEqual({ drops: [{ item: 'a', count: 1 }] });
    expect(changedBy({ 'drops.#': '' }).values).toEqual({});
  });

  it('keep rows beyond the last one with a column, and add the rows up to the last one with a value', () => {
    shows('4.sheets.partial');
    const before = { drops: [{ item: 'a' }, { item: 'b', parents: [{ who: 'x' }, { who: 'y' }] }, { item: 'c' }] };
    const changedBy = (record: Record<string, string>, item: ItemValues = before) =>
      mergeRow(tree, item, read(record).row.values, () => ({ id: 1 })).values;
    expect(changedBy({ 'drops.1.item': 'x' })).toEqual({ drops: [{ item: 'x' }, ...before.drops.slice(1)] });
    expect(changedBy({ 'drops.1.item': '', 'drops.3.item': '' })).toEqual({ drops: [{}, before.drops[1], {}] });
    expect(changedBy({ 'drops.2.parents.1.who': 'z' })).toEqual({
      drops: [{ item: 'a' }, { item: 'b', parents: [{ who: 'z' }, { who: 'y' }] }, { item: 'c' }],
    });
    expect(changedBy({ 'drops.2.item': 'x', 'drops.4.item': '' }, {})).toEqual({ drops: [{}, { item: 'x' }] });
    const links = read({ 'drops.1.item': 'x', 'drops.1.to': 'sword' }).row.values;
    expect([...linksIn(links)]).toEqual([{ templateId: 'weapon', text: 'sword' }]);
  });

  it('of a JSON record have whole rows', () => {
    const { row } = read({ drops: [{ item: 'x' }] }, 'json-lines');
    const merged = mergeRow(tree, { drops: [{ item: 'a', count: 1 }] }, row.values, () => ({ id: 1 }));
    expect(merged.values).toEqual({ drops: [{ item: 'x' }] });
  });
});

describe('links', () => {
  const linksOf = (record: Record<string, unknown>, kind?: 'json-lines') => [...linksIn(read(record, kind).row.values)];

  it('are ids or texts', () => {
    expect(linksOf({ parent: '#12' })).toEqual([{ templateId: 'weapon', id: 12 }]);
    expect(linksOf({ parent: '12' })).toEqual([{ templateId: 'weapon', text: '12' }]);
    expect(linksOf({ parent: 12 }, 'json-lines')).toEqual([{ templateId: 'weapon', id: 12 }]);
    expect(linksOf({ parts: 'a, "b, ""c""",\n#3' })).toEqual([
      { templateId: 'weapon', text: 'a' },
      { templateId: 'weapon', text: 'b, "c"' },
      { templateId: 'weapon', id: 3 },
    ]);
    expect(linksOf({ mixed: 'hero:axe: the hero' })).toEqual([{ templateId: 'hero', text: 'axe: the hero' }]);
  });

  it('of a list are read as they were written', () => {
    const keys = ['plain', ' before', 'after ', 'a, b', '"quoted"', 'two\nlines', 'no-break\u00a0'];
    expect(linksOf({ parts: listText(keys) })).toEqual(keys.map((text) => ({ templateId: 'weapon', text })));
  });

  it('that lead to no item are named with their field and row', () => {
    const { row } = read({ parent: 'nobody' });
    const merged = mergeRow(tree, { parent: 1 }, row.values, () => ({ reason: 'no weapon has the key nobody' }));
    expect(merged.wrong).toEqual([
      { fieldId: 'parent', path: null, reason: 'no weapon has the key nobody', value: 'nobody' },
    ]);
  });

  it('name items by the first key field', () => {
    expect(keyFieldOf(tree)?.id).toBe('name');
    expect(keyFieldOf(buildTree([field('name', 'text', { unique: true })]))).toBeUndefined();
  });
});

describe('texts in languages', () => {
  const before = { title: { en: { text: 'Sword' }, de: { text: 'Schwert', from: 'old' } } };
  const changedBy = (record: Record<string, string>) =>
    mergeRow(tree, before, read(record).row.values, () => ({ id: 1 }));

  it('keep the mark of a translation that is unchanged, and get that of the source with a new one', () => {
    expect(changedBy({ 'title.de': 'Schwert' }).values).toEqual(before);
    expect(changedBy({ 'title.de': 'Klinge' }).values.title).toEqual({
      en: { text: 'Sword' },
      de: { text: 'Klinge', from: markOf('Sword') },
    });
    expect(changedBy({ 'title.de': 'Klinge', 'title.de.from': 'x' }).values.title).toMatchObject({ de: { from: 'x' } });
  });

  it('keep the languages without a column, and cannot lose their source', () => {
    expect(changedBy({ title: 'Blade' }).values.title).toEqual({
      en: { text: 'Blade' },
      de: { text: 'Schwert', from: 'old' },
    });
    expect(changedBy({ 'title.de': '' }).values.title).toEqual({ en: { text: 'Sword' } });
    expect(changedBy({ 'title.en': '' }).wrong).toEqual([
      { fieldId: 'title', path: null, reason: 'enter the text in en, which the others are translated from' },
    ]);
  });
});

it('a line of thousands of languages takes no longer for each than one of a few', { timeout }, () => {
  // With a copy of all languages so far for each, this takes many minutes.
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
  const codes = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
  const languages = codes.flatMap((code) => [code, `${code}-DE`, `${code}-US`]);
  const record = Object.fromEntries(languages.map((language) => [`title.${language}`, 'x']));
  const { row } = read(record, 'json-lines');
  expect(row.values.title).toHaveProperty('texts.zzz', { text: 'x' });
});

it('a text that a sheet program would calculate is escaped, and numbers are not', () => {
  shows('4.sheets.safe');
  expect(csvLine([-5, '-5', '=1', "'=1", "it's", true, null, ''])).toBe(`-5,"'-5","'=1","''=1","it's",true,,""\r\n`);
});
