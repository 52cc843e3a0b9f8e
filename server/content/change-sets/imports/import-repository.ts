import type { Query } from '../../../core/database/database.ts';
import type { PartStore } from './check-import.ts';
import {
  type CheckedRow,
  countOutcomes,
  type FileRow,
  type OutcomeCounts,
  type Part,
  type ReadChecked,
} from './import-row.ts';

/** Stores the next rows of an import as read. */
export const insertPart = (query: Query, importId: number, { part, rows }: Part<FileRow>) =>
  query('insert into import_parts (import_id, part, rows) values ($1, $2, $3)', [importId, part, JSON.stringify(rows)]);

/** Stores what the check has found for rows, in place of what the part had before. */
const storeResults = (query: Query, importId: number, { part, rows }: Part<CheckedRow>, counts: OutcomeCounts) =>
  query(
    `insert into import_results (import_id, part, rows, added, changed, unchanged, conflict, refused) values ($1, $2, $3, $4, $5, $6, $7, $8)
      on conflict (import_id, part) do update set rows = excluded.rows, added = excluded.added, changed = excluded.changed,
        unchanged = excluded.unchanged, conflict = excluded.conflict, refused = excluded.refused`,
    [
      importId,
      part,
      JSON.stringify(rows),
      counts.added,
      counts.changed,
      counts.unchanged,
      counts.conflict,
      counts.refused,
    ],
  );

/** Deletes what an earlier check has found. */
export const deleteResults = (query: Query, importId: number) =>
  query('delete from import_results where import_id = $1', [importId]);

/** Parts of an import in their order, one at a time. */
async function* readParts<Row>(
  query: Query,
  importId: number,
  { table, from = 0, where = 'true' }: { table: 'import_parts' | 'import_results'; from?: number; where?: string },
): AsyncGenerator<Part<Row>> {
  for (let next = from; ; ) {
    const [row] = await query<{ part: number; rows: string }>(
      `select part, rows from ${table} where import_id = $1 and part >= $2 and ${where} order by part limit 1`,
      [importId, next],
    );
    if (!row) return;
    yield { part: row.part, rows: JSON.parse(row.rows) as Row[] };
    next = row.part + 1;
  }
}

/** The stored parts of an import. */
export const storedParts = (query: Query, importId: number): PartStore => ({
  read: () => readParts<FileRow>(query, importId, { table: 'import_parts' }),
  readChecked: ({ from = 0, outcomes } = {}) =>
    readParts<CheckedRow>(query, importId, {
      table: 'import_results',
      from,
      // Outcomes are names of columns.
      ...(outcomes && { where: `${outcomes.join(' + ')} > 0` }),
    }),
  write: async (part, counts) => {
    await storeResults(query, importId, part, counts);
  },
});

/** Deletes the rows of an import that has ended. */
export async function deleteRows(query: Query, importId: number): Promise<void> {
  await query('delete from import_parts where import_id = $1', [importId]);
  await deleteResults(query, importId);
}

/** Stores the refused rows of an applied import. Of the others only their places are stored: cursors are counted in them. */
export async function storeRefused(query: Query, importId: number, readChecked: ReadChecked): Promise<void> {
  for await (const { part, rows } of readChecked({ outcomes: ['refused'] })) {
    const counts = countOutcomes(rows.filter(({ outcome }) => outcome === 'refused'));
    const places = rows.map((row) =>
      row.outcome === 'refused' ? row : { line: row.line, outcome: row.outcome, id: null, version: null, label: '' },
    );
    if (counts.refused > 0) await storeResults(query, importId, { part, rows: places }, counts);
  }
}

/** Deletes the rows of an applied import, except the refused ones. */
export async function deleteAppliedRows(query: Query, importId: number): Promise<void> {
  await query('delete from import_parts where import_id = $1', [importId]);
  await query('delete from import_results where import_id = $1 and refused = 0', [importId]);
  await storeRefused(query, importId, storedParts(query, importId).readChecked);
}

/** Deletes the rows of the import that a change set has applied, except the refused ones, or has failed to apply. */
export async function deleteRowsOf(query: Query, changeSetId: number, isApplied: boolean): Promise<void> {
  for (const { id } of await query<{ id: number }>('select id from imports where change_set_id = $1', [changeSetId]))
    await (isApplied ? deleteAppliedRows(query, id) : deleteRows(query, id));
}
