import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import type { NewProposal } from '@quartermaster/contract/endpoints/proposals.ts';
import { isLocalised } from '@quartermaster/contract/field-types/localised.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { sheetRecord } from '@quartermaster/contract/sheets/sheet-record.ts';
import { columnOf, systemColumns } from '@quartermaster/contract/sheets/system-columns.ts';
import { isSame } from '../../item/changed-fields.ts';
import type { DraftBase, ItemDraft } from '../../item/item-draft.ts';

type ProposedItem = NewProposal['changes'][number]['items'][number];

/** An item of a proposal: the fields that a draft changes, and the version that it started from. Links name their items by id. */
export function proposedRecord(tree: readonly TreeNode[], id: number, base: DraftBase, draft: ItemDraft): ProposedItem {
  const { version } = base;
  const label = draft.label.trim();
  const complete = sheetRecord(tree, { id, version, internal_label: label, values: draft.values }, () => undefined);
  const changed = changedIn(tree, base.values, draft.values).map((fieldId) => {
    const column = columnOf(tree, fieldId);
    return [column, withRemoved(complete[column] ?? null, base.values[fieldId], draft.values[fieldId])];
  });
  return {
    [systemColumns.id]: id,
    [systemColumns.version]: version,
    ...(label !== base.label && { [systemColumns.label]: label }),
    ...Object.fromEntries(changed),
  };
}

/** The ids of the fields that differ. */
const changedIn = (nodes: readonly TreeNode[], before: ItemValues, after: ItemValues): string[] =>
  nodes.flatMap((node) => {
    const { id, settings } = node.field;
    if (fieldTypeOf(settings.type).holds === 'group') return changedIn(node.children, before, after);
    return isSame(node, before, after) ? [] : [id];
  });

/** Languages that a record does not name stay; an empty text removes one. */
function withRemoved(value: unknown, before: unknown, after: unknown): unknown {
  if (!isLocalised(before) || !isLocalised(after)) return value;
  const removed = Object.keys(before).filter((language) => after[language] === undefined);
  return { ...(value as object), ...Object.fromEntries(removed.map((language) => [language, ''])) };
}
