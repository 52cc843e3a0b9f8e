import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../../scripts/free-port.mjs';
import { Sentence } from '../../../scripts/terminal.mjs';

const run = promisify(execFile);

/** Settings for a server of this size; everything else, and above all fsync, is PostgreSQL’s default. */
const settings = {
  shared_buffers: '512MB',
  max_wal_size: '4GB',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
};

/** The PostgreSQL of the measurements: that of `DATABASE_URL`, or else a private cluster that is removed after this run. */
export interface Postgres {
  version: string;
  /** The address of a database with this name. */
  url: (database: string) => string;
  stop: () => Promise<void>;
}

export async function openPostgres(): Promise<Postgres> {
  const given = process.env.DATABASE_URL;
  if (!given) return startCluster();
  return {
    version: 'DATABASE_URL',
    url: (database) => Object.assign(new URL(given), { pathname: `/${database}` }).href,
    stop: async () => {},
  };
}

async function startCluster(): Promise<Postgres> {
  const { programs, folder, call, remove } = await openFolder();
  await call(join(programs, 'initdb'), initial(join(folder, 'data'), 'bench'));
  const cluster = await clusterIn({ programs, folder, call, name: 'data', settings });
  await cluster.start();
  const { stdout } = await call(join(programs, 'postgres'), ['--version']);
  return {
    version: stdout.trim(),
    url: (database) => `postgres://bench@127.0.0.1:${cluster.port}/${database}`,
    stop: async () => {
      await cluster.end();
      await remove();
    },
  };
}

/** The cluster in a subfolder, on a port of its own. */
export async function clusterIn({ programs, folder, call, name, settings }: Folder & ClusterOptions) {
  const port = await freePort();
  const options = [
    `-p ${port}`,
    ...Object.entries(settings).map(([name, value]) => `-c ${name}=${value || "''"}`),
  ].join(' ');
  const control = async (...args: string[]) => {
    const log = join(folder, `${name}.log`);
    await call(join(programs, 'pg_ctl'), ['-D', join(folder, name), '-w', '-l', log, ...args]);
  };
  return {
    port,
    start: () => control('start', '-o', options),
    /** Like a power failure. */
    end: () => control('stop', '-m', 'immediate').catch(() => {}),
  };
}

interface ClusterOptions {
  name: string;
  settings: Record<string, string>;
}

/** The folder of PostgreSQL's programs; undefined if there are none. */
export function findPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')));
}

type Call = (program: string, args: string[]) => Promise<{ stdout: string }>;

/** A folder for clusters, and what runs PostgreSQL's programs in it. */
interface Folder {
  programs: string;
  folder: string;
  call: Call;
}

/** Makes a folder for clusters; throws if there is no PostgreSQL. */
export async function openFolder(): Promise<Folder & { remove: () => Promise<void> }> {
  const programs = findPrograms();
  if (!programs) {
    throw new Sentence(
      'There is no PostgreSQL to start: install PostgreSQL 15 or newer (Debian: apt-get install postgresql), or name a server in DATABASE_URL.',
    );
  }
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-bench-'));
  const call = await asDatabaseUser(folder);
  return { programs, folder, call, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** The arguments of `initdb` for a cluster of this user. */
export const initial = (data: string, user: string): string[] => [
  '-D',
  data,
  '-U',
  user,
  '--auth=trust',
  '--encoding=UTF8',
  '--locale=C.UTF-8',
];

/** PostgreSQL refuses to run as root: then it runs as `postgres`, a user of its packages. */
async function asDatabaseUser(folder: string): Promise<Call> {
  const options = { cwd: folder, env: { ...process.env, LC_ALL: 'C' } };
  if (process.getuid?.() !== 0) return (program, args) => run(program, args, options);
  const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  const [uid, gid] = await Promise.all([id('-u'), id('-g')]).catch(() => {
    throw new Sentence('PostgreSQL does not run as root, and there is no user postgres to run it as.');
  });
  await chown(folder, uid, gid);
  return (program, args) => run(program, args, { ...options, uid, gid });
}
