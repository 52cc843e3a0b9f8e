import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { expect, test } from 'vitest';
import type { SheetColumn } from '../../../src/features/items/grid/model/cell-content.ts';
import { blankRow, type CellId } from '../../../src/features/items/grid/model/cell-selection.ts';
import { GridState } from '../../../src/features/items/grid/model/grid-state.ts';
import { RowsState } from '../../../src/features/items/grid/model/rows-state.ts';
import { rowKeyOf, type SavedRow, type SheetRow } from '../../../src/features/items/grid/model/sheet.ts';
import { clearArea, fillDown, paste } from '../../../src/features/items/grid/model/sheet-view.ts';
import { shows } from '../../specification/shows.ts';
import { type Dice, diceOf } from '../../support/dice.ts';
import { isLong } from '../../support/long.ts';

const limits = { required: false, minimum: null, maximum: null };
const columns: SheetColumn[] = [
  { id: 'label', header: 'Label' },
  ...['a', 'b', 'c'].map(
    (id): SheetColumn => ({ id, header: id, settings: { type: 'text', name: id, label: id, ...limits } }),
  ),
];
const tree = buildTree(
  columns.flatMap(({ id, settings }, order) => (settings ? [{ id, settings, parentId: null, order }] : [])),
);
const name = ({ row, column }: CellId) => `${row} ${column}`;

/** A grid with what the user sees of it, and what others do to the items. */
class World {
  readonly state = new GridState();
  /** The items as they are on the server, and the columns as they are shown. */
  items: SheetRow[] = [];
  columns = [...columns];
  /** What the user has selected, by cells; everything else must not be written. */
  selected = new Set<string>();
  readonly written = new Set<string>();
  private lastId = 0;
  private readonly dice: Dice;

  constructor(dice: Dice) {
    this.dice = dice;
    for (let count = 0; count < 8; count++) this.add();
    this.state.sheet.receive(this.items);
    this.show();
  }

  show() {
    this.state.show({ columns: this.columns, tree, canAdd: this.dice.percent(80) });
  }

  add() {
    const id = ++this.lastId;
    const row = {
      key: rowKeyOf(id),
      id,
      version: 1,
      label: `Item ${id}`,
      values: { a: `a${id}`, b: `b${id}`, c: null },
    };
    this.items.splice(this.dice.below(this.items.length + 1), 0, row);
  }

  keys = () => this.state.sheet.rows().map(({ key }) => key);

  select() {
    const rows = [...this.keys(), ...(this.state.extent().rows > this.keys().length ? [blankRow] : [])];
    const cell = (): CellId => ({
      row: this.dice.oneOf(rows),
      column: this.dice.oneOf(this.columns).id,
    });
    const [from, to] = [cell(), cell()];
    this.state.selectCell(from);
    this.state.selectCell(to, { extends: true });
    this.note();
  }

  /** The selection is what the user wants now. */
  note() {
    const { rows, columns } = this.state.selection();
    this.selected = new Set(rows.flatMap((row) => columns.map((column) => name({ row, column }))));
  }

  /** Runs what the user does; it may write the selected cells and `more`. */
  write(action: () => void, more: readonly string[] = []) {
    const before = this.contents();
    action();
    const allowed = new Set([...this.selected, ...more]);
    for (const [cell, content] of this.contents()) {
      // A row that the action has added, in place of the blank one.
      if (!before.has(cell)) this.selected.add(cell);
      if (!before.has(cell) || before.get(cell) === content) continue;
      expect(allowed, `${cell} was written`).toContain(cell);
      this.written.add(cell);
    }
  }

  contents(): Map<string, string> {
    const { sheet } = this.state;
    return new Map(
      sheet
        .rows()
        .flatMap(({ key }) =>
          columns.map(({ id }) => [name({ row: key, column: id }), JSON.stringify(sheet.content(key, id))]),
        ),
    );
  }

