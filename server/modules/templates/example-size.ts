import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';

/** Maximum number of members in an example: a small body could request as many as its fields times its rows. */
const mostMembers = 100_000;

/** True if an example with these values would exceed the maximum; stops counting there. */
export function isTooLarge(tree: readonly TreeNode[], values: ItemValues): boolean {
  let left = mostMembers;
  const count = ({ members, groups }: Level, row: ItemValues): boolean => {
    left -= members;
    return left >= 0 && groups.every(({ id, level }) => rowsOf(row[id]).every((inner) => count(level, inner)));
  };
  return !count(levelOf(tree), values);
}

/** The number of members in one row, and the dynamic groups inside it. */
interface Level {
  members: number;
  groups: { id: string; level: Level }[];
}

function levelOf(nodes: readonly TreeNode[]): Level {
  const level: Level = { members: 0, groups: [] };
  const add = ({ field, children }: TreeNode): void => {
    level.members += 1;
    const { holds } = fieldTypeOf(field.settings.type);
    // The contents of a group are part of the surrounding row.
    if (holds === 'group') children.forEach(add);
    if (holds === 'rows') level.groups.push({ id: field.id, level: levelOf(children) });
  };
  nodes.forEach(add);
  return level;
}
