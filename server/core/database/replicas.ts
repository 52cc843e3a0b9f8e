import { AppError } from '../base/errors.ts';
import type { Database } from './database.ts';
import { type ReadTarget, readTargets } from './read-target.ts';
import { type Identity, identityColumns, openReplica, type ReplicaOptions } from './replica.ts';

/** SQL: the position of the primary, up to which every statement that has ended is in its log; bytes of that log. */
export const positionSql = `(pg_current_wal_insert_lsn() - '0/0')::bigint`;

/** What a read needs. */
export interface ReadNeed {
  /** The position of the primary that the replica must have reached. */
  position: number;
  /** Reads with equal numbers go to the same replica, so that what they see does not go back and forth. */
  reader: number;
}

/**
 * How a read that may go to a replica was answered: by one, or by the primary, because the replica was behind or
 * unusable, or because it failed or found an error, which only the primary returns.
 */
export type ReadAnswer = 'replica' | 'behind' | 'unusable' | 'repeated';

/** The replicas of the database. */
export interface Replicas {
  /** The database, read from a replica inside of {@link Replicas.read}; whatever writes, and what follows it, is on the primary. */
  over: (primary: Database) => Database;
  /** Runs a call that only reads, on a replica if that has what it needs. The call may run twice. */
  read: <T>(need: ReadNeed, call: () => Promise<T>) => Promise<T>;
  /** By how many bytes of the primary's log each one is behind; undefined if it cannot be used. */
  lags: () => Promise<{ replica: string; bytes: number | undefined }[]>;
  close: () => Promise<void>;
}

interface Options extends Omit<ReplicaOptions, 'identify'> {
  primary: Database;
  count?: (answer: ReadAnswer) => void;
}

/** The replicas at these addresses. Does not connect to them yet. */
export function openReplicas(urls: readonly string[], { primary, count = () => {}, ...options }: Options): Replicas {
  const identify = identityOf(primary);
  const replicas = urls.map((url) => openReplica(url, { ...options, identify }));
  return {
    over: (database) => ({
      ...database,
      query: (text, values, name) => readOn(database, (target) => target.query(text, values, name)),
      bytes: (text, values, name) => readOn(database, (target) => target.bytes(text, values, name)),
      script: (text) => onPrimary(() => database.script(text)),
      transaction: (work) => onPrimary(() => database.transaction(work)),
    }),
    read: async ({ position, reader }, call) => {
      const replica = replicas[reader % replicas.length];
      const refusal = replica?.refusal(position);
      if (!replica || refusal) {
        count(refusal ?? 'unusable');
        return call();
      }
      const target: ReadTarget = { replica };
      try {
        const answer = await readTargets.run(target, call);
        count(target.replica ? 'replica' : 'repeated');
        return answer;
      } catch (error) {
        // What is missing may only not have arrived yet.
        if (!target.replica || isBusy(error)) throw error;
        count('repeated');
        return call();
      }
    },
    lags: async () => {
      const measured = await Promise.all(replicas.map((replica) => replica.measure()));
      const [row] = await primary.query<{ position: number }>(`select ${positionSql} as position`, []);
      return replicas.map(({ name }, at) => {
        const position = measured[at];
        return { replica: name, bytes: row && position && Math.max(0, row.position - position) };
      });
    },
    close: async () => {
      await Promise.all(replicas.map((replica) => replica.close()));
    },
  };
}

/** True for a refusal that a second attempt would only repeat. */
const isBusy = (error: unknown): boolean => error instanceof AppError && [429, 503].includes(error.status);

/** Whatever fails on a replica, such as a statement that replaying has cancelled, is repeated on the primary, and so is the rest of the call. */
async function readOn<T>(primary: Database, read: (database: Database) => Promise<T>): Promise<T> {
  const target = readTargets.getStore();
  const replica = target?.replica;
  if (!replica) return read(primary);
  try {
    return await replica.run(() => read(replica.database));
  } catch {
    target.replica = undefined;
    return read(primary);
  }
}

/** What the rest of the call reads has to include what it writes. */
function onPrimary<T>(work: () => Promise<T>): Promise<T> {
  const target = readTargets.getStore();
  if (target) target.replica = undefined;
  return work();
}

/** Read once, and again where it does not match: the primary's address may lead to another server by now. */
function identityOf(primary: Database): (isAgain: boolean) => Promise<Identity> {
  let known: Promise<Identity> | undefined;
  const read = async (): Promise<Identity> => {
    const [identity] = await primary.query<Identity>(`select ${identityColumns}`, []);
    if (!identity) throw new Error('A statement without a table returned no row.');
    return identity;
  };
  return (isAgain) => {
    if (isAgain) known = undefined;
    known ??= read().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}