  /** The cells that a larger block covers beyond the selection, in sight of the user; none if some of what was selected is gone. */
  beyond(height: number, width: number): string[] {
    const there = new Set(
      [blankRow, ...this.keys()].flatMap((row) => this.columns.map(({ id }) => name({ row, column: id }))),
    );
    if (![...this.selected].every((cell) => there.has(cell))) return [];
    const { rows, columns } = this.state.selection();
    const shown = this.columns.map(({ id }) => id);
    const after = (all: readonly string[], last: string | undefined) => all.slice(all.indexOf(last ?? '') + 1);
    const isBlank = rows.at(-1) === blankRow;
    const all = [...rows, ...(isBlank ? [] : after(this.keys(), rows.at(-1)))].slice(0, Math.max(height, rows.length));
    const wide = [...columns, ...after(shown, columns.at(-1))].slice(0, Math.max(width, columns.length));
    return all.flatMap((row) => wide.map((column) => name({ row, column })));
  }

  receive(isAll: boolean) {
    this.state.sheet.receive(this.items, { all: isAll });
  }

  save() {
    const { sheet } = this.state;
    const sent = new Map<string, SavedRow>();
    for (const row of sheet.rows()) {
      const cells = new Map(sheet.edits().get(row.key) ?? []);
      if (row.id !== null && cells.size === 0) continue;
      if (row.id !== null && !this.items.some(({ id }) => id === row.id)) continue;
      const id = row.id ?? ++this.lastId;
      const edited = Object.fromEntries([...cells].map(([column, one]) => [column, 'value' in one ? one.value : null]));
      const { label, ...values } = { label: row.label, ...row.values, ...edited };
      const item = { key: rowKeyOf(id), id, version: row.version + 1, label: String(label ?? ''), values };
      sent.set(row.key, { row: item, cells });
      this.items = [...this.items.filter((one) => one.id !== id), item];
    }
    const renamed = new Map([...sent].map(([key, { row }]) => [key, row?.key ?? key]));
    const rename = (cell: string) => cell.replace(/^\S*/, (key) => renamed.get(key) ?? key);
    sheet.settle(sent);
    this.selected = new Set([...this.selected].map(rename));
    for (const cell of [...this.written]) this.written.add(rename(cell));
  }

  /** The user writes into what is selected, in one of the ways that there are. */
  writeSelection() {
    const { state, dice } = this;
    const view = state.view();
    const kind = dice.oneOf(['clear', 'type', 'one', 'block', 'fill'] as const);
    if (state.writeProblem(kind === 'block' || kind === 'fill' ? 'copies' : 'cells') !== undefined) return;
    if (kind === 'clear') this.write(() => state.apply(clearArea(view, state.selection())));
    else if (kind === 'one') this.write(() => state.apply(paste(view, state.selection(), [['x']]), { selects: true }));
    else if (kind === 'fill') this.write(() => state.apply(fillDown(view, state.selection()), { selects: true }));
    else if (kind === 'block') {
      const [height, width] = [2 + dice.below(3), 1 + dice.below(3)];
      const texts = Array.from({ length: height }, (_, row) =>
        Array.from({ length: width }, (_, column) => `${row} ${column}`),
      );
      this.write(
        () => state.apply(paste(view, state.selection(), texts), { selects: true }),
        this.beyond(height, width),
      );
      this.note();
    } else {
      const isOpen = state.edit({ isTyped: true });
      this.note();
      if (isOpen) state.enter({ text: dice.oneOf(['x', 'typed', '']) });
    }
  }
}

const steps = [
  'select',
  'write',
  'write',
  'commit',
  'undo',
  'redo',
  'delete',
  'add',
  'receive',
  'show',
  'save',
] as const;

function step(world: World, dice: Dice, kind: (typeof steps)[number] | 'columns') {
  const { state } = world;
  // A press elsewhere closes an editor first.
  if (['select', 'write', 'commit', 'undo', 'redo', 'columns'].includes(kind)) world.write(() => state.commit());
  if (kind === 'select') world.select();
  else if (kind === 'write') world.writeSelection();
  else if (kind === 'undo' || kind === 'redo') {
    world.write(() => state.travel(kind), [...world.written]);
    // It selects what it has changed.
    world.note();
  } else if (kind === 'delete') world.items.splice(dice.below(world.items.length), 1);
  else if (kind === 'add') world.add();
  else if (kind === 'columns') {
    world.columns = columns.filter(() => dice.percent(70));
    if (world.columns.length === 0) world.columns = [...columns];
    if (dice.percent(50)) world.columns.reverse();
    world.show();
  } else if (kind === 'show') world.receive(true);
  else if (kind === 'receive') world.receive(false);
  else if (kind === 'save') world.save();
  const cells = state
    .selection()
    .rows.flatMap((row) => state.selection().columns.map((column) => name({ row, column })));
  for (const cell of cells) expect(world.selected, `${cell} is selected after "${kind}"`).toContain(cell);
}

