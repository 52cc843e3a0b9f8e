import { isDeepStrictEqual } from 'node:util';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { expect, test } from 'vitest';
import {
  type CellContent,
  reasonOf,
  type SheetColumn,
  textOf,
} from '../../../src/features/items/grid/model/cell-content.ts';
import { type CellRange, rangeOf } from '../../../src/features/items/grid/model/selection.ts';
import {
  type RowMark,
  rowKeyOf,
  type SavedRow,
  Sheet,
  type SheetRow,
  wholeRow,
} from '../../../src/features/items/grid/model/sheet.ts';
import {
  clearArea,
  fillDown,
  paste,
  type SheetEdit,
  type SheetView,
  textsOf,
  typeInto,
} from '../../../src/features/items/grid/model/sheet-view.ts';
import { fromTabSeparated, toTabSeparated } from '../../../src/shared/sheets/tab-separated.ts';
import { shows } from '../../specification/shows.ts';
import { type Dice, diceOf } from '../../support/dice.ts';
import { isLong } from '../../support/long.ts';
import { areaAt, cellAt } from './sheet-areas.ts';

const limits = { required: false, minimum: null, maximum: null };
const columns: SheetColumn[] = [
  { id: 'label', header: 'Label' },
  { id: 'id', header: 'ID', locked: 'Given by the server' },
  { id: 'notes', header: 'Notes', settings: { type: 'text', name: 'notes', label: 'Notes', ...limits } },
  {
    id: 'cost',
    header: 'Cost',
    settings: { type: 'integer', name: 'cost', label: 'Cost', required: true, minimum: 0, maximum: 99 },
  },
  { id: 'magic', header: 'Magic', settings: { type: 'boolean', name: 'magic', label: 'Magic' } },
];
const tree = buildTree(
  columns.flatMap(({ id, settings }, order) => (settings ? [{ id, settings, parentId: null, order }] : [])),
);

const rowOf = (id: number): SheetRow => ({
  key: rowKeyOf(id),
  id,
  version: 1,
  label: `Item ${id}`,
  values: { notes: id % 3 === 0 ? null : `note ${id}`, cost: id, magic: id % 2 === 0 },
});

function sheetOf(rows: number): SheetView {
  const sheet = new Sheet();
  sheet.receive(Array.from({ length: rows }, (_, index) => rowOf(index + 1)));
  return { sheet, columns, tree, canAdd: true };
}

const whole = ({ sheet }: SheetView): CellRange => ({
  top: 0,
  bottom: sheet.rows().length - 1,
  left: 0,
  right: columns.length - 1,
});

/** The texts and the reasons of all cells, by row. */
const picture = (view: SheetView) => {
  const texts = textsOf(view, areaAt(view, whole(view)));
  return Object.fromEntries(
    view.sheet.rows().map(({ key }, place) => {
      const reasons = columns.map(({ id }) => reasonOf(view.sheet.content(key, id)));
      return [key, { texts: texts[place], reasons }];
    }),
  );
};
type Picture = ReturnType<typeof picture>;

const isWrong = (content: CellContent) => reasonOf(content) !== undefined;
const textAt = (content: CellContent) => ('text' in content ? content.text : content.value);

/** Saves the rows without invalid cells; returns the keys that new ones have since. */
function saveValid({ sheet }: SheetView, nextId: () => number): Map<string, string> {
  const keys = new Map<string, string>();
  const sent = new Map<string, SavedRow>();
  for (const row of sheet.rows()) {
    const cells = new Map(sheet.edits().get(row.key) ?? []);
    if ((row.id !== null && cells.size === 0) || [...cells.values()].some(isWrong)) continue;
    const id = row.id ?? nextId();
    if (row.id === null) keys.set(row.key, rowKeyOf(id));
    const { label, ...values } = Object.fromEntries([...cells].map(([column, one]) => [column, textAt(one)]));
    const version = row.version + 1;
    const saved = { key: rowKeyOf(id), id, version, label: String(label ?? row.label) };
    sent.set(row.key, { row: { ...saved, values: { ...row.values, ...values } }, cells });
  }
  sheet.settle(sent);
  return keys;
}

