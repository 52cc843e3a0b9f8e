import { can } from '../access.ts';
import type { replacementShapes } from '../shapes/replacements.ts';
import { door } from './door.ts';
import type { Input } from './endpoint.ts';

export type Replacement = Omit<
  Input<typeof replacements.check>['body'],
  'leave_out' | 'leave_out_refused' | 'cursor' | 'limit'
>;

/** Finds a text in the labels and texts of an instance's items, and replaces it. Read-only fields are left as they are. */
export const replacements = door<typeof replacementShapes>({
  name: 'replacements',
  // Rows have the values of items that nobody has named.
  access: can([['CREATE_ITEM', 'READ']]),
});
