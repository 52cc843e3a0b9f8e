/** Props of a control in a table that Tab enters at one place only; arrow keys move from there. */
export interface FocusProps {
  tabIndex: 0 | -1;
  onFocus: () => void;
}

/** The state of a row's checkbox. */
export interface SelectState {
  /** Undefined in a table without selection. */
  isSelected: boolean | undefined;
  /** Props of the control that arrow keys focus. */
  target: FocusProps & { 'data-place': string };
  /** Selects or deselects the row; `isRange` for all rows since the last one. */
  onPick: (isRange: boolean) => void;
}
