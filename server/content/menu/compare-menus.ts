import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import type { ChangeKind } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { MenuNode } from '@quartermaster/contract/endpoints/menu.ts';
import type { Menus } from './menu-sql.ts';

/** The changes of a sync to the target's menu. */
export interface MenuChange {
  isChanged: boolean;
  conflict: boolean;
  nodes: { id: string; change: ChangeKind }[];
}

export function compareMenus(menus: Menus): MenuChange {
  const { source_hash, target_hash, synced_hash, kept_hash } = menus;
  const isKept = kept_hash === source_hash && synced_hash === target_hash;
  if (source_hash === target_hash || isKept) return { isChanged: false, conflict: false, nodes: [] };
  return { isChanged: true, conflict: isEdited(menus), nodes: compareNodes(menus.target, menus.source) };
}

/** Entries that differ, those of `after` first. */
export function compareNodes(before: readonly MenuNode[], after: readonly MenuNode[]): MenuChange['nodes'] {
  const old = new Map(before.map((node) => [node.id, node]));
  const ids = new Set(after.map(({ id }) => id));
  const nodes = after.flatMap((node): MenuChange['nodes'] => {
    const was = old.get(node.id);
    if (!was) return [{ id: node.id, change: 'added' }];
    return sameNode(was, node) ? [] : [{ id: node.id, change: 'updated' }];
  });
  const removed = before.filter(({ id }) => !ids.has(id)).map(({ id }) => ({ id, change: 'removed' as const }));
  return [...nodes, ...removed];
}

/** True if the target's menu was edited; one that never was synced contains only the link to the images unless edited. */
const isEdited = ({ synced_hash, target_hash, kept_hash, target }: Menus): boolean =>
  synced_hash === null
    ? target.some(({ template_id, label }) => template_id !== imageTemplate.id || label !== imageTemplate.label)
    : synced_hash !== target_hash || kept_hash !== null;

const sameNode = (a: MenuNode, b: MenuNode): boolean =>
  a.parent_id === b.parent_id && a.label === b.label && a.template_id === b.template_id && a.order === b.order;
