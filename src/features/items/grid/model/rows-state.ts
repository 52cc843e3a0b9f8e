import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { type CellContent, contentOf, reasonOf, type SheetColumn } from './cell-content.ts';
import { GridState } from './grid-state.ts';
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

interface Place {
  item: string;
  /** Its place among the rows of the item, from 0. */
  index: number;
}

/**
 * The rows of a dynamic group of all items, as a sheet of their own. Each edit is a step of the items' sheet, which has the
 * history, the draft and the save; what is invalid stays in the row as it was typed.
 */
export class RowsState extends GridState {
  private readonly main: GridState;
  private readonly items: Sheet;
  private readonly group: RowsGroup;
  private placeByKey = new Map<string, Place>();
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
    this.goTo(keyOf({ item, index: 0 }), first?.id ?? '');
  }

  override apply(edit: SheetEdit, options: { selects?: boolean } = {}): void {
    super.apply(edit, options);
    this.write(edit.cells);
  }

  override travel(direction: 'undo' | 'redo'): void {
    this.items[direction]();
  }

  /** Reads the rows of all items, with what is edited in them. */
  private refresh(): void {
    const rows: SheetRow[] = [];
    const cells: CellChange[] = [];
    const places = new Map<string, Place>();
    for (const item of this.items.rows()) {
      const saved = rowsOf(item.values[this.group.id]);
      for (const [index, now] of this.rowsOfItem(item.key).entries()) {
        const position = { item: item.key, index };
        const key = keyOf(position);
        places.set(key, position);
        const values = { ...saved[index], [this.group.numberColumn]: index + 1 };
        rows.push({ key, id: item.id ?? 0, version: item.version, label: this.labelOf(item), values });
        cells.push(...this.cellsOf(key, now));
      }
    }
    this.placeByKey = places;
    this.sheet.restore(rows, cells);
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
      const item = this.placeByKey.get(cell.row)?.item;
      return item === undefined ? [] : [{ row: item, column: this.group.id, content: this.contentOfItem(item, cell) }];
    });
  }

  private write(cells: readonly CellChange[]): void {
    const items = new Set(cells.flatMap(({ row }) => this.placeByKey.get(row)?.item ?? []));
    const changes = [...items].map((item) => ({ row: item, column: this.group.id, content: this.contentOfItem(item) }));
    this.isWriting = true;
    this.items.change(changes);
    this.isWriting = false;
  }

  /** The rows of an item as they are in this sheet, with a cell that is being typed. */
  private contentOfItem(item: string, typed?: CellChange): CellContent {
    let reason: string | undefined;
    const value = this.rowsOfItem(item).map((row, index) => {
      const now: ItemValues = { ...row };
      for (const { id, header, settings } of this.group.columns) {
        if (!settings) continue;
        const key = keyOf({ item, index });
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

const keyOf = ({ item, index }: Place): string => `${item} ${index}`;
