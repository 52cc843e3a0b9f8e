import type pg from 'pg';
import type { Database } from './database.ts';
import { createPool, databaseOf, reasonOf, withoutPassword } from './postgres.ts';
import type { Timeouts } from './timeouts.ts';

/** Why a replica cannot answer a read: it has not replayed enough, or it is broken, or no replica of this database. */
type Refusal = 'behind' | 'unusable';

/** A streaming standby of the database. */
export interface Replica {
  /** Its host and database. */
  name: string;
  database: Database;
  /** Why it cannot answer a read that needs what the primary had at a position; undefined if it can. Costs no statement. */
  refusal: (position: number) => Refusal | undefined;
  /** Runs a read; rejects as soon as the replica does not answer any more. */
  run: <T>(read: () => Promise<T>) => Promise<T>;
  /** The position up to which it has replayed what the primary wrote; undefined if it cannot be used. */
  measure: () => Promise<number | undefined>;
  close: () => Promise<void>;
}

/** A database among all: a standby has the same as its primary. */
export interface Identity {
  system: string;
  name: string;
  /** The migrations that were applied. */
  tags: string;
}

/** SQL: the columns of an {@link Identity}. */
export const identityColumns = `(select system_identifier::text from pg_control_system()) as system, current_database() as name,
  (select string_agg(tag, ' ' order by tag) from schema_migrations) as tags`;

const lookSql = `select pg_is_in_recovery() as "isStandby", (pg_last_wal_replay_lsn() - '0/0')::bigint as replayed, ${identityColumns}`;

interface Look extends Identity {
  isStandby: boolean;
  replayed: number;
}

/** How often a replica is looked at while it is read from, in milliseconds. */
const interval = 250;
/** How long it may take to answer then, in milliseconds. */
const patience = 1000;
/** For how long it may be behind what reads need before the log says so, in milliseconds. */
const usualLag = 10_000;

/** How a replica is read. */
export interface ReplicaOptions {
  connections?: number | undefined;
  timeouts?: Timeouts | undefined;
  /** The identity of the primary; `isAgain` if the one from before does not match. */
  identify: (isAgain: boolean) => Promise<Identity>;
  /** Measures its statements. */
  follow: (database: Database) => Database;
  log: (line: string) => void;
}

/** A replica, without waiting for it: until it has answered it is unusable. It is looked at only while it is read from. */
export function openReplica(url: string, { identify, follow, log, connections, timeouts }: ReplicaOptions): Replica {
  const name = withoutPassword(url);
  const pending = new Set<(error: Error) => void>();
  let replayed: number | undefined;
  /** The highest position since the last look that it had not reached. */
  let missed = 0;
  let behindSince: number | undefined;
  let reported: Refusal | undefined;
  let isRead = false;
  let isWatched = false;
  let timer: NodeJS.Timeout | undefined;

  const report = (refusal: Refusal, line: string) => {
    if (reported !== refusal) log(`The replica ${name} ${line}`);
    reported = refusal;
  };
  const look = async (client: Pick<pg.ClientBase, 'query'>): Promise<Look> => {
    const { rows } = await client.query<Look>({ text: lookSql, query_timeout: patience } as pg.QueryConfig);
    const [found] = rows;
    if (!found) throw new Error('A statement without a table returned no row.');
    const problem = problemOf(found, await identify(false)) && problemOf(found, await identify(true));
    if (problem) throw new Error(problem);
    return found;
  };
  // A server behind the same address may have been replaced meanwhile.
  const check = async (client: pg.ClientBase): Promise<void> => {
    const found = await look(client);
    if (found.replayed < (replayed ?? 0)) throw new Error('it has lost what it had replayed');
  };
  const reads = createPool(url, { connections, timeouts, check });
  const looks = createPool(url, { connections: 1, timeouts: { statement: patience, connection: patience } });

  const accept = (position: number) => {
    replayed = position;
    behindSince = missed > position ? (behindSince ?? performance.now()) : undefined;
    missed = 0;
    if (behindSince === undefined) {
      if (reported !== undefined) log(`The replica ${name} answers reads again.`);
      reported = undefined;
    } else if (performance.now() - behindSince > usualLag)
      report('behind', 'is behind what reads need: the primary answers them.');
  };
  const refuse = (error: unknown) => {
    replayed = undefined;
    report('unusable', `is not read from: ${reasonOf(error)}`);
    for (const reject of pending) reject(new Error('The replica does not answer.', { cause: error }));
  };
  const watch = async (): Promise<void> => {
    isRead = false;
    await look(looks).then((found) => accept(found.replayed), refuse);
    if (isWatched && (isRead || pending.size > 0)) timer = setTimeout(watch, interval).unref();
    else isWatched = false;
  };

  return {
    name,
    database: follow(databaseOf(reads)),
    refusal: (position) => {
      isRead = true;
      if (!isWatched) {
        isWatched = true;
        void watch();
      }
      if (replayed === undefined) return 'unusable';
      if (replayed >= position) return undefined;
      missed = Math.max(missed, position);
      return 'behind';
    },
    run: (read) =>
      new Promise((resolve, reject) => {
        pending.add(reject);
        read()
          .then(resolve, reject)
          .finally(() => pending.delete(reject));
      }),
    measure: () =>
      look(looks).then(
        (found) => found.replayed,
        () => undefined,
      ),
    close: async () => {
      isWatched = false;
      clearTimeout(timer);
      await Promise.all([reads.end(), looks.end()]);
    },
  };
}

function problemOf(found: Look, primary: Identity): string | undefined {
  if (!found.isStandby) return 'it is no standby, or was promoted';
  if (found.system !== primary.system || found.name !== primary.name)
    return 'it is not of the database of DATABASE_URL';
  if (found.tags !== primary.tags) return 'its tables are those of another release';
  return undefined;
}
