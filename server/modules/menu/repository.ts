import { type MenuNode, menuRoot } from '@quartermaster/contract/endpoints/menu.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { Db, Query } from '../../core/database/database.ts';
import { menuNodes } from '../../core/tables/all.ts';

/** The configured menu, followed by top-level links to all templates that are not in it. */
export const listMenu = (query: Query, instanceId: number): Promise<MenuNode[]> =>
  query<MenuNode>(
    `select id, parent_id, label, template_id, "order" from menu_nodes where instance_id = $1
    union all
    select 'template-' || t.id, $2, t.label, t.id, 1000000 + row_number() over (order by t.key)::int
      from templates t
      where t.instance_id = $1 and not exists (select 1 from menu_nodes m where m.instance_id = $1 and m.template_id = t.id)
    order by "order", id`,
    [instanceId, menuRoot],
    'menu-list',
  );

/** Appends a link to a template at the top level. */
export async function appendMenuLink(
  tx: Db,
  { instanceId, templateId, label }: { instanceId: number; templateId: string; label: string },
): Promise<void> {
  const last = sql<number>`(select coalesce(max(${menuNodes.order}) + 1, 0) from ${menuNodes}
    where ${menuNodes.instanceId} = ${instanceId} and ${menuNodes.parentId} = ${menuRoot})`;
  await tx
    .insert(menuNodes)
    .values({ instanceId, id: `template-${templateId}`, parentId: menuRoot, label, templateId, order: last })
    .onConflictDoNothing();
}

/** Removes all links to a template. */
export async function removeMenuLinks(tx: Db, instanceId: number, templateId: string): Promise<void> {
  await tx.delete(menuNodes).where(and(eq(menuNodes.instanceId, instanceId), eq(menuNodes.templateId, templateId)));
}

/** Updates links that still have a template's old label to its new one. */
export async function relabelMenuLinks(
  tx: Db,
  { instanceId, templateId, from, to }: { instanceId: number; templateId: string; from: string; to: string },
): Promise<void> {
  await tx
    .update(menuNodes)
    .set({ label: to })
    .where(and(eq(menuNodes.instanceId, instanceId), eq(menuNodes.templateId, templateId), eq(menuNodes.label, from)));
}
