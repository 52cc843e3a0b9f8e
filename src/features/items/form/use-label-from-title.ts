import { labelFromTitle, titleFieldOf } from '@quartermaster/contract/content/title-label.ts';
import { useEffect } from 'react';
import type { FieldNode } from '../../../shared/data/templates.ts';
import type { FieldsForm } from '../../../shared/item-form/form-context.ts';
import type { ItemDraft } from '../item/item-draft.ts';

/** Makes the label of a new item from its title field until the user has typed one; an emptied label follows the title again. */
export function useLabelFromTitle(
  tree: readonly FieldNode[],
  { getValues, register, events }: FieldsForm,
  isNew: boolean,
) {
  const titleId = isNew ? titleFieldOf(tree)?.id : undefined;
  useEffect(() => {
    if (titleId === undefined) return;
    const titlePath = `values.${titleId}`;
    const read = () => {
      const { label, values } = getValues() as ItemDraft;
      return { label, title: labelFromTitle(tree, values) };
    };
    const isOwn = ({ label, title } = read()) => label !== '' && label !== title;
    let isTyped = isOwn();
    let isFollowing = false;
    return events.onEdit((path) => {
      if (isFollowing) return;
      // Other values, as of a stored draft.
      if (path === null) isTyped = isOwn();
      else if (path === 'label') isTyped = read().label !== '';
      else if (!isTyped && (path === titlePath || path.startsWith(`${titlePath}.`))) {
        isFollowing = true;
        void register('label').onChange({ type: 'change', target: { name: 'label', value: read().title } });
        events.edited('label');
        isFollowing = false;
      }
    });
  }, [tree, titleId, getValues, register, events]);
}
