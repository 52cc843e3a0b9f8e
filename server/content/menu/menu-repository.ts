import { type MenuNode, menuRoot } from '@quartermaster/contract/endpoints/menu.ts';
import type { SavedBy } from '@quartermaster/contract/saved-by.ts';
import type { Unit } from '../../core/app/unit.ts';
import { type Author, toColumns } from '../../core/base/actor.ts';
import type { Query } from '../../core/database/database.ts';
import { type SavedByRow, savedBySql, toSavedBy } from '../model/last-save.ts';
import { menuHashSql } from '../model/menu-hash.ts';
import { compareNodes } from './compare-menus.ts';

const columns = 'id, parent_id, label, template_id, "order"';

/**
 * The configured menu, followed by top-level links to templates that were synced without their link. Templates that the
 * saved menu of Dev does not link to are omitted on purpose.
 */
const listedSql = `select ${columns} from menu_nodes where instance_id = $1
    union all
    select 'template-' || t.id, $2, t.label, t.id, 1000000 + row_number() over (order by t.key)::int
      from templates t join instances i on i.id = t.instance_id
      where t.instance_id = $1 and not exists (select 1 from menu_nodes m where m.instance_id = $1 and m.template_id = t.id)
        and not exists (select 1 from instances d join templates s on s.instance_id = d.id and s.id = t.id
          where d.project_id = i.project_id and d.env = 'Dev'
            and exists (select 1 from menu_revisions r where r.instance_id = d.id)
            and not exists (select 1 from menu_nodes m where m.instance_id = d.id and m.template_id = t.id))`;

/** A menu, and its version: equal menus have equal versions. */
export interface VersionedMenu {
  menu: MenuNode[];
  version: string;
}

export async function listMenu(query: Query, instanceId: number): Promise<VersionedMenu> {
  // One statement, so that menu and version match.
  const [row] = await query<VersionedMenu>(
    `select ${menuHashSql('$1')}::text as version, coalesce(json_agg(n order by n."order", n.id), '[]') as menu from (${listedSql}) n`,
    [instanceId, menuRoot],
    'menu-list',
  );
  // An aggregate without a group is always one row.
  return row as VersionedMenu;
}

/** The menu as configured; locked until the end of the transaction, except for links to new templates. */
export async function lockMenu(query: Query, instanceId: number): Promise<VersionedMenu> {
  const menu = await query<MenuNode>(
    `select ${columns} from menu_nodes where instance_id = $1 order by "order", id for update`,
    [instanceId],
  );
  return { menu, version: await findMenuVersion(query, instanceId) };
}

export async function findMenuVersion(query: Query, instanceId: number): Promise<string> {
  const [row] = await query<{ version: string }>(`select ${menuHashSql('$1::int')}::text as version`, [instanceId]);
  return row?.version ?? '';
}

/** Who has saved a menu as it is; null if it was changed since without a save of the menu, such as by a new template. */
export async function findMenuSave(query: Query, instanceId: number, { menu }: VersionedMenu): Promise<SavedBy | null> {
  const [last] = await query<SavedByRow & { menu: MenuNode[] }>(
    `select ${savedBySql('r', 'a')}, r.menu from menu_revisions r left join accounts a on a.id = r.account_id
      where r.instance_id = $1 order by r.id desc limit 1`,
    [instanceId],
  );
  return last && compareNodes(last.menu, menu).length === 0 ? toSavedBy(last) : null;
}

/** Removes nodes by their ids, then adds and replaces others. */
export async function changeMenu(
  query: Query,
  instanceId: number,
  { removed, written }: { removed: readonly string[]; written: readonly MenuNode[] },
): Promise<void> {
  await query(
    'delete from menu_nodes where instance_id = $1 and id = any(array(select jsonb_array_elements_text($2::jsonb)))',
    [instanceId, JSON.stringify(removed)],
  );
  await query(
    `insert into menu_nodes (instance_id, ${columns})
      select $1, m.id, m.parent_id, m.label, m.template_id, m."order"
      from jsonb_to_recordset($2::jsonb) m (id text, parent_id text, label text, template_id text, "order" int)
      on conflict (instance_id, id) do update set parent_id = excluded.parent_id, label = excluded.label,
        template_id = excluded.template_id, "order" = excluded."order"`,
    [instanceId, JSON.stringify(written)],
  );
}

interface MenuRevision {
  instanceId: number;
  menu: MenuNode[];
  author: Author;
  at: Date;
  changeSetId?: number;
}

/** Stores the menu after a save or a sync, and emits the event; with a `changeSetId` that of the change set includes it. */
export async function insertMenuRevision(
  { query, emit }: Pick<Unit, 'query' | 'emit'>,
  { instanceId, menu, author, at, changeSetId }: MenuRevision,
): Promise<void> {
  const { accountId, actor, origin } = toColumns(author);
  await query(
    `insert into menu_revisions (instance_id, menu, account_id, actor, origin, at, change_set_id)
      values ($1, $2::jsonb, $3, $4, $5, $6, $7)`,
    [instanceId, JSON.stringify(menu), accountId, actor, origin, at, changeSetId],
  );
  if (changeSetId === undefined) await emit({ kind: 'menu.changed', instanceId, author });
}

/** Appends a link to a template at the top level. */
export async function appendMenuLink(
  query: Query,
  { instanceId, templateId, label }: { instanceId: number; templateId: string; label: string },
): Promise<void> {
  // A user may have chosen this id for another node.
  await query(
    `insert into menu_nodes (instance_id, ${columns})
      select $1, case when exists (select 1 from menu_nodes where instance_id = $1 and id = $2) then gen_random_uuid()::text else $2 end,
        $3, $4, $5, coalesce(max("order") + 1, 0)
      from menu_nodes where instance_id = $1 and parent_id = $3`,
    [instanceId, `template-${templateId}`, menuRoot, label, templateId],
  );
}

/** Removes all links to a template. */
export async function removeMenuLinks(query: Query, instanceId: number, templateId: string): Promise<void> {
  await query('delete from menu_nodes where instance_id = $1 and template_id = $2', [instanceId, templateId]);
}

/** Updates links that still have a template's old label to its new one. */
export async function relabelMenuLinks(
  query: Query,
  { instanceId, templateId, from, to }: { instanceId: number; templateId: string; from: string; to: string },
): Promise<void> {
  await query('update menu_nodes set label = $4 where instance_id = $1 and template_id = $2 and label = $3', [
    instanceId,
    templateId,
    from,
    to,
  ]);
}
