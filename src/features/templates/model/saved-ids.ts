import { isPlaceholderId, withFieldIds } from '@quartermaster/contract/rules/new-field-ids.ts';
import { settingsOf } from '../../../shared/template-changes/template-state.ts';
import { childrenOf } from '../../../shared/tree/tree-shape.ts';
import { type Draft, draftOf, fieldsOf } from './draft.ts';

/**
 * A draft whose new fields have the ids of the fields that a saved version has under their names: an earlier save whose answer
 * was lost has perhaps created these.
 */
export function withSavedIds(draft: Draft, saved: Draft): Draft {
  const ids = new Map<string, string>();
  for (const { id, parentId, settings } of fieldsOf(draft)) {
    if (!isPlaceholderId(id)) continue;
    const around = parentId === null ? null : (ids.get(parentId) ?? parentId);
    const same = childrenOf(saved.shape, around).find(
      (other) => !draft.settings.has(other) && settingsOf(saved, other).name === settings.name,
    );
    if (same !== undefined) ids.set(id, same);
  }
  return ids.size === 0 ? draft : draftOf({ ...draft, fields: withFieldIds(fieldsOf(draft), ids) }, draft.saved);
}
