import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import type { NewProposal } from '@quartermaster/contract/endpoints/proposals.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { isSame } from '../../item/changed-fields.ts';
import type { DraftBase, ItemDraft } from '../../item/item-draft.ts';

type ProposedItem = NewProposal['changes'][number]['items'][number];

/** An item of a proposal: the fields that a draft changes, and the version that it started from. */
export function proposedRecord(tree: readonly TreeNode[], id: number, base: DraftBase, draft: ItemDraft): ProposedItem {
  const label = draft.label.trim();
  return {
    _id: id,
    _version: base.version,
    ...(label !== base.label && { _label: label }),
    ...changedValues(tree, base.values, draft.values),
  };
}

function changedValues(nodes: readonly TreeNode[], before: ItemValues, after: ItemValues): Record<string, unknown> {
  const changed: Record<string, unknown> = {};
  for (const node of nodes) {
    const { id, settings } = node.field;
    if (fieldTypeOf(settings.type).holds === 'group')
      Object.assign(changed, changedValues(node.children, before, after));
    else if (!isSame(node, before, after)) changed[id] = after[id] ?? null;
  }
  return changed;
}
