import type { Environment } from '@quartermaster/contract/access.ts';
import type { OutcomeCounts } from '../../content/change-sets/imports/import-row.ts';
import type { Actor, ActorRow } from '../../core/base/actor.ts';
import { toActorColumns } from '../../core/base/actor.ts';
import type { Query } from '../../core/database/database.ts';
import type { ImportRequest, ImportResolution } from '../../core/tables/imports.ts';

/** An import, by whom, and with the state of its change set. */
export interface ImportRow extends ActorRow, OutcomeCounts {
  id: number;
  instance_id: number;
  env: Environment;
  template_id: string;
  origin: 'import' | 'grid';
  state: 'receiving' | 'checking' | 'checked' | 'applying' | 'applied' | 'failed' | 'cancelled';
  error: string | null;
  request: ImportRequest;
  resolution: ImportResolution | null;
  rows: number;
  bytes: number;
  done: number;
  new_rows: number;
  ignored_columns: string[];
  change_set_id: number | null;
  /** Of its change set: how many items are written and prepared. */
  written: number | null;
  prepared: number | null;
  created_at: Date;
}

/** Once it is applied, its state is that of its change set. */
const selectSql = `
  select i.id, i.instance_id, n.env, i.template_id, i.account_id, i.actor, i.origin,
    case when i.state = 'applying' and y.state <> 'running' then y.state else i.state end as state,
    coalesce(i.error, y.error) as error, i.request, i.resolution, i.rows, i.bytes, i.done, i.new_rows, i.added, i.changed, i.unchanged,
    i.conflict, i.refused, i.ignored_columns, i.change_set_id, y.added + y.updated as written, p.done as prepared, i.created_at
  from imports i join instances n on n.id = i.instance_id left join change_sets y on y.id = i.change_set_id
  left join job_progress p on p.kind = 'change-set' and p.subject_id = i.change_set_id`;

export const findImport = async (query: Query, instanceId: number, id: number): Promise<ImportRow | undefined> =>
  (
    await query<ImportRow>(`${selectSql} where i.instance_id = $1 and i.id = $2 and i.state <> 'receiving'`, [
      instanceId,
      id,
    ])
  )[0];

export const getImport = async (query: Query, id: number): Promise<ImportRow | undefined> =>
  (await query<ImportRow>(`${selectSql} where i.id = $1`, [id]))[0];

export const findImportOf = async (query: Query, changeSetId: number): Promise<ImportRow | undefined> =>
  (await query<ImportRow>(`${selectSql} where i.change_set_id = $1`, [changeSetId]))[0];

/** The import that a request with this key has stored, and whether it had the same rows and options. */
export const findRepeated = async (
  query: Query,
  { instanceId, key, bodyHash }: { instanceId: number; key: string; bodyHash: string },
): Promise<{ id: number; is_same: boolean } | undefined> =>
  (
    await query<{ id: number; is_same: boolean }>(
      'select id, body_hash = $3::uuid as is_same from imports where instance_id = $1 and idempotency_key = $2::uuid',
      [instanceId, key, bodyHash],
    )
  )[0];

export interface NewImport {
  instanceId: number;
  actor: Actor;
  origin: 'import' | 'grid';
  request: ImportRequest;
  at: Date;
}

/** What is known once all rows have arrived. */
export interface ReceivedRows {
  rows: number;
  bytes: number;
  ignored: readonly string[];
  created: NewImport;
  repeatable: { key: string; bodyHash: string } | null;
}

/** Stores an import whose rows arrive. */
export async function insertReceiving(query: Query, created: NewImport): Promise<number> {
  const { accountId, actor } = toActorColumns(created.actor);
  const [row] = await query<{ id: number }>(
    `insert into imports (instance_id, template_id, account_id, actor, origin, state, request, created_at)
      values ($1, $2, $3, $4, $5, 'receiving', $6::jsonb, $7::timestamptz) returning id`,
    [
      created.instanceId,
      created.request.template.id,
      accountId,
      actor,
      created.origin,
      JSON.stringify(created.request),
      created.at.toISOString(),
    ],
  );
  if (!row) throw new Error('An import was not stored.');
  return row.id;
}

/** Stores that all rows have arrived; fails with `imports_idempotency` if a request with the same key was stored. */
export const finishReceiving = (
  query: Query,
  id: number,
  { rows, bytes, ignored, created, repeatable }: ReceivedRows,
  resolution: ImportResolution | null,
) =>
  query(
    `update imports set state = 'checking', rows = $2, bytes = $3, ignored_columns = $4::jsonb, idempotency_key = $5::uuid, body_hash = $6::uuid,
        resolution = $7::jsonb, request = $8::jsonb
      where id = $1`,
    [
      id,
      rows,
      bytes,
      JSON.stringify(ignored),
      repeatable?.key ?? null,
      repeatable?.bodyHash ?? null,
      resolution && JSON.stringify(resolution),
      JSON.stringify(created.request),
    ],
  );

/** Stores what the check has found; false if the import is not being checked any more. */
export const storeChecked = async (
  query: Query,
  id: number,
  { newRows, counts }: { newRows: number; counts: OutcomeCounts },
): Promise<boolean> =>
  (
    await query(
      `update imports set state = 'checked', done = rows, new_rows = $2, added = $3, changed = $4, unchanged = $5, conflict = $6, refused = $7
        where id = $1 and state = 'checking' returning 1`,
      [id, newRows, counts.added, counts.changed, counts.unchanged, counts.conflict, counts.refused],
    )
  ).length > 0;

/** Stores how many rows are checked; false if the import is not being checked any more. */
export const storeDone = async (query: Query, id: number, done: number): Promise<boolean> =>
  (await query(`update imports set done = $2 where id = $1 and state = 'checking' returning 1`, [id, done])).length > 0;

/** Marks a checked import as applied, or hands its state over to a running change set; false if it is not checked any more. */
export const storeApplied = async (
  query: Query,
  id: number,
  {
    changeSetId,
    state,
    resolution,
  }: { changeSetId: number | null; state: 'applied' | 'applying'; resolution: ImportResolution },
): Promise<boolean> =>
  (
    await query(
      `update imports set state = $3, change_set_id = $2, resolution = $4::jsonb where id = $1 and state = 'checked' returning 1`,
      [id, changeSetId, state, JSON.stringify(resolution)],
    )
  ).length > 0;

/** Ends an import that was not applied; false if it has ended, or is being applied. */
export const storeEnd = async (
  query: Query,
  id: number,
  { state, error = null }: { state: 'failed' | 'cancelled'; error?: string | null },
): Promise<boolean> =>
  (
    await query(
      `update imports set state = $2, error = $3 where id = $1 and state in ('checking', 'checked') returning 1`,
      [id, state, error],
    )
  ).length > 0;

export const deleteReceiving = (query: Query, id: number) =>
  query(`delete from imports where id = $1 and state = 'receiving'`, [id]);

/** Deletes some imports that are older than this, with their parts; false if none is left. */
export const deleteOldImports = async (
  query: Query,
  { notApplied, applied }: { notApplied: Date; applied: Date },
): Promise<boolean> =>
  (
    await query(
      `delete from imports where id in (
          select i.id from imports i left join change_sets y on y.id = i.change_set_id
          where i.created_at < $1::timestamptz and y.state is distinct from 'running'
            and (i.state not in ('applying', 'applied') or i.created_at < $2::timestamptz)
          order by i.created_at limit 20
        ) returning 1`,
      [notApplied.toISOString(), applied.toISOString()],
    )
  ).length > 0;
