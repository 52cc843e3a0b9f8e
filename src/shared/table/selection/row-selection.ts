/** The selected rows of a list: some by id, or all that match its filters except some. */
export interface RowSelection {
  /** How many rows match the filters, if all of them are selected; otherwise null. */
  matching: number | null;
  /** The selected ids; if all that match are selected, the ids that are not. */
  ids: ReadonlySet<string>;
}

/** The selection of no rows. */
export const noRows: RowSelection = { matching: null, ids: new Set() };

/** True for a selected row. */
export const isRowSelected = ({ matching, ids }: RowSelection, id: string): boolean =>
  (matching !== null) !== ids.has(id);

/** How many rows are selected. */
export const selectedRows = ({ matching, ids }: RowSelection): number =>
  matching === null ? ids.size : Math.max(0, matching - ids.size);

/** Selects or deselects rows. */
export function selectRows(before: RowSelection, chosen: readonly string[], isOn: boolean): RowSelection {
  const ids = new Set(before.ids);
  for (const id of chosen) {
    if (isOn === (before.matching === null)) ids.add(id);
    else ids.delete(id);
  }
  const after = { ...before, ids };
  return selectedRows(after) === 0 ? noRows : after;
}
