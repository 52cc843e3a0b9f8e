import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { type CellContent, reasonOf, sameContent } from './cell-content.ts';
import { SheetListeners } from './sheet-listeners.ts';

/** A row of a sheet: an item as it is saved, or a new one. */
export interface SheetRow {
  /** Stays the same until a new item is saved. */
  readonly key: string;
  /** `null` for a new item. */
  readonly id: number | null;
  readonly version: number;
  readonly label: string;
  readonly values: ItemValues;
  /** True for a row of a draft, which has only the values of its edited columns, until its item is loaded. */
  readonly isPartial?: boolean;
}

/** A row of a draft with the other values of its item. */
export const withItem = ({ key, id, version, label, values }: SheetRow, item: SheetRow): SheetRow => ({
  key,
  id,
  version,
  label,
  values: { ...item.values, ...values },
});

/** A row as it is sent. */
export interface SentRow {
  row: SheetRow;
  /** The edits that are sent. */
  cells: ReadonlyMap<string, CellContent>;
  label: string;
  values: ItemValues;
}

/** A cell and what it gets. */
export interface CellChange {
  row: string;
  column: string;
  content: CellContent;
}

/** What the server has refused in a row, or that its item was changed by others. */
export interface RowMark {
  /** Reasons by column, see {@link wholeRow}. */
  refused: ReadonlyMap<string, string>;
  isConflict: boolean;
  /** True if the item no longer exists. */
  isGone: boolean;
}

/** The column of a reason that belongs to the whole row. */
export const wholeRow = '';

/** Edits of a row that were sent, and the item as it is saved since. */
export interface SavedRow {
  /** `null` for a new item whose id is unknown: it is removed, and comes back with the items of the list. */
  row: SheetRow | null;
  cells: ReadonlyMap<string, CellContent>;
}

interface Step {
  changes: { row: string; column: string; before: CellContent; after: CellContent }[];
  added: readonly SheetRow[];
  removed: readonly SheetRow[];
}

type Side = 'before' | 'after';

/** The key of the row of an item. */
export const rowKeyOf = (id: number): string => `i${id}`;

const isNew = ({ id }: SheetRow) => id === null;

const mostSteps = 200;

/**
 * The items of a sheet, the edits that are not saved, and their history. Edits are stored by row and column, and only where
 * they differ from what is saved. Each change is one step that can be undone and redone, also after a save; an undo leaves
 * cells alone that no longer hold what its step wrote.
 */
export class Sheet {
  readonly listeners = new SheetListeners();
  private list: readonly SheetRow[] = [];
  private readonly places = new Map<string, number>();
  private readonly editsByRow = new Map<string, Map<string, CellContent>>();
  /** Items as they are saved now, of rows whose edits are based on an earlier version. */
  private readonly newer = new Map<string, SheetRow>();
  private marks: ReadonlyMap<string, RowMark> = new Map();
  private readonly past: Step[] = [];
  private readonly future: Step[] = [];
  /** The keys of items by those that they had as new rows. */
  private readonly savedKeys = new Map<string, string>();
  private readonly newKeys = new Map<string, string>();
  private held: { row: string; column: string } | undefined;
  private counted = { edited: 0, invalid: 0, added: 0 };

  rows(): readonly SheetRow[] {
    return this.list;
  }

  /** The place of a row, from 0. */
  place(key: string): number | undefined {
    return this.places.get(key);
  }

  row(key: string): SheetRow | undefined {
    return this.list[this.places.get(key) ?? -1];
  }

  /** The key that a row has now: that of its item, once it is saved. */
  currentKey(key: string): string {
    return this.savedKeys.get(key) ?? key;
  }

  /** The key that the row of an item had when it was new, so that an open editor in it stays; otherwise its own. */
  firstKey(key: string): string {
    return this.newKeys.get(key) ?? key;
  }

  /**
   * Pins the row of an open editor: it stays when its item is deleted, and a cell with rows keeps its base, so that typed text is not
   * lost. Undefined once the editor is closed.
   */
  hold(cell: { row: string; column: string } | undefined): void {
    const before = this.held?.row ?? '';
    this.held = cell;
    if (!this.newer.has(before)) return;
    this.release([before]);
    this.listeners.notify();
  }

  content(key: string, column: string): CellContent {
    const row = this.row(key);
    return this.editsByRow.get(key)?.get(column) ?? (row ? savedContent(row, column) : { value: null });
  }

  /** True if a cell differs from what is saved. */
  isEdited(key: string, column: string): boolean {
    return this.editsByRow.get(key)?.has(column) === true;
  }

