import { type MenuNode, menuRoot } from '@quartermaster/contract/endpoints/menu.ts';
import { childrenOf } from '../../../shared/tree/tree-shape.ts';
import { baseOf, entryOf, type MenuBase, type MenuDraft } from './menu-draft.ts';

/** A draft of a menu in a serializable format, with its base. */
interface StoredMenu {
  version: string;
  base: readonly MenuNode[];
  draft: readonly MenuNode[];
}

/** Serializes a draft and its base. */
export const toStored = ({ version, menu }: MenuBase, draft: MenuDraft): StoredMenu => ({
  version,
  base: menu,
  draft: nodesOf(draft),
});

function nodesOf(draft: MenuDraft): MenuNode[] {
  const level = (parentId: string | null): MenuNode[] =>
    childrenOf(draft.shape, parentId).flatMap((id, order) => {
      const { label, templateId } = entryOf(draft, id);
      return [{ id, parent_id: parentId ?? menuRoot, label, template_id: templateId, order }, ...level(id)];
    });
  return level(null);
}

/** Reads a stored draft; `null` if it is invalid, e.g. written by an earlier version in another format. */
export function fromStored(value: unknown): { base: MenuBase; draft: MenuDraft } | null {
  if (!isStored(value)) return null;
  const { version, base, draft } = value;
  return { base: baseOf({ menu: base, version }), draft: baseOf({ menu: draft, version }).draft };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isStored = (value: unknown): value is StoredMenu =>
  isObject(value) && typeof value.version === 'string' && isMenu(value.base) && isMenu(value.draft);

const isMenu = (value: unknown): value is readonly MenuNode[] =>
  Array.isArray(value) &&
  value.every(
    (node) =>
      isObject(node) &&
      [node.id, node.parent_id, node.label, node.template_id].every((text) => typeof text === 'string') &&
      typeof node.order === 'number',
  );
