import type { App } from '../../server/core/deps.ts';
import { eventually } from './eventually.ts';
import { hasJobs } from './server-database.ts';

/** Requests that have not been answered yet. */
const open = new Set<Promise<unknown>>();

/** The server itself, with what it is asked remembered until it has answered. */
export function rememberRequests(app: App): App {
  const inject = app.inject.bind(app) as (options: unknown) => Promise<unknown>;
  const remembering = (options: unknown) => {
    const answer = inject(options);
    const over: Promise<unknown> = answer.then(
      () => open.delete(over),
      () => open.delete(over),
    );
    open.add(over);
    return answer;
  };
  app.inject = remembering as App['inject'];
  return app;
}

/**
 * Waits until nothing is under way of what the test before has begun: a request or a job that goes on would write
 * among the rows of the next test, and on a server of PostgreSQL stand in the way of whoever empties the tables.
 */
export async function settled({ deps: { database } }: App): Promise<void> {
  while (open.size > 0) await Promise.all(open);
  if (!(await hasJobs(database))) return;
  await eventually(
    async () => {
      const [left] = await database.query<{ waiting: number; active: number }>(
        `with gone as (delete from pgboss.job where state in ('created', 'retry') returning 1)
          select (select count(*) from gone)::int as waiting, count(*)::int as active from pgboss.job where state = 'active'`,
        [],
      );
      // Once more where some were waiting: one of them may just have been taken up.
      if (!left || left.waiting + left.active > 0) throw new Error(`Jobs are under way: ${JSON.stringify(left)}`);
    },
    { interval: 10 },
  );
}
