import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';

/** Most members that an example writes: a small body can ask for as many as its fields times its rows. */
const mostMembers = 100_000;

/** Whether an example of these values has more members than it may; stops counting there. */
export function isTooLarge(tree: readonly TreeNode[], values: ItemValues): boolean {
  let left = mostMembers;
  const count = ({ members, groups }: Level, row: ItemValues): boolean => {
    left -= members;
    return left >= 0 && groups.every(({ id, level }) => rowsOf(row[id]).every((inner) => count(level, inner)));
  };
  return !count(levelOf(tree), values);
}

/** What one row writes, and the dynamic groups whose rows lie in it. */
interface Level {
  members: number;
  groups: { id: string; level: Level }[];
}

function levelOf(nodes: readonly TreeNode[]): Level {
  const level: Level = { members: 0, groups: [] };
  const add = ({ field, children }: TreeNode): void => {
    level.members += 1;
    const { holds } = fieldTypeOf(field.settings.type);
    // What a group holds lies in the row around it.
    if (holds === 'group') children.forEach(add);
    if (holds === 'rows') level.groups.push({ id: field.id, level: levelOf(children) });
  };
  nodes.forEach(add);
  return level;
}
