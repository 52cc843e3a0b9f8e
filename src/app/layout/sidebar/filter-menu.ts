import type { MenuNode } from '@quartermaster/contract/endpoints/menu.ts';
import { foldText } from '@quartermaster/contract/texts.ts';

/** The entries whose name contains a text, with their parent folders; for a matching folder, all of its content. */
export function filterMenu(nodes: readonly MenuNode[], text: string): readonly MenuNode[] {
  const sought = foldText(text.trim());
  if (sought === '') return nodes;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const byParent = Map.groupBy(nodes, ({ parent_id }) => parent_id);
  const visible = new Set<string>();
  const showInside = (id: string) => {
    if (visible.has(id)) return;
    visible.add(id);
    for (const child of byParent.get(id) ?? []) showInside(child.id);
  };
  const found = nodes.filter(({ label }) => foldText(label).includes(sought));
  for (const { id } of found) showInside(id);
  for (const { parent_id } of found)
    for (let at = byId.get(parent_id); at && !visible.has(at.id); at = byId.get(at.parent_id)) visible.add(at.id);
  return nodes.filter(({ id }) => visible.has(id));
}