/** The pictures of a history once new rows are items: these are in all of them, at first as they were added. */
function afterSave(
  pictures: readonly Picture[],
  place: number,
  keys: ReadonlyMap<string, string>,
  now: Picture,
): Picture[] {
  return pictures.map((one, at) => {
    const next = Object.fromEntries(Object.entries(one).filter(([key]) => !keys.has(key)));
    for (const [key, later] of keys) {
      const found = one[key] ?? (at > place ? now[later] : undefined) ?? pictures.find((other) => other[key])?.[key];
      const id = columns.findIndex((column) => column.id === 'id');
      const texts = found?.texts?.with(id, now[later]?.texts?.[id] ?? '');
      if (found) next[later] = { ...found, texts };
    }
    return next;
  });
}

const typed = ['', '7', '12', '100', 'x', 'true', 'FALSE', 'a "b"', 'two\nlines', 'tab\tbed', '-1', ' 5 '];

function randomRange(dice: Dice, rows: number): CellRange {
  const place = () => ({ row: dice.below(rows), column: dice.below(columns.length) });
  return rangeOf({ active: place(), head: place() });
}

function randomEdit(dice: Dice, view: SheetView): SheetEdit {
  const rows = view.sheet.rows().length;
  const range = randomRange(dice, rows + 1);
  const inside = { ...range, bottom: Math.min(range.bottom, rows - 1), top: Math.min(range.top, rows - 1) };
  switch (dice.oneOf(['type', 'paste', 'fill', 'clear'] as const)) {
    case 'type':
      return typeInto(view, cellAt(view, { row: range.top, column: range.left }), dice.oneOf(typed));
    case 'paste': {
      const block = Array.from({ length: 1 + dice.below(3) }, () =>
        Array.from({ length: 1 + dice.below(3) }, () => dice.oneOf(typed)),
      );
      return paste(view, areaAt(view, range), fromTabSeparated(toTabSeparated(block)));
    }
    case 'fill':
      return fillDown(view, areaAt(view, inside));
    case 'clear':
      return clearArea(view, areaAt(view, inside));
  }
}

const histories = isLong ? 1000 : 200;

test(`${histories} random histories of edits, pastes, fills, clears, removals and saves are undone and redone as a list of pictures is`, () => {
  shows('4.grid.history');
  for (let seed = 0; seed < histories; seed++) {
    const dice = diceOf(seed);
    const view = sheetOf(5);
    let pictures = [picture(view)];
    let now = 0;
    let isSaved = false;
    let lastId = 5;
    for (let step = 0; step < 12; step++) {
      const action = dice.oneOf(['edit', 'edit', 'edit', 'undo', 'undo', 'redo', 'redo', 'save', 'remove'] as const);
      if (action === 'edit' || action === 'remove') {
        const { cells, added } = action === 'edit' ? randomEdit(dice, view) : { cells: [], added: [] };
        const fresh = view.sheet.rows().filter(({ id }) => id === null);
        if (action === 'edit') view.sheet.change(cells, added);
        else view.sheet.removeNew(fresh.filter(() => dice.percent(50)).map(({ key }) => key));
        const after = picture(view);
        // An edit without an effect is no step.
        if (JSON.stringify(after) === JSON.stringify(pictures[now])) continue;
        pictures.splice(now + 1, Infinity, after);
        now += 1;
      } else if (action === 'undo') {
        view.sheet.undo();
        now = Math.max(0, now - 1);
      } else if (action === 'redo') {
        view.sheet.redo();
        now = Math.min(pictures.length - 1, now + 1);
      } else {
        const keys = saveValid(view, () => ++lastId);
        isSaved = true;
        const all = afterSave(pictures, now, keys, picture(view));
        // A step that has only added a row is none once this is saved.
        const isStep = (place: number) => place === 0 || !isDeepStrictEqual(all[place], all[place - 1]);
        now = all.filter((_, place) => place <= now && isStep(place)).length - 1;
        pictures = all.filter((_, place) => isStep(place));
      }
      expect(picture(view), `seed ${seed}, step ${step}: ${action}`).toEqual(pictures[now]);
      const cells = [...view.sheet.edits().values()].flatMap((row) => [...row.values()]);
      expect(view.sheet.counts()).toMatchObject({ edited: cells.length, invalid: cells.filter(isWrong).length });
    }
    while (view.sheet.undo());
    expect(picture(view), `seed ${seed}: all undone`).toEqual(pictures[0]);
    if (!isSaved) expect(view.sheet.isDirty()).toBe(false);
  }
});

