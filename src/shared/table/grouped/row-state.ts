import type { FocusProps, SelectState } from '../selection/select-state.ts';

/**
 * The state of a row of a {@link GroupedTable}, for its cells. Arrow keys focus its checkbox, or another control in a table without
 * selection.
 */
export interface RowState extends SelectState {
  /** The URL that opens the row. */
  address: string;
  isOpen: boolean;
  /** Props of the other controls. */
  focus: FocusProps;
}