  /** True if the edits of a row are based on an older version than the one that is saved. */
  isBehind(key: string): boolean {
    return (this.newer.get(key)?.version ?? 0) > (this.row(key)?.version ?? 0);
  }

  mark(key: string): RowMark | undefined {
    return this.marks.get(key);
  }

  /** The marks of all rows; the same object until one changes. */
  allMarks(): ReadonlyMap<string, RowMark> {
    return this.marks;
  }

  /** The edits that are not saved, by row and column. */
  edits(): ReadonlyMap<string, ReadonlyMap<string, CellContent>> {
    return this.editsByRow;
  }

  /** The number of edited and invalid cells and of new rows; the same object until one changes. */
  counts() {
    return this.counted;
  }

  isDirty(): boolean {
    return this.counted.edited + this.counted.added > 0;
  }

  canUndo(): boolean {
    return this.past.length > 0;
  }

  canRedo(): boolean {
    return this.future.length > 0;
  }

  /** Changes cells, and adds rows at the end, in one step. */
  change(cells: readonly CellChange[], added: readonly SheetRow[] = []): void {
    this.addRows(added);
    const changes: Step['changes'] = [];
    for (const { row, column, content } of cells) {
      const before = this.content(row, column);
      if (!this.row(row) || sameContent(before, content)) continue;
      this.put(row, column, content);
      changes.push({ row, column, before, after: content });
    }
    this.release(changes.map(({ row }) => row));
    if (changes.length > 0 || added.length > 0) this.note({ changes, added, removed: [] });
    this.listeners.notify();
  }

  /** Removes rows that are not saved, in one step. */
  removeNew(keys: readonly string[]): void {
    const removed = keys.map((key) => this.row(key)).filter((row) => row !== undefined && isNew(row)) as SheetRow[];
    const changes = removed.flatMap((row) =>
      [...(this.editsByRow.get(row.key) ?? [])].map(([column, before]) => ({
        row: row.key,
        column,
        before,
        after: savedContent(row, column),
      })),
    );
    if (!this.removeNewRows(removed)) return;
    this.note({ changes, added: [], removed });
    this.listeners.notify();
  }

  /** Gives up the edits of a row, in one step: a new row is removed, and so is one whose item no longer exists. */
  discard(key: string): void {
    const row = this.row(key);
    if (!row) return;
    if (isNew(row)) {
      this.removeNew([key]);
      return;
    }
    const isGone = this.marks.get(key)?.isGone === true;
    const columns = [...(this.editsByRow.get(key)?.keys() ?? [])];
    this.change(columns.map((column) => ({ row: key, column, content: savedContent(row, column) })));
    if (isGone) this.setRows(this.list.filter((one) => one.key !== key));
    this.listeners.notify();
  }

  /** Undoes the last step; returns the cells that it has changed. */
  undo(): CellChange[] | undefined {
    return this.travel({ source: this.past, target: this.future, from: 'after', to: 'before' });
  }

  /** Repeats the step that was undone last; returns the cells that it has changed. */
  redo(): CellChange[] | undefined {
    return this.travel({ source: this.future, target: this.past, from: 'before', to: 'after' });
  }

  /**
   * Takes items as they are saved now. A row with edits keeps the version that these are based on, so that a save reports the
   * conflict; unknown items are added at the end, before new ones. If they are `all` items, rows without edits whose items are not
   * among them were deleted, and are removed.
   */
  receive(saved: readonly SheetRow[], { all } = { all: false }): void {
    const next = [...this.list];
    const unknown: SheetRow[] = [];
    for (const row of saved) {
      const index = this.places.get(row.key);
      const known = index === undefined ? undefined : next[index];
      if (index === undefined) unknown.push(row);
      else if (this.editsByRow.has(row.key) || (known && this.holdsRows(known, row))) {
        this.newer.set(row.key, row);
        if (known?.isPartial) next[index] = withItem(known, row);
        this.listeners.touch(row.key);
      } else if (known && known.version <= row.version) {
        next[index] = row;
        this.listeners.touch(row.key);
      }
    }
    const found = new Set(saved.map(({ key }) => key));
    const isLeft = ({ key }: SheetRow) => !all || found.has(key) || this.editsByRow.has(key) || key === this.held?.row;
    const old = next.filter((row) => !isNew(row) && isLeft(row));
    this.setRows([...old, ...unknown, ...next.filter(isNew)]);
    this.listeners.notify();
  }

  /** Bases the edits of a row on another version of its item, with the values that it is to get. */
  rebase(row: SheetRow, cells: readonly Omit<CellChange, 'row'>[]): void {
    this.dropEdits(row.key);
    this.setRows(this.list.map((one) => (one.key === row.key ? row : one)));
    for (const { column, content } of cells) this.put(row.key, column, content);
    this.release([row.key]);
    this.listeners.touch(row.key);
    this.listeners.notify();
  }

