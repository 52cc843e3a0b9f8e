import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { type CellContent, contentOf, reasonOf, type SheetColumn } from './cell-content.ts';
import type { CellId } from './cell-selection.ts';
import { GridState } from './grid-state.ts';
import { followRowKeys, type KeyedRows } from './row-keys.ts';
import type { CellChange, Sheet, SheetRow } from './sheet.ts';
import type { SheetEdit } from './sheet-view.ts';

/** The rows of a dynamic group. */
export interface RowsGroup {
  id: string;
  /** Their fields, and columns of their own, which are locked. */
  columns: readonly SheetColumn[];
  /** The column with the number of a row. */
  numberColumn: string;
}

/**
 * The rows of a dynamic group of all items, as a sheet of their own. Each edit is a step of the items' sheet, which has the
 * history, the draft and the save; what is invalid stays in the row as it was typed.
 */
export class RowsState extends GridState {
  private readonly main: GridState;
  private readonly items: Sheet;
  private readonly group: RowsGroup;
  /** The rows of the items as they were read last, by the first key of the item. */
  private rowsByItem = new Map<string, KeyedRows>();
  /** The first keys of the items by those of their rows. */
  private itemByRow = new Map<string, string>();
  private lastKey = 0;
  private isWriting = false;

  constructor(main: GridState, group: RowsGroup) {
    super();
    this.main = main;
    this.items = main.sheet;
    this.group = group;
    this.refresh();
  }

  /** Follows changes of the items, whose draft has what is typed here; the returned function ends it. */
  follow(): () => void {
    this.main.typedInRows = () => this.typedOfItems();
    this.main.commitInRows = () => this.commit();
    const stops = [
      this.subscribeTyping(() => this.main.notifyTyping()),
      this.items.listeners.subscribe(() => {
        if (!this.isWriting) this.refresh();
      }),
    ];
    return () => {
      this.main.typedInRows = undefined;
      this.main.commitInRows = undefined;
      for (const stop of stops) stop();
    };
  }

  /** Selects the first row of an item; the first row of all without one. */
  goToItem(item: string): void {
    const { columns, numberColumn } = this.group;
    const first = columns.find(({ id, settings }) => settings !== undefined && id !== numberColumn);
    this.goTo(this.keysOf(item)[0] ?? '', first?.id ?? '');
  }

  override apply(edit: SheetEdit, options: { selects?: boolean } = {}): void {
    super.apply(edit, options);
    this.write(edit.cells);
  }

  override travel(direction: 'undo' | 'redo'): void {
    this.items[direction]();
  }

  protected override hold(cell: CellId | undefined): void {
    const item = this.itemOf(cell?.row ?? '');
    this.items.hold(item === undefined ? undefined : { row: item, column: this.group.id });
  }

  /** Reads the rows of all items, with what is edited in them. */
  private refresh(): void {
    const rows: SheetRow[] = [];
    const cells: CellChange[] = [];
    const rowsBefore = this.rowsByItem;
    this.rowsByItem = new Map();
    this.itemByRow.clear();
    for (const item of this.items.rows()) {
      const saved = rowsOf(item.values[this.group.id]);
      const keys = this.noteRows(item.key, rowsBefore.get(this.items.firstKey(item.key)));
      for (const [index, now] of this.rowsOfItem(item.key).entries()) {
        const key = keys[index] ?? '';
        this.itemByRow.set(key, this.items.firstKey(item.key));
        const values = { ...saved[index], [this.group.numberColumn]: index + 1 };
        rows.push({ key, id: item.id ?? 0, version: item.version, label: this.labelOf(item), values });
        cells.push(...this.cellsOf(key, now));
      }
    }
    this.sheet.replace(rows, cells);
  }

  /** Notes the rows that an item has now; returns their keys. */
  private noteRows(item: string, before: KeyedRows | undefined): readonly string[] {
    const rows = this.rowsOfItem(item);
    // Most items are unchanged, and comparing rows by their contents is slow.
    const isSame = before?.rows.length === rows.length && before.rows.every((row, index) => row === rows[index]);
    const first = this.group.columns.find(({ settings }) => settings !== undefined)?.id;
    const follow = () => followRowKeys(before ?? { rows: [], keys: [] }, rows, first, () => `r${++this.lastKey}`);
    const keys = isSame ? before.keys : follow();
    this.rowsByItem.set(this.items.firstKey(item), { rows, keys });
    return keys;
  }

  private keysOf(item: string): readonly string[] {
    return this.rowsByItem.get(this.items.firstKey(item))?.keys ?? [];
  }

  private itemOf(row: string): string | undefined {
    const item = this.itemByRow.get(row);
    return item === undefined ? undefined : this.items.currentKey(item);
  }

  private labelOf({ key }: SheetRow): string {
    const content = this.items.content(key, 'label');
    return 'text' in content ? content.text : String(content.value ?? '');
  }

  private rowsOfItem(item: string): ItemValues[] {
    const content = this.items.content(item, this.group.id);
    return 'value' in content ? rowsOf(content.value) : [];
  }

  private cellsOf(row: string, values: ItemValues): CellChange[] {
    return this.group.columns.flatMap((column): CellChange[] => {
      if (!column.settings) return [];
      const value = values[column.id] ?? null;
      // A field of a row holds a value, not rows.
      const content = contentOf(column, value as Parameters<typeof contentOf>[1]);
      return [{ row, column: column.id, content }];
    });
  }

  private typedOfItems(): CellChange[] {
    return this.typing().flatMap((cell): CellChange[] => {
      const item = this.itemOf(cell.row);
      return item === undefined ? [] : [{ row: item, column: this.group.id, content: this.contentOfItem(item, cell) }];
    });
  }

  private write(cells: readonly CellChange[]): void {
    const items = new Set(cells.flatMap(({ row }) => this.itemOf(row) ?? []));
    const changes = [...items].map((item) => ({ row: item, column: this.group.id, content: this.contentOfItem(item) }));
    this.isWriting = true;
    this.items.change(changes);
    this.isWriting = false;
    for (const item of items)
      this.rowsByItem.set(this.items.firstKey(item), { rows: this.rowsOfItem(item), keys: this.keysOf(item) });
  }

  /** The rows of an item as they are in this sheet, with a cell that is being typed. */
  private contentOfItem(item: string, typed?: CellChange): CellContent {
    let reason: string | undefined;
    const keys = this.keysOf(item);
    const value = this.rowsOfItem(item).map((row, index) => {
      const now: ItemValues = { ...row };
      for (const { id, header, settings } of this.group.columns) {
        if (!settings) continue;
        const key = keys[index] ?? '';
        const isTyped = typed?.row === key && typed.column === id;
        const content = isTyped ? typed.content : this.sheet.content(key, id);
        const wrong = reasonOf(content);
        if (wrong !== undefined) reason ??= `row ${index + 1}, ${header}: ${wrong}`;
        now[id] = 'text' in content ? content.text : content.value;
      }
      return now;
    });
    return reason === undefined ? { value } : { value, reason };
  }
}