test('a new row that is saved is not added again by a redo, and its later edits are undone', () => {
  const view = sheetOf(1);
  const { sheet } = view;
  const typeAt = (column: number, text: string) => {
    const { cells, added } = typeInto(view, cellAt(view, { row: 1, column }), text);
    sheet.change(cells, added);
  };
  typeAt(0, 'Club');
  typeAt(3, '5');
  typeAt(3, '6');
  saveValid(view, () => 55);
  const undone = () => [sheet.undo(), sheet.content('i55', 'cost')].at(-1);
  expect(undone()).toEqual({ value: 5 });
  while (sheet.undo());
  while (sheet.redo());
  expect(sheet.rows().map(({ id }) => id)).toEqual([1, 55]);
  expect(sheet.content('i55', 'cost')).toEqual({ value: 6 });
  expect(sheet.isDirty()).toBe(false);
});

test('a row that was removed by an undo while it was saved is not added by a redo', () => {
  const view = sheetOf(1);
  const { sheet } = view;
  const { cells, added } = paste(view, areaAt(view, { top: 1, bottom: 1, left: 0, right: 0 }), [['Club', '', '', '5']]);
  sheet.change(cells, added);
  const [own] = added;
  const row = { ...rowOf(55), label: 'Club' };
  const sent = new Map([[own?.key ?? '', { row, cells: new Map(sheet.edits().get(own?.key ?? '')) }]]);
  sheet.undo();
  sheet.settle(sent);
  sheet.receive([row]);
  sheet.redo();
  expect(sheet.rows().map(({ id }) => id)).toEqual([1, 55]);
});

test('the blank row becomes an item by typing and pasting, not by emptying or filling it', () => {
  const view = sheetOf(1);
  const below = { top: 1, bottom: 1, left: 0, right: 4 };
  const blank = areaAt(view, below);
  expect(clearArea(view, blank)).toMatchObject({ added: [], cells: [] });
  expect(fillDown(view, blank)).toMatchObject({ added: [], cells: [] });
  expect(fillDown(view, areaAt(view, { ...below, top: 0 }))).toMatchObject({ added: [], cells: [] });
  expect(typeInto(view, cellAt(view, { row: 1, column: 0 }), 'Club').added).toHaveLength(1);
});

test('an undo after a save changes back what was saved, and leaves alone what others have changed since', () => {
  const view = sheetOf(3);
  const { sheet } = view;
  sheet.change(typeInto(view, cellAt(view, { row: 0, column: 3 }), '50').cells);
  sheet.change(typeInto(view, cellAt(view, { row: 1, column: 3 }), '60').cells);
  const saved = (id: number, cost: number) => ({ ...rowOf(id), version: 2, values: { ...rowOf(id).values, cost } });
  const cells = (key: string) => new Map(sheet.edits().get(key) ?? []);
  sheet.settle(
    new Map([
      ['i1', { row: saved(1, 50), cells: cells('i1') }],
      ['i2', { row: saved(2, 60), cells: cells('i2') }],
    ]),
  );
  expect(sheet.isDirty()).toBe(false);
  sheet.receive([{ ...saved(2, 77), version: 3 }]);
  // The last step is no longer what it was: the one before it is undone.
  sheet.undo();
  expect(sheet.content('i2', 'cost')).toEqual({ value: 77 });
  expect(sheet.content('i1', 'cost')).toEqual({ value: 1 });
  expect(sheet.isEdited('i1', 'cost')).toBe(true);
});

test('a cell that is edited while a save is running stays edited', () => {
  const view = sheetOf(1);
  const { sheet } = view;
  sheet.change(typeInto(view, cellAt(view, { row: 0, column: 3 }), '50').cells);
  const sent = new Map(sheet.edits().get('i1') ?? []);
  sheet.change(typeInto(view, cellAt(view, { row: 0, column: 3 }), '51').cells);
  const row = { ...rowOf(1), version: 2, values: { ...rowOf(1).values, cost: 50 } };
  sheet.settle(new Map([['i1', { row, cells: sent }]]));
  expect(sheet.isEdited('i1', 'cost')).toBe(true);
  expect(sheet.content('i1', 'cost')).toEqual({ value: 51 });
});

test('a row with edits keeps the version that they are based on', () => {
  const view = sheetOf(2);
  const { sheet } = view;
  sheet.change(typeInto(view, cellAt(view, { row: 0, column: 3 }), '50').cells);
  sheet.receive([1, 2].map((id) => ({ ...rowOf(id), version: 5, label: 'Theirs' })));
  expect([sheet.row('i1')?.version, sheet.row('i2')?.version]).toEqual([1, 5]);
});