const histories = isLong ? 2000 : 200;

test(`in ${histories} random histories with deletions, additions, columns and saves, only what was selected is written`, () => {
  shows('4.grid.selection');
  for (let seed = 0; seed < histories; seed++) {
    const dice = diceOf(seed);
    const world = new World(dice);
    world.select();
    const done: string[] = [];
    try {
      for (let turn = 0; turn < 30; turn++) {
        const kind = dice.oneOf([...steps, 'columns'] as const);
        done.push(kind);
        step(world, dice, kind);
      }
    } catch (error) {
      throw new Error(`seed ${seed}: ${done.join(', ')}`, { cause: error });
    }
  }
});

const drops: SheetColumn = {
  id: 'drops',
  header: 'Drops',
  settings: { type: 'dynamic-group', name: 'drops', label: 'Drops' },
};
const rowFields: SheetColumn[] = ['what', 'count'].map((id) => ({
  id,
  header: id,
  settings: { type: 'text', name: id, label: id, ...limits },
}));

type Drop = {
  /** Which one it is, also if all of its fields are changed. */
  key: string;
  what: string;
  count: string;
};

const dropsOf = (state: GridState, key: string) => state.sheet.content(key, 'drops') as unknown as { value: Drop[] };

test(`in ${histories} random histories of the rows of groups, a row that others move, add or remove is never written for another`, () => {
  shows('4.grid.selection', '4.grid.groups');
  for (let seed = 0; seed < histories; seed++) {
    const dice = diceOf(seed);
    const main = new GridState();
    let lastDrop = 0;
    const drop = (): Drop => ({ key: `k${++lastDrop}`, what: `w${lastDrop}`, count: '0' });
    let items = [1, 2, 3].map((id) => ({ id, version: 1, drops: [drop(), drop(), drop()] }));
    const take = () =>
      main.sheet.receive(
        items.map(({ id, version, drops }) => ({
          key: rowKeyOf(id),
          id,
          version,
          label: `Item ${id}`,
          values: { drops },
        })),
        { all: true },
      );
    main.show({ columns: [drops], tree: [], canAdd: false });
    take();
    const rows = new RowsState(main, { id: 'drops', columns: rowFields, numberColumn: '#' });
    const stop = rows.follow();
    rows.show({ columns: rowFields, tree: [], canAdd: false });
    for (let turn = 0; turn < 10; turn++) {
      const all = rows.sheet.rows();
      if (all.length === 0) break;
      const [from, to] = [dice.oneOf(all).key, dice.oneOf(all).key];
      rows.selectCell({ row: from, column: 'count' });
      rows.selectCell({ row: to, column: 'count' }, { extends: true });
      const selected = new Set(rows.selection().rows.map((key) => rows.sheet.row(key)?.values.key));
      // Others change the rows of an item, or delete it.
      const at = dice.below(items.length);
      items = items.flatMap((item, index) => {
        if (index !== at) return item;
        const others = dice.oneOf(['add', 'remove', 'turn', 'edit', 'replace', 'delete'] as const);
        const { drops } = item;
        const place = dice.below(drops.length + 1);
        const next = {
          add: [...drops.slice(0, place), drop(), ...drops.slice(place)],
          remove: drops.filter((_, index) => index !== place),
          turn: drops.toReversed(),
          edit: drops.map((one, index) => (index === place ? { ...one, what: `w${++lastDrop}` } : one)),
          // The next one gets other values, too.
          replace: drops
            .map((one, index) => (index === place + 1 ? { ...one, what: `w${++lastDrop}` } : one))
            .filter((_, index) => index !== place),
          delete: [],
        }[others];
        return others === 'delete' ? [] : [{ ...item, version: item.version + 1, drops: next }];
      });
      take();
      const text = String(turn + 1);
      if (rows.writeProblem('cells') === undefined) rows.apply(paste(rows.view(), rows.selection(), [[text]]));
      for (const { key } of main.sheet.rows())
        for (const { key: drop, count } of dropsOf(main, key).value)
          if (count === text) expect(selected, `seed ${seed}, turn ${turn}`).toContain(drop);
      while (main.sheet.undo());
      take();
      if (items.length === 0) break;
    }
    stop();
  }
});
