import type { Query } from '../../core/database/database.ts';
import { sqlText } from '../../core/database/sql-text.ts';

/** The jobs of a queue in one state. */
export interface JobCount {
  job: string;
  state: 'created' | 'retry' | 'active' | 'failed';
  count: number;
}

/** Jobs that wait or run, and those that were given up within the last hour, by queue and state. */
export const countJobs = (query: Query): Promise<JobCount[]> =>
  query(
    sqlText`select name as job, state::text as state, count(*)::int as count from pgboss.job
      where state in ('created', 'retry', 'active') or state = 'failed' and completed_on > now() - interval '1 hour'
      group by name, state`,
    [],
    'metrics-jobs',
  );

/** How far a consumer of events is behind. */
export interface ConsumerLag {
  consumer: string;
  /** The age of the first event that it has not handled, in seconds; 0 if there is none. */
  seconds: number;
}

/** How far each consumer is behind, by the age of the first event that it has not handled. */
export const readConsumerLags = (query: Query): Promise<ConsumerLag[]> =>
  query(
    sqlText`select c.name as consumer, coalesce(extract(epoch from now() - least(
          (select e.at from events e where e.position > c.position order by e.position limit 1),
          (select e.at from events e where e.position is null order by e.id limit 1)
        )), 0)::float8 as seconds
      from event_consumers c`,
    [],
    'metrics-consumers',
  );

/** Bytes of the database, and estimated rows of its largest tables. */
export interface DatabaseSize {
  bytes: number;
  rows: Record<string, number>;
}

/** Reads the size of the database. */
export async function readDatabaseSize(query: Query): Promise<DatabaseSize> {
  const [size] = await query<DatabaseSize>(
    sqlText`select pg_database_size(current_database()) as bytes, (
        select json_object_agg(relname, greatest(reltuples, 0)) from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace and relname in ('items', 'item_values', 'item_revisions', 'events')
      ) as rows`,
    [],
    'metrics-size',
  );
  if (!size) throw new Error('A statement without a table returned no row.');
  return size;
}
