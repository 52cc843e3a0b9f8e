import type { Query } from '../../../core/database/database.ts';
import type { PartStore } from './check-import.ts';
import type { CheckedRow, FileRow, OutcomeCounts, Part } from './import-row.ts';

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

/** Deletes the rows of the import that a change set has applied, or has failed to. */
export async function deleteRowsOf(query: Query, changeSetId: number): Promise<void> {
  for (const { id } of await query<{ id: number }>('select id from imports where change_set_id = $1', [changeSetId]))
    await deleteRows(query, id);
}
