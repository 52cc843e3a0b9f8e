import {
  bringingBack,
  computing,
  convertingValues,
  removingAndBringingBack,
  removingValues,
  replacingOptions,
} from '@quartermaster/contract/endpoints/jobs.ts';
import type { Query } from '../../../core/database/database.ts';
import { advance, deleteProgress, endProgress, type JobSubject, startProgress } from '../../../core/jobs/progress.ts';
import type { TemplateChange } from '../../model/template-model.ts';
import type { ItemRange } from './item-range.ts';

/** An outstanding template change and its progress. */
export interface OpenChange extends TemplateChange {
  template_key: number;
  instance_id: number;
  template_id: string;
  returned_keys: readonly number[];
  after_id: number;
  done: number;
  items: number;
}

/** The progress of a template's change. */
const jobOf = (templateKey: number): JobSubject => ({ kind: 'template-change', id: templateKey });

const columns = `c.template_key, t.instance_id, t.id as template_id, c.version, c.removed, c.restored, c.replaced, c.converted, c.recomputes, c.returned_keys, c.after_id,
  coalesce(p.done, 0) as done, coalesce(p.total, 0) as items
  from template_changes c join templates t on t.key = c.template_key
  left join job_progress p on p.kind = 'template-change' and p.subject_id = c.template_key`;

export const findChange = async (query: Query, templateKey: number): Promise<OpenChange | undefined> =>
  (await query<OpenChange>(`select ${columns} where c.template_key = $1`, [templateKey]))[0];

export const listChanges = (query: Query, instanceId?: number): Promise<{ template_key: number }[]> =>
  query<{ template_key: number }>(
    `select c.template_key from template_changes c join templates t on t.key = c.template_key
      where $1::int is null or t.instance_id = $1 order by c.started_at, c.template_key`,
    [instanceId ?? null],
  );

/**
 * Locks the change against other steps, but not against saves that apply it to their items; undefined if it is done or
 * another server is working on it.
 */
export const lockForStep = async (query: Query, templateKey: number): Promise<OpenChange | undefined> =>
  (
    await query<OpenChange>(`select ${columns} where c.template_key = $1 for no key update of c skip locked`, [
      templateKey,
    ])
  )[0];

/** Keeps the change from being completed until the end of the transaction. */
export const lockChangeShared = async (
  query: Query,
  { templateKey, version }: { templateKey: number; version: number },
): Promise<OpenChange | undefined> =>
  (
    await query<OpenChange>(`select ${columns} where c.template_key = $1 and c.version = $2 for key share of c`, [
      templateKey,
      version,
    ])
  )[0];

/** Waits for concurrent work on the change and excludes any other. */
export const lockChange = (query: Query, templateKey: number) =>
  query('select 1 from template_changes where template_key = $1 for update', [templateKey]);

/** What a change does that neither removes nor restores values. */
const doingOthers = ({ replaced, converted }: Pick<TemplateChange, 'replaced' | 'converted'>): string => {
  if (converted.length > 0) return convertingValues;
  return replaced.length > 0 ? replacingOptions : computing;
};

export async function insertChange(
  query: Query,
  change: Omit<OpenChange, 'template_id' | 'after_id' | 'done'>,
  at: Date,
) {
  await query(
    `insert into template_changes (template_key, version, removed, restored, replaced, converted, recomputes, returned_keys, started_at)
      values ($1, $2, $3::jsonb, $4::jsonb, $5::jsonb, $6::jsonb, $7, $8::jsonb, $9::timestamptz)`,
    [
      change.template_key,
      change.version,
      JSON.stringify(change.removed),
      JSON.stringify(change.restored),
      JSON.stringify(change.replaced),
      JSON.stringify(change.converted),
      change.recomputes,
      JSON.stringify(change.returned_keys),
      at.toISOString(),
    ],
  );
  const [removes, restores] = [change.removed.length > 0, change.restored.length > 0];
  const others = restores ? bringingBack : doingOthers(change);
  await startProgress(query, {
    ...jobOf(change.template_key),
    instanceId: change.instance_id,
    doing: removes && restores ? removingAndBringingBack : removes ? removingValues : others,
    total: change.items,
    // Some items are changed as soon as it has begun.
    canCancel: false,
    at,
  });
}

export async function advanceChange(
  query: Query,
  { templateKey, last, items }: { templateKey: number; last: number; items: number },
): Promise<void> {
  await query('update template_changes set after_id = $2 where template_key = $1', [templateKey, last]);
  await advance(query, jobOf(templateKey), { more: items });
}

export async function deleteChange(query: Query, templateKey: number): Promise<void> {
  await query('delete from template_changes where template_key = $1', [templateKey]);
  await endProgress(query, jobOf(templateKey), { state: 'completed', at: new Date() });
}

/** Deletes the progress of a template's changes together with the template. */
export const deleteChangeProgress = (query: Query, templateKey: number): Promise<void> =>
  deleteProgress(query, jobOf(templateKey));

/**
 * Locks the next items of a template against saves, and returns the id of the last one; `items` is 0 at the end of the
 * template.
 */
export async function lockNext(
  query: Query,
  { templateKey, after, limit }: { templateKey: number; after: number; limit: number },
): Promise<ItemRange & { items: number }> {
  const [row] = await query<{ items: number; last: number | null }>(
    `select count(*)::int as items, max(id) as last from (
        select id from items where template_key = $1 and id > $2 order by id limit ${limit} for no key update) i`,
    [templateKey, after],
  );
  return { after, last: row?.last ?? after, items: row?.items ?? 0 };
}

/** Stored size of a template's documents, which is known without reading them. */
export const sumStoredBytes = async (query: Query, templateKey: number): Promise<number> =>
  (
    await query<{ bytes: number }>(
      'select coalesce(sum(pg_column_size("values")), 0)::float8 as bytes from items where template_key = $1',
      [templateKey],
    )
  )[0]?.bytes ?? 0;

/** Locks a range of items against saves. */
export const lockRange = (query: Query, templateKey: number, { after, last }: ItemRange) =>
  query(
    'select count(*) from (select 1 from items where template_key = $1 and id > $2 and id <= $3 order by id for no key update) i',
    [templateKey, after, last],
  );
