import type { MenuNode } from '@quartermaster/contract/endpoints/menu.ts';
import type { Query } from '../../core/database/database.ts';
import type { Pair } from '../model/instance-pair.ts';
import { menuHashSql } from '../model/menu-hash.ts';

/** The menus of two instances. */
export interface Menus {
  source: MenuNode[];
  target: MenuNode[];
  source_hash: string;
  target_hash: string;
  /** The target's hash when last synced; null if it never was. */
  synced_hash: string | null;
  /** The source's hash if a decision keeps the target's different menu. */
  kept_hash: string | null;
}

const nodesSql = (instanceId: string): string =>
  `coalesce((select json_agg(json_build_object('id', m.id, 'parent_id', m.parent_id, 'label', m.label, 'template_id', m.template_id, 'order', m."order") order by m."order", m.id)
    from menu_nodes m where m.instance_id = ${instanceId}), '[]')`;

export async function readMenus(query: Query, { source, target }: Pair): Promise<Menus> {
  const [row] = await query<Menus>(
    `select ${nodesSql('$1')} as source, ${nodesSql('$2')} as target, ${menuHashSql('$1')}::text as source_hash, ${menuHashSql('$2')}::text as target_hash,
      (select hash::text from synced_menus where instance_id = $2) as synced_hash,
      (select source_hash::text from synced_menus where instance_id = $2) as kept_hash`,
    [source.id, target.id],
  );
  // An aggregate without a group is always one row.
  return row as Menus;
}

/** Replaces the menu of an instance. */
export async function writeMenu(query: Query, instanceId: number, nodes: readonly MenuNode[]): Promise<void> {
  await query('delete from menu_nodes where instance_id = $1', [instanceId]);
  await query(
    `insert into menu_nodes (instance_id, id, parent_id, label, template_id, "order")
      select $1, m.id, m.parent_id, m.label, m.template_id, m."order"
      from jsonb_to_recordset($2::jsonb) m (id text, parent_id text, label text, template_id text, "order" int)`,
    [instanceId, JSON.stringify(nodes)],
  );
}

/**
 * Records the target's current menu as synced; `keptHash` is the hash of the source's menu if a decision keeps the
 * target's.
 */
export async function recordMenu(query: Query, instanceId: number, keptHash: string | null): Promise<void> {
  await query(
    `insert into synced_menus (instance_id, hash, source_hash) select $1::int, ${menuHashSql('$1::int')}, $2::uuid
      on conflict (instance_id) do update set hash = excluded.hash, source_hash = excluded.source_hash`,
    [instanceId, keptHash],
  );
}
