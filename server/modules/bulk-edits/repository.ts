import type { ChangeSet } from '@quartermaster/contract/endpoints/change-sets.ts';
import {
  type ChangeSetSummary,
  changeSetColumns,
  changeSetTables,
} from '../../content/change-sets/change-set-repository.ts';
import { revisionValuesSql } from '../../content/model/revision-values.ts';
import type { Query } from '../../core/database/database.ts';
import { type Period, withinPeriod } from '../../core/database/period.ts';

/** A change set of a list. */
export interface ChangeSetRow extends ChangeSetSummary {
  action: ChangeSet['action'];
  /** The only template of a change set that comes from no other instance. */
  template_id: string | null;
  template_label: string | null;
}

const columns = `${changeSetColumns}, (y.edit->'action') - 'values' as action,
  coalesce(l.template_id, y.edit->'template'->>'id') as template_id, coalesce(l.label, n.label, y.edit->'template'->>'id') as template_label`;

const tables = `${changeSetTables}
  left join lateral (
    select min(template_id) as template_id, min(label) as label from change_set_templates
      where change_set_id = y.id and y.source_id is null having count(*) = 1) l on true
  left join templates n on n.instance_id = y.target_id and n.id = y.edit->'template'->>'id'`;

interface Wanted extends Period {
  instanceId: number;
  before: number;
  limit: number;
  origin?: string;
  /** True with the syncs from the instance into others. */
  hasOutgoing: boolean;
}

/** Change sets of an instance, newest first, without edits that changed nothing. */
export function listChangeSets(query: Query, { instanceId, before, limit, origin, hasOutgoing, ...period }: Wanted) {
  const values: unknown[] = [instanceId, before, limit, origin ?? null];
  const within = withinPeriod('y.created_at', period, values);
  // Each side by its own index.
  const idsOf = (side: 'target_id' | 'source_id') =>
    `(select y.id from change_sets y where y.${side} = $1 and y.id < $2 and ($4::text is null or y.origin = $4 or ($4 = 'sync' and y.origin = 'undo' and y.source_id is not null))
        and not (y.origin in ('bulk-edit', 'import', 'grid') and y.state = 'applied' and y.added + y.updated + y.removed = 0) ${within} order by y.id desc limit $3)`;
  const ids = hasOutgoing ? `${idsOf('target_id')} union ${idsOf('source_id')}` : idsOf('target_id');
  return query<ChangeSetRow>(
    `select ${columns} from ${tables} where y.id in (${ids}) order by y.id desc limit $3`,
    values,
  );
}

export const findChangeSet = async (query: Query, instanceId: number, id: number): Promise<ChangeSetRow | undefined> =>
  (
    await query<ChangeSetRow>(`select ${columns} from ${tables} where y.target_id = $1 and y.id = $2`, [instanceId, id])
  )[0];

/** The bytes of the contents that a change set has written. */
export const sumBytes = async (query: Query, id: number): Promise<number> =>
  (
    await query<{ bytes: number }>(
      `select coalesce(sum(octet_length((${revisionValuesSql('r')})::text)), 0)::float8 as bytes
        from change_set_items s join item_revisions r on r.template_key = s.template_key and r.item_id = s.item_id and r.version = s.version and coalesce(r.change_set_id, 0) = s.change_set_id
        where s.change_set_id = $1`,
      [id],
    )
  )[0]?.bytes ?? 0;