  /** Takes rows as saved; a cell that was edited while they were sent stays edited. */
  settle(sent: ReadonlyMap<string, SavedRow>): void {
    const left: CellChange[] = [];
    for (const [key, { row, cells }] of sent) {
      for (const [column, content] of this.editsByRow.get(key) ?? []) {
        const current = cells.get(column);
        if (row && (!current || !sameContent(current, content))) left.push({ row: row.key, column, content });
      }
      this.dropEdits(key);
      if (!row) continue;
      this.listeners.touch(row.key);
      if (row.key === key) continue;
      this.savedKeys.set(key, row.key);
      this.newKeys.set(row.key, key);
    }
    const isListed = (row: SheetRow, self: string) => row.key !== self && this.places.has(row.key);
    this.setRows(
      this.list.flatMap((one) => {
        const saved = sent.get(one.key);
        return saved ? (saved.row && !isListed(saved.row, one.key) ? saved.row : []) : one;
      }),
    );
    for (const steps of [this.past, this.future]) steps.splice(0, steps.length, ...stepsAfterSave(steps, sent));
    for (const { row, column, content } of left) this.put(row, column, content);
    this.release([...sent.values()].flatMap(({ row }) => row?.key ?? []));
    this.listeners.notify();
  }

  /** Marks what the last save was refused for, in place of earlier marks. */
  setMarks(found: ReadonlyMap<string, RowMark>): void {
    for (const key of [...this.marks.keys(), ...found.keys()]) this.listeners.touch(key);
    this.marks = found;
    this.listeners.notify();
  }

  /** Replaces all edits with those of a draft, with the rows that they are based on, and starts a new history. */
  restore(base: readonly SheetRow[], cells: readonly CellChange[]): void {
    for (const key of [...this.editsByRow.keys()]) this.dropEdits(key);
    this.past.length = 0;
    this.future.length = 0;
    this.newer.clear();
    for (const { key, version } of base) {
      const current = this.row(key);
      if (current && current.version > version) this.newer.set(key, current);
    }
    const byKey = new Map(base.map((row) => [row.key, row]));
    const remaining = this.list.filter((row) => !isNew(row)).map((row) => byKey.get(row.key) ?? row);
    const known = new Set(remaining.map(({ key }) => key));
    this.setRows([...remaining, ...base.filter(({ key }) => !known.has(key))]);
    for (const { key } of base) this.listeners.touch(key);
    for (const { row, column, content } of cells) this.put(row, column, content);
    this.listeners.notify();
  }

  /** Replaces all rows and edits. */
  replace(rows: readonly SheetRow[], cells: readonly CellChange[]): void {
    this.setRows([]);
    this.restore(rows, cells);
  }

  private holdsRows(known: SheetRow, row: SheetRow): boolean {
    return this.held?.row === row.key && hasOtherRows(this.held.column, known, row);
  }

  private note(step: Step): void {
    this.past.push(step);
    if (this.past.length > mostSteps) this.past.shift();
    this.future.length = 0;
  }

  /** Items without edits left are as they are saved now, and nothing of them is refused any longer. */
  private release(keys: readonly string[]): void {
    const current = new Map<string, SheetRow>();
    for (const key of new Set(keys)) {
      const row = this.row(key);
      if (!row || isNew(row) || this.editsByRow.has(key)) continue;
      if (this.marks.has(key)) this.setMark(key, undefined);
      const newer = this.newer.get(key);
      this.newer.delete(key);
      if (newer && newer.version >= row.version) current.set(key, newer);
      this.listeners.touch(key);
    }
    if (current.size > 0) this.setRows(this.list.map((row) => current.get(row.key) ?? row));
  }

  private setRows(next: readonly SheetRow[]): void {
    this.list = next;
    this.places.clear();
    for (const [index, { key }] of next.entries()) this.places.set(key, index);
    const added = next.filter(isNew).length;
    if (added !== this.counted.added) this.counted = { ...this.counted, added };
    this.listeners.touchList();
  }

  private addRows(rows: readonly SheetRow[]): boolean {
    const unknown = rows.filter(({ key }) => !this.places.has(key));
    if (unknown.length > 0) this.setRows([...this.list, ...unknown]);
    return unknown.length > 0;
  }

  private removeNewRows(rows: readonly SheetRow[]): boolean {
    const keys = new Set(rows.map(({ key }) => key));
    const left = this.list.filter(({ key }) => !keys.has(key));
    if (left.length === this.list.length) return false;
    for (const key of keys) this.dropEdits(key);
    this.setRows(left);
    return true;
  }

