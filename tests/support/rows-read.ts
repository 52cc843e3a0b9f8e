import type { Database, Query } from '../../server/core/database/database.ts';

interface CountingRows {
  query: Query;
  rows: () => number;
  /** The lines of the plans of the statements until now. */
  plans: () => string[];
}

/**
 * A query that also counts the rows that its statements read of tables, with the plans that connections to PostgreSQL have, which
 * depend on no value.
 */
export function countingRows(
  { query, script }: Pick<Database, 'query' | 'script'>,
  tables: readonly string[],
): CountingRows {
  let total = 0;
  const plans: string[] = [];
  const scan = new RegExp(` on (${tables.join('|')})\\b.*rows=([\\d.]+) loops=(\\d+)`);
  return {
    query: async (text, values = [], name) => {
      const parameters = values.length > 0 ? `(${values.map(literal).join(', ')})` : '';
      const rows = (await script(
        `begin; set local plan_cache_mode = force_generic_plan; prepare counted as ${text};
        explain (analyze, costs off) execute counted${parameters}; deallocate counted; commit`,
      )) as { 'QUERY PLAN'?: string }[];
      let isOfTable = false;
      for (const line of rows.flatMap((row) => row['QUERY PLAN'] ?? [])) {
        plans.push(line);
        const [, table, rows = 0, loops = 0] = scan.exec(line) ?? [];
        total += Number(rows) * Number(loops);
        if (/ loops=\d+|never executed/.test(line)) isOfTable = table !== undefined;
        if (isOfTable) total += Number(/Rows Removed by (?:Filter|Index Recheck): (\d+)/.exec(line)?.[1] ?? 0);
      }
      return query(text, values, name);
    },
    rows: () => total,
    plans: () => plans,
  };
}

const literal = (value: unknown): string =>
  value === null || value === undefined ? 'null' : `'${String(value).replaceAll("'", "''")}'`;
