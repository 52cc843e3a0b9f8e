import type { SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import type { Query } from '../../../core/database/database.ts';
import { type ItemState, isLastSaved } from '../repository.ts';

/**
 * Whether a save may be applied to the current state of an item. When rows are restored, their item gets a version that
 * nobody has saved: a save based on the last saved version may still change anything except rows.
 */
export async function isBasedOn(
  query: Query,
  templateKey: number,
  { id, version = 0, fields }: SaveItem,
  state: ItemState,
): Promise<boolean> {
  if (version === state.version) return true;
  const changesRows = fields.some(({ template_group_id }) => template_group_id !== null);
  if (id === undefined || version > state.version || changesRows) return false;
  return isLastSaved(query, { templateKey, id, version });
}