  private put(key: string, column: string, content: CellContent): void {
    const row = this.row(key);
    if (!row) return;
    const ofRow = this.editsByRow.get(key) ?? new Map<string, CellContent>();
    const before = ofRow.get(column);
    ofRow.delete(column);
    if (before) this.countEdit(before, -1);
    if (!sameContent(content, savedContent(row, column))) {
      ofRow.set(column, content);
      this.countEdit(content, 1);
    }
    if (ofRow.size > 0) this.editsByRow.set(key, ofRow);
    else this.editsByRow.delete(key);
    this.unmark(key, column);
    this.listeners.touch(key);
  }

  private dropEdits(key: string): void {
    for (const content of this.editsByRow.get(key)?.values() ?? []) this.countEdit(content, -1);
    this.editsByRow.delete(key);
    if (this.marks.has(key)) this.setMark(key, undefined);
    this.listeners.touch(key);
  }

  /** What was refused in a cell is no longer there once the cell is changed. */
  private unmark(key: string, column: string): void {
    const mark = this.marks.get(key);
    if (!mark) return;
    const refused = new Map([...mark.refused].filter(([id]) => id !== column && id !== wholeRow));
    this.setMark(key, refused.size === 0 && !mark.isConflict ? undefined : { ...mark, refused });
  }

  private setMark(key: string, mark: RowMark | undefined): void {
    const marks = new Map(this.marks);
    if (mark) marks.set(key, mark);
    else marks.delete(key);
    this.marks = marks;
  }

  private countEdit(content: CellContent, by: 1 | -1): void {
    const { edited, invalid } = this.counted;
    const isInvalid = reasonOf(content) !== undefined;
    this.counted = { ...this.counted, edited: edited + by, invalid: isInvalid ? invalid + by : invalid };
  }

  private travel({ source, target, from, to }: { source: Step[]; target: Step[]; from: Side; to: Side }) {
    let found: CellChange[] | undefined;
    // A step whose cells are no longer what it left is no step for the user.
    while (!found && source.length > 0) {
      const step = source.pop();
      if (!step) break;
      target.push(step);
      found = this.apply(step, from, to);
      this.release(step.changes.map(({ row }) => row));
    }
    this.listeners.notify();
    return found;
  }

  /** Moves the cells of a step from one side to the other; undefined if none of them is as the step left it. */
  private apply({ changes, ...rows }: Step, from: Side, to: Side): CellChange[] | undefined {
    const found: CellChange[] = [];
    const [added, removed] = to === 'after' ? [rows.added, rows.removed] : [rows.removed, rows.added];
    let isEffective = this.addRows(added);
    for (const change of to === 'before' ? changes.toReversed() : changes) {
      const { row, column } = change;
      if (!this.row(row) || !sameContent(this.content(row, column), change[from])) continue;
      this.put(row, column, change[to]);
      found.push({ row, column, content: change[to] });
      isEffective = true;
    }
    if (this.removeNewRows(removed)) isEffective = true;
    return isEffective ? found : undefined;
  }
}

/** New rows that were saved are items: no step adds them again, and later edits of them are edits of the item. */
function stepsAfterSave(steps: readonly Step[], sent: ReadonlyMap<string, SavedRow>): Step[] {
  const followed = steps.map(({ changes, added, removed }): Step => {
    const saved = new Set([...added, ...removed].filter(({ key }) => sent.has(key)).map(({ key }) => key));
    const isLeft = ({ key }: SheetRow) => !saved.has(key);
    return {
      added: added.filter(isLeft),
      removed: removed.filter(isLeft),
      changes: changes
        .filter(({ row }) => !saved.has(row))
        .map((change) => ({ ...change, row: sent.get(change.row)?.row?.key ?? change.row })),
    };
  });
  return followed.filter(({ changes, added, removed }) => changes.length + added.length + removed.length > 0);
}

const areRows = (value: unknown): boolean =>
  Array.isArray(value) && value.some((row) => typeof row === 'object' && row !== null);

/** True for a column with other rows of a dynamic group in one version of an item than in another. */
export function hasOtherRows(column: string, known: SheetRow, row: SheetRow): boolean {
  const [before, after] = [savedContent(known, column), savedContent(row, column)];
  return (areRows(before.value) || areRows(after.value)) && !sameContent(before, after);
}

/** What a cell holds as it is saved. */
export const savedContent = (row: SheetRow, column: string): CellContent & { value: unknown } => ({
  value: column === 'label' ? row.label : column === 'id' ? row.id : (row.values[column] ?? null),
});
