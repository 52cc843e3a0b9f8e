import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { type FieldValue, isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { createUuid } from '../../../../shared/http/event-id.ts';
import type { FieldNote } from '../../../../shared/item-form/field-editors.tsx';
import { createFieldTexts } from '../../../../shared/item-form/field-texts.ts';
import type { OthersChange } from '../../../../shared/item-form/others-change.tsx';
import type { CellPlace } from '../../../../shared/table/keys/next-cell.ts';
import { markOf } from '../../../../shared/table/row-marks.ts';
import { contentOf, editedText, readText, type SheetColumn, sameContent } from './cell-content.ts';
import {
  clamp,
  isInRange,
  type MoveKey,
  move,
  rangeOf,
  type SheetExtent,
  type SheetSelection,
  selectAll,
  selectCell,
} from './selection.ts';
import { type CellChange, type SentRow, Sheet, type SheetRow } from './sheet.ts';
import { chooseFor, contentAt, isBlankAt, type SheetEdit, type SheetView, typeInto } from './sheet-view.ts';

/** The open editor of a cell. */
export interface CellEditing {
  row: string;
  column: string;
  /** The text at the start; empty if typing has opened the editor. */
  text: string;
  /** `text` is typed into the cell itself, `panel` is the input of the item form below it. */
  kind: 'text' | 'panel';
  /** True if typing has opened it: then arrow keys leave it. */
  isTyped: boolean;
}

/** A save that was sent, until its answer is known. */
export interface UnansweredSave {
  rows: readonly SentRow[];
  save: { lines: string; idempotencyKey: string };
}

/** The part of a row that the selection changes, as a text that differs if it has to be rendered again. */
export type RowSelection = string;

type Listener = () => void;

/** A name for a cell. */
export const cellName = (row: string, column: string): string => `${row} ${column}`;

/** The state of an open grid: its sheet, what is selected, and the editor. Rows subscribe to what they show of it. */
export class GridState {
  readonly sheet = new Sheet();
  /** What others have saved in edited cells, by {@link cellName}. */
  readonly others = createFieldTexts<OthersChange>();
  /** Who else edits cells, by {@link cellName}. */
  readonly editors = createFieldTexts<FieldNote>();
  /** True while the grid has the focus, also if the focused cell was scrolled out of view. */
  isFocused = false;
  /** The number of rows in view. */
  page = 20;
  /** What is being typed in the sheet of rows that is open in place of this one, as changes of this one. */
  typedInRows: (() => CellChange[]) | undefined;
  /** Closes the editor in that sheet with what was entered. */
  commitInRows: (() => void) | undefined;
  /** Shows the items again in place of the rows of a group. */
  closeRows: (() => void) | undefined;
  /** Shows a column that is hidden. */
  showColumn: ((column: string) => void) | undefined;
  /** The id of the element that says what is wrong with the active cell. */
  readonly reasonId = `reason-${createUuid()}`;
  /** Opens the rows of a dynamic group as a sheet of their own, at those of an item. */
  openRows: ((column: string, row: string) => void) | undefined;
  /** It may have been applied: it is repeated before anything else, with its key, also after a reload. */
  unanswered: UnansweredSave | null = null;
  private columns: readonly SheetColumn[] = [];
  private tree: readonly TreeNode[] = [];
  private canAdd = false;
  private selected: SheetSelection = selectCell({ row: 0, column: 0 });
  private edited: CellEditing | null = null;
  /** A cell to select once its column is shown. */
  private nextCell: { row: string; column: string } | undefined;
  /** How often the focus was moved to the active cell from elsewhere. */
  private focusRequests = 0;
  /** What the open editor holds; undefined as long as it is as it was opened. */
  private entered: { text: string } | { value: FieldValue } | undefined;
  private readonly selectionListeners = new Set<Listener>();
  private readonly typingListeners = new Set<Listener>();
  private listed: readonly SheetRow[] = [];

  constructor() {
    this.sheet.listeners.subscribeToList(() => this.followRows());
    this.sheet.listeners.subscribe(() => this.forgetOthers());
  }

  /** Sets what is shown; the selection stays where there are still cells. */
  show({ columns, tree, canAdd }: Omit<SheetView, 'sheet'>): void {
    this.columns = columns;
    this.tree = tree;
    this.canAdd = canAdd;
    this.select(clamp(this.selected, this.extent()));
    if (this.nextCell && columns.some(({ id }) => id === this.nextCell?.column))
      this.goTo(this.nextCell.row, this.nextCell.column);
  }

  view(): SheetView {
    return { sheet: this.sheet, columns: this.columns, tree: this.tree, canAdd: this.canAdd };
  }

  selection(): SheetSelection {
    return this.selected;
  }

  editing(): CellEditing | null {
    return this.edited;
  }

  /** Rows that can be selected: with new rows, there is a blank one at the end. */
  extent(): SheetExtent {
    const rows = this.sheet.rows().length + (this.canAdd ? 1 : 0);
    const view = this.view();
    return { rows, columns: this.columns.length, page: this.page, isBlank: (position) => isBlankAt(view, position) };
  }

  select(next: SheetSelection): void {
    const { active, head } = this.selected;
    const isSame = same(active, next.active) && same(head, next.head);
    if (isSame) return;
    this.selected = next;
    this.notifySelection();
  }

  selectAll(): void {
    this.select(selectAll(this.selected, { ...this.extent(), rows: this.sheet.rows().length }));
  }

  /** Selects a cell by its row and column, and shows it if it is hidden; the first cell of the row without a column. */
  goTo(row: string, column: string): void {
    const index = this.sheet.place(row);
    const at = this.columns.findIndex(({ id }) => id === column);
    if (index === undefined) return;
    this.closeRows?.();
    const isHidden = at === -1 && column !== '';
    this.nextCell = isHidden ? { row, column } : undefined;
    if (isHidden) this.showColumn?.(column);
    this.isFocused = true;
    this.focusRequests += 1;
    this.selected = selectCell({ row: index, column: Math.max(0, at) });
    this.notifySelection();
  }

  /** Moves the focus to the active cell. */
  focus(): void {
    this.isFocused = true;
    this.focusRequests += 1;
    this.notifySelection();
  }

  /** The selected rows that are not saved. */
  selectedNewRows(): string[] {
    const { top, bottom } = rangeOf(this.selected);
    const rows = this.sheet.rows().slice(top, bottom + 1);
    return rows.flatMap(({ id, key }) => (id === null ? key : []));
  }

  removeNewRows(): void {
    this.cancel();
    this.sheet.removeNew(this.selectedNewRows());
  }

  /** Moves the selection by a key; false if the key moves nothing, such as Tab in the last column. */
  move(pressed: MoveKey): boolean {
    const { column } = this.selected.active;
    const isTabOut = pressed.key === 'Tab' && (pressed.isShift ? column === 0 : column === this.columns.length - 1);
    const next = isTabOut ? undefined : move(this.selected, pressed, this.extent());
    if (next) this.select(next);
    return next !== undefined;
  }

  /** The column of the active cell, and its row; undefined in the blank row at the end. */
  active(): { column: SheetColumn | undefined; row: string | undefined } {
    const { row, column } = this.selected.active;
    return { column: this.columns[column], row: this.sheet.rows()[row]?.key };
  }

  /** Opens the editor of the active cell, or its rows; false if it cannot be edited. */
  edit({ isTyped }: { isTyped: boolean }): boolean {
    const { column, row } = this.active();
    if (column?.opens && row !== undefined && !isTyped) {
      this.openRows?.(column.id, row);
      return true;
    }
    if (!column || column.locked !== undefined || markOf(this.sheet.row(row ?? ''))?.state === 'deleted') return false;
    this.commit();
    const content = contentAt(this.view(), this.selected.active);
    const kind = hasPanel(column, isTyped) ? 'panel' : 'text';
    this.select(selectCell(this.selected.active));
    this.edited = {
      row: row ?? '',
      column: column.id,
      text: isTyped ? '' : editedText(column, content),
      kind,
      isTyped,
    };
    this.entered = undefined;
    this.notifySelection();
    return true;
  }

  /** Notes the text, or the chosen value, in the open editor, so that the draft has it before it is committed. */
  enter(entered: { text: string } | { value: FieldValue }): void {
    this.entered = entered;
    this.notifyTyping();
  }

  /** Notifies those who store what is being typed. */
  notifyTyping(): void {
    for (const listener of this.typingListeners) listener();
  }

  /** The cell that the open editor would change. */
  typing(): CellChange[] {
    if (this.typedInRows) return this.typedInRows();
    const column = this.columns.find(({ id }) => id === this.edited?.column);
    if (!this.entered || !this.edited || !column || this.edited.row === '') return [];
    const { row } = this.edited;
    const before = this.sheet.content(row, column.id);
    const { entered } = this;
    const content =
      'text' in entered ? readText(column, entered.text, before) : contentOf(column, orNull(entered.value));
    return sameContent(before, content) ? [] : [{ row, column: column.id, content }];
  }

  /** Closes the editor without a change. */
  cancel(): void {
    if (!this.edited) return;
    this.edited = null;
    this.entered = undefined;
    this.notifySelection();
  }

  /** Closes the editor with what was entered. */
  commit(): void {
    this.commitInRows?.();
    const { entered } = this;
    const position = this.editedPlace();
    this.cancel();
    if (!entered || !position) return;
    const view = this.view();
    this.apply(
      'text' in entered ? typeInto(view, position, entered.text) : chooseFor(view, position, orNull(entered.value)),
    );
  }

  /** Changes cells in one step, and selects them. */
  apply({ cells, added, range }: SheetEdit, { selects = false } = {}): void {
    this.sheet.change(cells, added);
    if (selects)
      this.select({
        active: { row: range.top, column: range.left },
        head: { row: range.bottom, column: range.right },
      });
  }

  /** Undoes or redoes a step, and selects what it has changed. */
  travel(direction: 'undo' | 'redo'): void {
    const changed = this.sheet[direction]();
    const places = (changed ?? []).flatMap(({ row, column }): CellPlace[] => {
      const index = this.sheet.place(row);
      const at = this.columns.findIndex(({ id }) => id === column);
      return index === undefined || at === -1 ? [] : [{ row: index, column: at }];
    });
    const rows = places.map(({ row }) => row);
    const columns = places.map(({ column }) => column);
    if (places.length > 0)
      this.select({
        active: { row: least(rows), column: least(columns) },
        head: { row: most(rows), column: most(columns) },
      });
    else this.select(clamp(this.selected, this.extent()));
  }

  /** What a row shows of the selection. */
  rowSelection(row: number): RowSelection {
    const range = rangeOf(this.selected);
    const { active } = this.selected;
    const isActive = active.row === row;
    const isInside = isInRange(range, { row, column: range.left });
    if (!isInside && !isActive) return '';
    const last = row === range.bottom ? range.right : '';
    return [
      isInside ? `${range.left}-${range.right}` : '',
      isActive ? active.column : '',
      isActive ? this.focusRequests : '',
      last,
      this.editorIn(row),
    ].join('|');
  }

  subscribeSelection(listener: Listener): Listener {
    this.selectionListeners.add(listener);
    return () => void this.selectionListeners.delete(listener);
  }

  /** Calls back when the text in an editor changes. */
  subscribeTyping(listener: Listener): Listener {
    this.typingListeners.add(listener);
    return () => void this.typingListeners.delete(listener);
  }

  /** Keeps the selection at its rows when others are added or removed before them. */
  private followRows(): void {
    const before = this.listed;
    this.listed = this.sheet.rows();
    const follow = ({ row, column }: CellPlace) => ({ row: this.sheet.place(before[row]?.key ?? '') ?? row, column });
    const { active, head } = this.selected;
    this.select(clamp({ active: follow(active), head: follow(head) }, this.extent()));
  }

  /** Of cells without edits: those show what is saved. */
  private forgetOthers(): void {
    const all = [...this.others.all()];
    if (all.length === 0) return;
    const edits = [...this.sheet.edits()];
    const edited = new Set(edits.flatMap(([row, cells]) => [...cells.keys()].map((column) => cellName(row, column))));
    const left = all.filter(([name]) => edited.has(name));
    if (left.length < all.length) this.others.set(new Map(left));
  }

  private editorIn(row: number): string {
    return this.edited && row === this.selected.active.row ? this.edited.column : '';
  }

  private editedPlace(): CellPlace | undefined {
    if (!this.edited) return undefined;
    const column = this.columns.findIndex(({ id }) => id === this.edited?.column);
    const row = this.edited.row === '' ? this.sheet.rows().length : this.sheet.place(this.edited.row);
    return column === -1 || row === undefined ? undefined : { row, column };
  }

  private notifySelection(): void {
    for (const listener of this.selectionListeners) listener();
  }
}

/** An input may return an empty text or list for no value. */
const orNull = (value: FieldValue): FieldValue => (isEmpty(value) ? null : value);

const same = (a: CellPlace, b: CellPlace) => a.row === b.row && a.column === b.column;
const least = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.min(a, b));
const most = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.max(a, b));

/** Values that are chosen have the input of the item form; a checkbox is also typed as a text. */
function hasPanel({ settings }: SheetColumn, isTyped: boolean): boolean {
  if (!settings) return false;
  const { settings: declared, canDecide, index } = fieldTypeOf(settings.type);
  const isCheckbox = canDecide === true && index.kind === 'number';
  // An input with a placeholder is typed into.
  return !('placeholder' in declared) && !(isTyped && isCheckbox);
}
