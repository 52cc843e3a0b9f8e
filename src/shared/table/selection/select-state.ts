/** Props of a control in a table that Tab enters at one place only; arrow keys move from there. */
export interface FocusProps {
  tabIndex: 0 | -1;
  onFocus: () => void;
}

/** Props of the control of a row that arrow keys focus. */
export type Target = FocusProps & { 'data-place': string };

/** The state of a row's checkbox. */
export interface SelectState {
  /** Undefined in a table without selection. */
  isSelected: boolean | undefined;
  /** Undefined in a table whose keys are not the checkboxes' matter. */
  target?: Target;
  /** Selects or deselects the row; `isRange` for all rows since the last one. */
  onPick: (isRange: boolean) => void;
}
