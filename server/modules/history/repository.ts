import type { MenuNode } from '@quartermaster/contract/endpoints/menu.ts';
import { type ActorRow, actorNameSql, type Origin } from '../../core/base/actor.ts';
import type { Query } from '../../core/database/database.ts';
import type { StoredField } from '../../core/tables/content.ts';

/** Who has made a version, when, and through which feature. */
export interface Made extends ActorRow {
  origin: Origin;
  at: Date;
  change_set_id: number | null;
  /** The current name of the account. */
  name: string | null;
}

const made = `r.account_id, r.actor, r.origin, r.at, r.change_set_id, ${actorNameSql('r', 'a')} as name`;

/** A template in one of its versions. */
export interface TemplateState {
  version: number;
  label: string;
  fields: StoredField[];
}

/** A version in the history of a template. */
export interface TemplateVersionRow extends TemplateState, Made {
  action: 'create' | 'update' | 'delete';
}

/** Versions of a template before one, newest first. */
export const listTemplateVersions = (
  query: Query,
  { instanceId, id, key }: { instanceId: number; id: string; key: number },
  { before, limit }: { before: number; limit: number },
): Promise<TemplateVersionRow[]> =>
  query<TemplateVersionRow>(
    `select r.version, r.action, r.label, r.fields, ${made}
      from template_revisions r left join accounts a on a.id = r.account_id
      where r.instance_id = $1 and r.template_id = $2 and r.template_key = $3 and r.version < $4
      order by r.version desc limit $5`,
    [instanceId, id, key, before, limit],
    'template-versions',
  );

/** A template in a version, if that is stored. */
export const findTemplateVersion = async (
  query: Query,
  { instanceId, id, key }: { instanceId: number; id: string; key: number },
  version: number,
): Promise<TemplateState | undefined> =>
  (
    await query<TemplateState>(
      `select version, label, fields from template_revisions
        where instance_id = $1 and template_id = $2 and template_key = $3 and version = $4 order by id desc limit 1`,
      [instanceId, id, key, version],
    )
  )[0];

/** A version of a menu. */
export interface MenuRevisionRow extends Made {
  id: number;
  menu: MenuNode[];
}

/** Versions of a menu before one, newest first. */
export const listMenuRevisions = (
  query: Query,
  instanceId: number,
  { before, limit }: { before: number; limit: number },
): Promise<MenuRevisionRow[]> =>
  query<MenuRevisionRow>(
    `select r.id, r.menu, ${made}
      from menu_revisions r left join accounts a on a.id = r.account_id
      where r.instance_id = $1 and r.id < $2 order by r.id desc limit $3`,
    [instanceId, before, limit],
    'menu-versions',
  );

/** The menu in a version, if that is stored. */
export const findMenuRevision = async (query: Query, instanceId: number, id: number): Promise<MenuNode[] | undefined> =>
  (
    await query<{ menu: MenuNode[] }>('select menu from menu_revisions where instance_id = $1 and id = $2', [
      instanceId,
      id,
    ])
  )[0]?.menu;

/** The menu as configured, and its latest version; 0 without one. */
export async function readMenu(query: Query, instanceId: number): Promise<{ menu: MenuNode[]; latest: number }> {
  const [row] = await query<{ menu: MenuNode[]; latest: number }>(
    `select (select coalesce(max(id), 0) from menu_revisions where instance_id = $1) as latest,
        coalesce(jsonb_agg(to_jsonb(n) order by n."order", n.id), '[]') as menu
      from (select id, parent_id, label, template_id, "order" from menu_nodes where instance_id = $1) n`,
    [instanceId],
    'menu-now',
  );
  return row ?? { menu: [], latest: 0 };
}
