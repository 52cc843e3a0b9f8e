import { contentLimits, tooManyNodesSentence } from '@quartermaster/contract/content/content-limits.ts';
import { fieldStatus } from '@quartermaster/contract/content/item-fields.ts';
import { type MenuNode, menuRoot, type SaveMenuNode } from '@quartermaster/contract/endpoints/menu.ts';
import { checkMenuTree } from '@quartermaster/contract/rules/menu-tree.ts';
import { AppError } from '../../core/base/errors.ts';

/** A menu after a save, with the nodes that the save removes and writes. */
interface ChangedMenu {
  menu: MenuNode[];
  removed: string[];
  written: MenuNode[];
}

/** Applies changes to a menu; throws 422 with the entries of the body that have no valid position in the result. */
export function applyChanges(before: readonly MenuNode[], changes: readonly SaveMenuNode[]): ChangedMenu {
  refuseIds(before, changes);
  const byId = new Map(before.map((node) => [node.id, node]));
  for (const { status, ...node } of changes) {
    if (status === fieldStatus.removed) byId.delete(node.id);
    else byId.set(node.id, node);
  }
  const menu = [...byId.values()];
  refuseTree(menu, changes);
  if (menu.length > Math.max(contentLimits.menuNodes, before.length)) {
    const message = tooManyNodesSentence(menu.length);
    throw new AppError('invalid', { message, fields: { menu: message } });
  }
  const removed = changes.filter(({ status }) => status === fieldStatus.removed).map(({ id }) => id);
  const written = changes.flatMap(({ id, status }) => (status === fieldStatus.removed ? [] : (byId.get(id) ?? [])));
  return { menu, removed, written };
}

/** Throws 422 for ids that are repeated in the body, already taken, or missing. */
function refuseIds(before: readonly MenuNode[], changes: readonly SaveMenuNode[]): void {
  const present = new Set(before.map(({ id }) => id));
  const sent = new Set<string>();
  const reasons = changes.map(({ id, status }) => {
    if (id === menuRoot) return `"${menuRoot}" is the top level`;
    if (sent.has(id)) return 'this id is in the list twice';
    sent.add(id);
    if (status === fieldStatus.added) return present.has(id) ? 'this id is taken' : undefined;
    return present.has(id) ? undefined : 'there is no such group or link';
  });
  refuse(reasons.map((reason) => [reason, 'id']));
}

function refuseTree(menu: readonly MenuNode[], changes: readonly SaveMenuNode[]): void {
  const nodes = menu.map(({ id, parent_id, template_id }) => ({
    id,
    parentId: parent_id === menuRoot ? null : parent_id,
    isLink: template_id !== '',
  }));
  const wrong = checkMenuTree(nodes);
  if (wrong.size === 0) return;
  const sent = new Map(changes.map(({ id }, index) => [id, index]));
  const reasons: Reason[] = changes.map(({ id }) => [wrong.get(id), 'parent_id']);
  for (const { id, parent_id, label } of menu) {
    const about = sent.get(parent_id);
    // An unsent entry is invalid because of a change to the group around it.
    if (!wrong.has(id) || sent.has(id) || about === undefined || reasons[about]?.[0] !== undefined) continue;
    reasons[about] =
      changes[about]?.status === fieldStatus.removed
        ? [`“${label}” is still inside: remove it, or move it out`, 'status']
        : [`“${label}” inside: ${wrong.get(id)}`, 'template_id'];
  }
  refuse(reasons);
  // No sent entry is invalid itself, e.g. if a moved group makes its contents too deep.
  throw new AppError('invalid', { fields: { menu: [...wrong.values()][0] ?? '' } });
}

/** The error of an entry of the body, if any, and the property that it refers to. */
type Reason = [reason: string | undefined, property: string];

/** Throws 422 if there are reasons; each is for the entry of the body at its index. */
export function refuse(reasons: readonly Reason[]): void {
  const fields = reasons.flatMap(([reason, property], index) =>
    reason === undefined ? [] : [[`menu.${index}.${property}`, reason]],
  );
  if (fields.length > 0) throw new AppError('invalid', { fields: Object.fromEntries(fields) });
}
