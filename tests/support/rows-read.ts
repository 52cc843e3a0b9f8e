import type { Query } from '../../server/core/database/database.ts';

/** A query that also counts the rows that its statements read of tables. */
export function countingRows(query: Query, tables: readonly string[]): { query: Query; rows: () => number } {
  let total = 0;
  const scan = new RegExp(` on (${tables.join('|')})\\b.*rows=([\\d.]+) loops=(\\d+)`);
  return {
    query: async (text, values, name) => {
      const plan = await query<{ 'QUERY PLAN': string }>(`explain (analyze, costs off) ${text}`, values);
      for (const { 'QUERY PLAN': line } of plan) {
        const [, , rows = 0, loops = 0] = scan.exec(line) ?? [];
        total += Number(rows) * Number(loops);
        total += Number(/Rows Removed by (?:Filter|Index Recheck): (\d+)/.exec(line)?.[1] ?? 0);
      }
      return query(text, values, name);
    },
    rows: () => total,
  };
}
