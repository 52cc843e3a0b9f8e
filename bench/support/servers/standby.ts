import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { clusterIn, initial, openFolder } from './postgres.ts';

/** A PostgreSQL and its streaming standby, both without fsync, which are removed in the end. */
export interface Pair {
  /** The addresses of the database. */
  primary: string;
  standby: string;
  /** Runs a statement on one of them. */
  run: <R>(on: 'primary' | 'standby', statement: string) => Promise<R[]>;
  /** The standby receives changes and shows none of them, until it goes on. */
  pause: () => Promise<void>;
  resume: () => Promise<void>;
  /** Resolves once the standby has all that the primary has. */
  caughtUp: () => Promise<void>;
  /** Ends the standby like a power failure, and starts it again. */
  kill: () => Promise<void>;
  /** The standby's connections stay open, and get no answer until it goes on. */
  freeze: () => Promise<void>;
  thaw: () => Promise<void>;
  restart: () => Promise<void>;
  stop: () => Promise<void>;
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '100',
};

/** A streaming standby of the server at an address, which has to allow replication. */
export async function startStandby(primary: string) {
  const { programs, folder, call, remove } = await openFolder();
  const data = join(folder, 'standby');
  await call(join(programs, 'pg_basebackup'), [
    ...['-D', data, '-d', primary],
    ...['--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast', '--no-sync'],
  ]);
  const cluster = await clusterIn({ programs, folder, call, name: 'standby', settings });
  await cluster.start();
  return {
    url: Object.assign(new URL(primary), { hostname: '127.0.0.1', port: String(cluster.port) }).href,
    data,
    start: cluster.start,
    end: cluster.end,
    stop: async () => {
      await cluster.end();
      await remove();
    },
  };
}

/** Starts both, with an empty database. Takes two seconds. */
export async function startPair(): Promise<Pair> {
  const { programs, folder, call, remove } = await openFolder();
  const user = 'quartermaster';
  await call(join(programs, 'initdb'), [...initial(join(folder, 'primary'), user), '--no-sync']);
  const cluster = await clusterIn({ programs, folder, call, name: 'primary', settings });
  await cluster.start();
  const server = `postgres://${user}@127.0.0.1:${cluster.port}`;
  const primary = `${server}/quartermaster`;
  await statement(`${server}/postgres`, 'create database quartermaster');
  const standby = await startStandby(primary);
  const url = (on: 'primary' | 'standby') => (on === 'primary' ? primary : standby.url);
  const run: Pair['run'] = (on, text) => statement(url(on), text);
  const until = async (on: 'primary' | 'standby', condition: string): Promise<void> => {
    while ((await run(on, `select 1 where ${condition}`)).length === 0);
  };

  const frozen: number[] = [];
  const signal = (name: 'SIGSTOP' | 'SIGCONT', pids: number[]) => {
    for (const pid of pids) process.kill(pid, name);
  };
  return {
    primary,
    standby: standby.url,
    run,
    pause: async () => {
      await run('standby', 'select pg_wal_replay_pause()');
      await until('standby', `pg_get_wal_replay_pause_state() = 'paused'`);
    },
    resume: async () => {
      await run('standby', 'select pg_wal_replay_resume()');
    },
    caughtUp: async () => {
      const [row] = await run<{ position: string }>('primary', 'select pg_current_wal_lsn()::text as position');
      await until('standby', `pg_last_wal_replay_lsn() >= '${row?.position}'`);
    },
    kill: standby.end,
    freeze: async () => {
      const backends = await run<{ pid: number }>(
        'standby',
        `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      );
      const [server] = (await readFile(join(standby.data, 'postmaster.pid'), 'utf8')).split('\n');
      frozen.push(Number(server), ...backends.map(({ pid }) => pid));
      signal('SIGSTOP', frozen);
    },
    thaw: async () => {
      signal('SIGCONT', frozen.splice(0));
    },
    restart: standby.start,
    stop: async () => {
      signal('SIGCONT', frozen.splice(0));
      await standby.stop();
      await cluster.end();
      await remove();
    },
  };
}

async function statement<R>(url: string, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as R[];
  } finally {
    await client.end();
  }
}
