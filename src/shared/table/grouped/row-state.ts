/** Props of a control in a table that Tab enters at one place only; arrow keys move from there. */
export interface FocusProps {
  tabIndex: 0 | -1;
  onFocus: () => void;
}

/** The state of a row of a {@link GroupedTable}, for its cells. */
export interface RowState {
  /** The URL that opens the row. */
  address: string;
  isOpen: boolean;
  /** Undefined in a table without selection. */
  isSelected: boolean | undefined;
  /** Props of the control that arrow keys focus: the checkbox, or another one in a table without selection. */
  target: FocusProps & { 'data-place': string };
  /** Props of the other controls. */
  focus: FocusProps;
  /** Selects or deselects the row; `isRange` for all rows since the last one. */
  onPick: (isRange: boolean) => void;
}
