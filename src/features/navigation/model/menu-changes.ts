import { fieldStatus } from '@quartermaster/contract/content/item-fields.ts';
import { menuRoot, type SaveMenuNode } from '@quartermaster/contract/endpoints/menu.ts';
import { childrenOf } from '../../../shared/tree/tree-shape.ts';
import { entryOf, type MenuBase, type MenuDraft } from './menu-draft.ts';

/** The body of a draft's save: new entries, those with another label, parent or order, and removed ones. */
export function changesOf({ menu }: MenuBase, draft: MenuDraft): SaveMenuNode[] {
  const before = new Map(menu.map((node) => [node.id, node]));
  const level = (parentId: string | null): SaveMenuNode[] =>
    childrenOf(draft.shape, parentId).flatMap((id, order) => {
      const { label, templateId } = entryOf(draft, id);
      const node = { id, parent_id: parentId ?? menuRoot, label, template_id: templateId, order };
      const was = before.get(id);
      const isSame = was?.label === label && was.parent_id === node.parent_id && was.order === order;
      const status = was ? fieldStatus.updated : fieldStatus.added;
      return [...(isSame ? [] : [{ ...node, status }]), ...level(id)];
    });
  const removed = menu.filter(({ id }) => !draft.entries.has(id));
  return [...level(null), ...removed.map((node) => ({ ...node, status: fieldStatus.removed }))];
}

/** Templates that have lost their last link in the menu, by the names of those links. */
export function unlinkedNames({ draft: before }: MenuBase, { entries }: MenuDraft): string[] {
  const linked = new Set([...entries.values()].map(({ templateId }) => templateId));
  const unlinked = [...before.entries.values()].filter(
    ({ templateId }) => templateId !== '' && !linked.has(templateId),
  );
  return [...new Map(unlinked.map(({ templateId, label }) => [templateId, label])).values()];
}
