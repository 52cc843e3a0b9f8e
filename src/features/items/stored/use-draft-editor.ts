import { useMemo } from 'react';
import type { FieldNode } from '../../../shared/data/templates.ts';
import type { DraftEditor } from '../../../shared/drafts/use-stored-draft.ts';
import { useStableCallback } from '../../../shared/ui/hooks/use-stable-callback.ts';
import type { Creation } from '../item/creation.ts';
import type { ItemDraft } from '../item/item-draft.ts';
import { changesOf, type useItemForm } from '../item/use-item-form.ts';
import { fromStored, type StoredItem, toStored } from './stored-item.ts';

/** An item's form as an editor whose draft is stored. */
export function useDraftEditor(
  tree: readonly FieldNode[],
  { base, fields, touched, lost, startFrom }: ReturnType<typeof useItemForm>,
  creation: Creation,
): DraftEditor<StoredItem> {
  const { getValues, events } = fields;
  const restore = useStableCallback(startFrom);
  return useMemo(() => {
    const draft = () => getValues() as ItemDraft;
    return {
      isDirty: () => touched.current && (lost.length > 0 || changesOf(tree, base, draft()).isChanged),
      read: () => toStored(base, draft(), { key: creation.key(), lost }),
      parse: (stored) => fromStored(tree, stored),
      differs: (stored) =>
        stored.lost.length > 0 || changesOf(tree, { ...draft(), version: 0 }, stored.draft).isChanged,
      // Its base version stays the same, so that the save detects what others have saved since.
      restore: (stored) => {
        if (stored.key !== undefined) creation.restore(stored.key);
        restore(stored.base, stored.draft, stored.lost);
      },
      subscribe: (onChange) => events.onEdit(() => onChange()),
    };
  }, [tree, base, lost, getValues, events, restore, touched, creation]);
}
