import type { FocusProps, SelectState, Target } from '../selection/select-state.ts';

/**
 * The state of a row of a {@link GroupedTable}, for its cells. Arrow keys focus its checkbox, or another control in a table without
 * selection.
 */
export interface RowState extends SelectState {
  /** Props of the control that Tab enters and arrow keys focus. */
  target: Target;
  /** The URL that opens the row. */
  address: string;
  /** The key of its group. */
  groupKey: string;
  isOpen: boolean;
  /** Props of the other controls of the row, which the arrow keys to the sides focus. */
  focus: FocusProps;
}