const markOf = (more: Partial<RowMark> = {}): RowMark => ({
  refused: new Map(),
  isConflict: false,
  isGone: false,
  ...more,
});

test('a row whose last edit is undone has no mark, and the values that it has on the server', () => {
  const view = sheetOf(2);
  const { sheet } = view;
  sheet.change(typeInto(view, cellAt(view, { row: 0, column: 3 }), '50').cells);
  sheet.setMarks(new Map([['i1', markOf({ isConflict: true })]]));
  sheet.receive([{ ...rowOf(1), version: 5, label: 'Theirs' }]);
  expect([sheet.row('i1')?.version, sheet.allMarks().size]).toEqual([1, 1]);
  sheet.undo();
  expect(sheet.allMarks().size).toBe(0);
  expect(sheet.row('i1')).toMatchObject({ version: 5, label: 'Theirs' });
});

test('rows without edits leave with their items, and others once their edits are discarded', () => {
  const view = sheetOf(3);
  const { sheet } = view;
  sheet.change(typeInto(view, cellAt(view, { row: 1, column: 3 }), '50').cells);
  sheet.receive([rowOf(1)]);
  expect(sheet.rows().map(({ id }) => id)).toEqual([1, 2, 3]);
  sheet.receive([rowOf(1)], { all: true });
  expect(sheet.rows().map(({ id }) => id)).toEqual([1, 2]);
  sheet.setMarks(new Map([['i2', markOf({ refused: new Map([[wholeRow, 'does not exist']]), isGone: true })]]));
  sheet.discard('i2');
  expect(sheet.rows().map(({ id }) => id)).toEqual([1]);
  expect([sheet.isDirty(), sheet.allMarks().size]).toEqual([false, 0]);
});

test('the edits of a refused row are discarded in one step, and a new row is removed', () => {
  const view = sheetOf(1);
  const { sheet } = view;
  const { cells, added } = paste(view, areaAt(view, { top: 0, bottom: 1, left: 2, right: 3 }), [
    ['mine', '9'],
    ['new', '8'],
  ]);
  sheet.change(cells, added);
  const before = picture(view);
  sheet.discard(added[0]?.key ?? '');
  sheet.discard('i1');
  expect([sheet.rows().length, sheet.isDirty()]).toEqual([1, false]);
  sheet.undo();
  sheet.undo();
  expect(picture(view)).toEqual(before);
});

test('what a rule hides is no longer missing, and what it shows is', () => {
  const name = { ...limits, required: true, type: 'text', name: 'spell', label: 'Spell' } as const;
  const spell: SheetColumn = {
    id: 'spell',
    header: 'Spell',
    settings: { ...name, shownWhen: { field: 'magic', is: [true] } },
  };
  const withSpell = [...columns, spell];
  const view: SheetView = {
    sheet: new Sheet(),
    columns: withSpell,
    tree: buildTree(
      withSpell.flatMap(({ id, settings }, order) => (settings ? [{ id, settings, parentId: null, order }] : [])),
    ),
    canAdd: true,
  };
  const { sheet } = view;
  sheet.receive([rowOf(1)]);
  const typeAt = (column: number, text: string) =>
    sheet.change(typeInto(view, cellAt(view, { row: 0, column }), text).cells);
  typeAt(4, 'true');
  expect(sheet.counts().invalid).toBe(1);
  typeAt(4, 'false');
  expect(sheet.counts().invalid).toBe(0);
  sheet.undo();
  expect(sheet.counts().invalid).toBe(1);
  // One paste that hides a cell and empties it.
  sheet.change(paste(view, areaAt(view, { top: 0, bottom: 0, left: 4, right: 5 }), [['false', '']]).cells);
  expect(sheet.counts().invalid).toBe(0);
});

test('what is invalid stays as it was typed, with its reason', () => {
  shows('4.grid.invalid');
  const view = sheetOf(1);
  for (const [column, text, reason] of [
    [3, '100', 'should be no more than 99'],
    [3, '1.5', 'should be integer'],
    [3, '', 'required field'],
    [0, ' ', 'required field'],
    [4, 'maybe', 'should be true or false'],
  ] as const) {
    view.sheet.change(typeInto(view, cellAt(view, { row: 0, column }), text).cells);
    const content = view.sheet.content('i1', columns[column]?.id ?? '');
    expect(content).toEqual({ text: text.trim(), reason });
    expect(textOf(columns[column] as SheetColumn, content)).toBe(text.trim());
  }
});
