import type { Bound } from '@quartermaster/contract/field-types/bounds.ts';
import type { Leaf } from '../../model/template-model.ts';

/** How many items are listed with a count. */
export const sampledItems = 20;

/** Items that match: how many, and the first ids. */
export interface FoundItems {
  count: number;
  ids: number[];
}

/** Where a search ends: after the last item, or at the first match, which is counted but not listed. */
export type End = 'last' | 'first';

/** A search through the values of a field: for violations of the bounds, or without bounds for any value. */
export interface Search {
  leaf: Leaf;
  bounds: readonly Bound[] | undefined;
  end: End;
  /** Items that do not count. */
  except?: readonly number[];
}
