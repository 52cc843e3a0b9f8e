import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { type FieldValue, isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { createUuid } from '../../../../shared/http/event-id.ts';
import type { FieldNote } from '../../../../shared/item-form/field-editors.tsx';
import { createFieldTexts } from '../../../../shared/item-form/field-texts.ts';
import type { OthersChange } from '../../../../shared/item-form/others-change.tsx';
import { markOf } from '../../../../shared/table/row-marks.ts';
import { contentOf, editedText, readText, type SheetColumn, sameContent } from './cell-content.ts';
import { blankRow, type CellArea, type CellId, type CellSelection } from './cell-selection.ts';
import { type RowSelection, SelectedCells } from './selected-cells.ts';
import { extendTo, type MoveKey, move, type SheetExtent, type SheetSelection, selectAll } from './selection.ts';
import { type CellChange, type SentRow, Sheet } from './sheet.ts';
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

/** What a row shows of the selection. */
export interface ShownSelection extends RowSelection {
  /** True if nothing is selected, and the active cell is only where the focus is. */
  isNothing: boolean;
  /** Changes when the focus is to be moved to the active cell. */
  focus: number;
  /** The column with an open editor. */
  editor: string | undefined;
}

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
  private readonly selected = new SelectedCells(() => this.notifySelection());
  private edited: CellEditing | null = null;
  /** A cell to select once its column is shown. */
  private nextCell: { row: string; column: string } | undefined;
  /** How often the focus was moved to the active cell from elsewhere. */
  private focusRequests = 0;
  /** What the open editor holds; undefined as long as it is as it was opened. */
  private entered: { text: string } | { value: FieldValue } | undefined;
  private readonly selectionListeners = new Set<Listener>();
  private readonly typingListeners = new Set<Listener>();

  constructor() {
    this.sheet.listeners.subscribeToList(() => this.followRows());
    this.sheet.listeners.subscribe(() => this.forgetOthers());
  }

  /** Sets what is shown; the selection stays where there are still cells. */
  show({ columns, tree, canAdd }: Omit<SheetView, 'sheet'>): void {
    this.columns = columns;
    this.tree = tree;
    this.canAdd = canAdd;
    this.followRows();
    if (this.nextCell && columns.some(({ id }) => id === this.nextCell?.column))
      this.goTo(this.nextCell.row, this.nextCell.column);
  }

  view(): SheetView {
    return { sheet: this.sheet, columns: this.columns, tree: this.tree, canAdd: this.canAdd };
  }

  selection(): CellSelection {
    return this.selected.current();
  }

  /** True once all that was selected is gone: keys then move from the active cell, and write nothing. */
  isNothingSelected(): boolean {
    return this.selected.isEmpty();
  }

  /**
   * Why the selection cannot be written; undefined if it can. What is left of it cannot take `copies` of several cells: these would get
   * what was meant for others.
   */
  writeProblem(kind: 'cells' | 'copies'): string | undefined {
    if (this.isNothingSelected()) return 'What was selected is no longer here. Select a cell, then try again.';
    if (kind === 'cells' || this.selection().isWhole) return undefined;
    return 'Some of the selected cells are no longer here. Select the cells again, then try again.';
  }

  /** The place of the active cell, to show it. */
  places(): SheetSelection {
    return this.selected.places();
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

  /** Selects a cell; with `extends`, all from the active one to it. */
  selectCell(cell: CellId, { extends: isExtended = false } = {}): void {
    if (isExtended && !this.isNothingSelected())
      this.selected.selectPlaces(extendTo(this.places(), this.selected.placeOf(cell)));
    else this.selected.selectCell(cell);
  }

  selectArea(area: CellArea): void {
    this.selected.selectArea(area);
  }

  selectAll(): void {
    this.selected.selectPlaces(selectAll(this.places(), { ...this.extent(), rows: this.sheet.rows().length }));
  }

  /** Selects a cell by its row and column, and shows it if it is hidden; the first cell of the row without a column. */
  goTo(row: string, column: string): void {
    const at = this.columns.findIndex(({ id }) => id === column);
    if (this.sheet.place(row) === undefined) return;
    this.closeRows?.();
    const isHidden = at === -1 && column !== '';
    this.nextCell = isHidden ? { row, column } : undefined;
    if (isHidden) this.showColumn?.(column);
    this.isFocused = true;
    this.focusRequests += 1;
    this.selected.selectCell({ row, column: this.columns[Math.max(0, at)]?.id ?? '' });
    this.notifySelection();
  }

  /** Notes that the user has moved the focus into the grid, which selects the cell that has it. */
  enterFocus(): void {
    if (!this.isFocused) this.selected.chooseActive();
    this.isFocused = true;
  }

  /** Moves the focus to the active cell. */
  focus(): void {
    this.isFocused = true;
    this.focusRequests += 1;
    this.notifySelection();
  }

  /** The selected rows that are not saved. */
  selectedNewRows(): string[] {
    return this.selection().rows.filter((key) => this.sheet.row(key)?.id === null);
  }

  removeNewRows(): void {
    this.cancel();
    const isNothing = this.isNothingSelected();
    this.sheet.removeNew(this.selectedNewRows());
    if (!isNothing) this.selected.chooseActive();
  }

  /** Moves the selection by a key; false if the key moves nothing, such as Tab in the last column. */
  move(pressed: MoveKey): boolean {
    const { column } = this.places().active;
    const isTabOut = pressed.key === 'Tab' && (pressed.isShift ? column === 0 : column === this.columns.length - 1);
    const next = isTabOut ? undefined : move(this.places(), pressed, this.extent());
    if (next) this.selected.selectPlaces(next);
    return next !== undefined;
  }

  /** The column of the active cell, and its row; undefined in the blank row at the end. */
  active(): { column: SheetColumn | undefined; row: string | undefined } {
    const { row, column } = this.selection().active;
    return { column: this.columns.find(({ id }) => id === column), row: this.sheet.row(row)?.key };
  }

  /** Opens the editor of the active cell, or its rows; false if it cannot be edited. */
  edit({ isTyped }: { isTyped: boolean }): boolean {
    const { column, row } = this.active();
    if (this.isNothingSelected()) return false;
    if (column?.opens && row !== undefined && !isTyped) {
      this.openRows?.(column.id, row);
      return true;
    }
    if (!column || column.locked !== undefined || markOf(this.sheet.row(row ?? ''))?.state === 'deleted') return false;
    this.commit();
    const cell = { row: row ?? blankRow, column: column.id };
    const content = contentAt(this.view(), cell);
    const kind = hasPanel(column, isTyped) ? 'panel' : 'text';
    this.selected.selectCell(cell);
    this.edited = {
      row: cell.row,
      column: column.id,
      text: isTyped ? '' : editedText(column, content),
      kind,
      isTyped,
    };
    this.entered = undefined;
    this.hold(this.edited);
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
    if (!this.entered || !this.edited || !column || this.edited.row === blankRow) return [];
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
    this.hold(undefined);
    this.notifySelection();
  }

  /** Closes the editor with what was entered. */
  commit(): void {
    this.commitInRows?.();
    const { entered, edited } = this;
    if (!edited) return;
    this.entered = undefined;
    if (entered) {
      // What was begun in the blank row becomes a new one, also if none can be added since.
      const view = { ...this.view(), canAdd: true };
      const edit =
        'text' in entered ? typeInto(view, edited, entered.text) : chooseFor(view, edited, orNull(entered.value));
      this.apply(edit, { selects: this.selection().active.row === blankRow && edit.added.length > 0 });
    }
    this.cancel();
  }

  /** Changes cells in one step, and selects them. */
  apply({ cells, added, area }: SheetEdit, { selects = false } = {}): void {
    this.sheet.change(cells, added);
    if (selects) this.selectArea(area);
  }

  /** Undoes or redoes a step, and selects what it has changed. */
  travel(direction: 'undo' | 'redo'): void {
    const isNothing = this.isNothingSelected();
    const changed = this.sheet[direction]() ?? [];
    this.selectArea({ rows: changed.map(({ row }) => row), columns: changed.map(({ column }) => column) });
    if (!isNothing) this.selected.chooseActive();
  }

  /** What a row shows of the selection, as a text that differs if it has to be rendered again; empty for nothing. */
  rowSelection(row: string): string {
    const part = this.selected.inRow(row);
    if (!part) return '';
    return JSON.stringify({
      ...part,
      isNothing: this.isNothingSelected(),
      focus: part.active === undefined ? 0 : this.focusRequests,
      editor: this.edited?.row === row ? this.edited.column : undefined,
    } satisfies ShownSelection);
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

  /** Keeps the row of an open editor while its item is gone. */
  protected hold(cell: CellId | undefined): void {
    this.sheet.hold(cell);
  }

  /** Keeps the selection and the editor at their rows when others are added or removed. */
  private followRows(): void {
    const current = (row: string) => this.sheet.currentKey(row);
    const rows = this.sheet.rows().map(({ key }) => key);
    if (this.edited) this.edited = { ...this.edited, row: current(this.edited.row) };
    this.selected.setSheet(
      { rows: this.canAdd ? [...rows, blankRow] : rows, columns: this.columns.map(({ id }) => id) },
      current,
    );
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

  private notifySelection(): void {
    for (const listener of this.selectionListeners) listener();
  }
}

/** An input may return an empty text or list for no value. */
const orNull = (value: FieldValue): FieldValue => (isEmpty(value) ? null : value);

/** Values that are chosen have the input of the item form; a checkbox is also typed as a text. */
function hasPanel({ settings }: SheetColumn, isTyped: boolean): boolean {
  if (!settings) return false;
  const { settings: declared, canDecide, index } = fieldTypeOf(settings.type);
  const isCheckbox = canDecide === true && index.kind === 'number';
  // An input with a placeholder is typed into.
  return !('placeholder' in declared) && !(isTyped && isCheckbox);
}
