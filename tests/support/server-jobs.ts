import type { Database } from '../../server/core/database/database.ts';
import { eventually } from './eventually.ts';
import { hasJobs } from './server-database.ts';

/**
 * Removes waiting jobs and waits for running ones: one that continues would write among the rows of the next test, and
 * on PostgreSQL block whoever empties the tables.
 */
export async function clearJobs(database: Database): Promise<void> {
  if (!(await hasJobs(database))) return;
  await eventually(
    async () => {
      const [left] = await database.query<{ waiting: number; active: number }>(
        `with gone as (delete from pgboss.job where state in ('created', 'retry') returning 1)
          select (select count(*) from gone)::int as waiting, count(*)::int as active from pgboss.job where state = 'active'`,
        [],
      );
      // Again if some were waiting: one of them may just have started.
      if (!left || left.waiting + left.active > 0) throw new Error(`Jobs are under way: ${JSON.stringify(left)}`);
    },
    { interval: 10 },
  );
}
