import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { withClient } from '../../bench/support/content/prepare.ts';
import { type Child, startServer } from '../../bench/support/servers/children.ts';
import type { Postgres } from '../../bench/support/servers/postgres.ts';
import { freePort } from '../../scripts/free-port.mjs';
import { root, serverArguments } from '../../scripts/processes.mjs';
import { openDatabase } from '../../server/core/database/open-database.ts';
import { seedPeople } from '../../server/demo/demo-people.ts';
import type { Attack, Kind, Place, Target } from './attack.ts';
import { Client } from './client.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';
import { startWatch } from './watch.ts';

/** The result of an attack. */
export interface Outcome {
  /** Longest time in which a server did not answer `/healthz`, in milliseconds. */
  silence: number;
  /** The same for an idle server on this machine. */
  bareSilence: number;
  /** The peak memory of any of the servers, in megabytes (10^6 bytes). */
  memory: number;
  /** How many times a server exited unexpectedly. */
  crashes: number;
  /** Violated expectations, as sentences. */
  problems: string[];
}

/** A crashed server is restarted, as by an operator’s supervisor, but not forever. */
const mostRestarts = 5;

/** Starts servers with fresh content, attacks them, and removes everything. */
export async function carryOut(attack: Attack, kind: Kind, postgres: Postgres | undefined): Promise<Outcome> {
  const closing: (() => Promise<void> | void)[] = [];
  try {
    const folder = await mkdtemp(join(tmpdir(), 'quartermaster-attack-'));
    closing.push(() => rm(folder, { recursive: true, force: true }));
    const dataDir = join(folder, 'data');
    await mkdir(dataDir);
    if (attack.placeData) closing.push(await attack.placeData(dataDir));
    const databaseUrl = kind === 'postgres' && postgres ? await makeDatabase(postgres, closing) : undefined;
    const place = await prepare(attack, dataDir, databaseUrl);
    const proxy = databaseUrl ? await startTcpProxy(Number(new URL(databaseUrl).port)) : undefined;
    if (proxy) closing.push(proxy.close);
    const around = await attack.surroundings?.();
    if (around) closing.push(around.close);
    const env = environment(dataDir, databaseUrl, proxy, around?.env);
    const servers = await startServers(kind === 'postgres' ? 2 : 1, env);
    closing.push(servers.stopAll);
    return await measure(attack, { kind, dataDir, place, proxy, servers });
  } finally {
    for (const end of closing.reverse()) await end();
  }
}

async function makeDatabase(postgres: Postgres, closing: (() => Promise<void> | void)[]): Promise<string> {
  const name = `quartermaster_attack_${randomBytes(6).toString('hex')}`;
  const admin = postgres.url('postgres');
  const say = (statement: string) =>
    withClient(admin, async (client) => {
      await client.query(statement);
    });
  await say(`create database ${name}`);
  closing.push(() => say(`drop database if exists ${name} with (force)`));
  return postgres.url(name);
}

/** Creates people, a project of each plan, and the content that the attack needs. */
async function prepare(attack: Attack, dataDir: string, url: string | undefined): Promise<Place> {
  const database = await openDatabase({
    url,
    folder: join(dataDir, 'db'),
    migrations: join(root, 'server', 'migrations'),
  });
  try {
    const { instances } = await database.transaction((query) => seedPeople(query, new Date()));
    const [free] = await database.query<{ id: number }>(
      "select active_instance_id as id from accounts where email like 'free@%'",
      [],
    );
    const place = { freeInstanceId: free?.id ?? 0, instanceId: instances.Dev };
    await attack.prepare?.(database, place);
    return place;
  } finally {
    await database.close();
  }
}

function environment(
  dataDir: string,
  databaseUrl: string | undefined,
  proxy: TcpProxy | undefined,
  extra: Record<string, string> | undefined,
): Record<string, string> {
  const throughProxy = databaseUrl && proxy && Object.assign(new URL(databaseUrl), { port: String(proxy.port) }).href;
  return {
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node'),
    HOST: '127.0.0.1',
    SECRET_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: dataDir,
    // Ignores the variable of this command's own environment.
    DATABASE_URL: throughProxy ?? '',
    DEMO: '1',
    DEV_HOST: '0',
    OUTBOX: '1',
    BILLING_SIMULATOR: '1',
    LOG_LEVEL: 'fatal',
    ...extra,
  };
}

interface Servers {
  origins: string[];
  /** Waits until the start-up load is over, and measures memory from then on. */
  settle: () => Promise<void>;
  crashes: () => number;
  memory: () => number;
  /** Measures memory from now on; returns how much more any of them has had since. */
  watchMemory: () => () => number;
  stop: Target['stop'];
  kill: Target['kill'];
  restart: Target['killAndRestart'];
  stopAll: () => Promise<void>;
}

async function startServers(count: number, shared: Record<string, string>): Promise<Servers> {
  const ports = [await freePort(), ...(count > 1 ? [await freePort()] : [])];
  const running: (Child | undefined)[] = [];
  const stopping = new Set<Child>();
  /** Their memory is not measured, as a start has a peak of its own. */
  const restarted = new WeakSet<Child>();
  let crashes = 0;
  let memory = 0;
  let isClosing = false;
  const look = () => {
    for (const child of running)
      if (child && !restarted.has(child)) memory = Math.max(memory, peakMegabytes(child.pid));
  };
  const watching = setInterval(look, 100);
  const start = async (index: number): Promise<void> => {
    const port = ports[index] ?? 0;
    const env = { ...shared, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
    const child = await startServer({ name: 'The server', args: serverArguments, port, readyPath: '/healthz', env });
    running[index] = child;
    void child.ended.then(async () => {
      if (stopping.has(child) || isClosing) return;
      running[index] = undefined;
      crashes += 1;
      if (crashes <= mostRestarts) await start(index).catch(() => {});
    });
  };
  await Promise.all(ports.map((_, index) => start(index)));
  const end = async (child: Child) => {
    stopping.add(child);
    const since = performance.now();
    await child.stop();
    return { code: await child.ended, took: performance.now() - since };
  };
  const kill = async (index: number) => {
    const child = running[index];
    if (!child) throw new Error('The server has exited already.');
    look();
    running[index] = undefined;
    stopping.add(child);
    process.kill(child.pid, 'SIGKILL');
    await child.ended;
  };
  return {
    origins: ports.map((port) => `http://127.0.0.1:${port}`),
    settle: async () => {
      for (const child of running) if (child) await settled(child.pid);
      memory = 0;
    },
    crashes: () => crashes,
    memory: () => {
      look();
      return memory;
    },
    watchMemory: () => {
      look();
      const before = running.flatMap((child) => {
        if (!child) return [];
        forgetPeak(child.pid);
        return [{ pid: child.pid, base: peakMegabytes(child.pid) }];
      });
      return () => {
        look();
        return Math.max(0, ...before.map(({ pid, base }) => peakMegabytes(pid) - base));
      };
    },
    stop: async (index) => {
      const child = running[index];
      if (!child) throw new Error('The server has exited already.');
      look();
      running[index] = undefined;
      return end(child);
    },
    kill,
    restart: async (index) => {
      await kill(index);
      await start(index);
      const child = running[index];
      if (child) restarted.add(child);
    },
    stopAll: async () => {
      isClosing = true;
      look();
      clearInterval(watching);
      await Promise.all(running.map((child) => child && end(child)));
    },
  };
}

/**
 * V8 recompiles the embedded database soon after its first use, which takes some 900 MB for a moment, without any
 * attack.
 */
async function settled(pid: number): Promise<void> {
  let before = Number.POSITIVE_INFINITY;
  for (let quiet = 0; quiet < 3; ) {
    forgetPeak(pid);
    await pause(1000);
    const now = peakMegabytes(pid);
    quiet = Math.abs(now - before) < 10 ? quiet + 1 : 0;
    before = now;
  }
  forgetPeak(pid);
}

const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** The peak resident memory of a process since then; 0 if it has exited. */
function peakMegabytes(pid: number): number {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return (Number(kilobytes ?? 0) * 1024) / 1e6;
  } catch {
    return 0;
  }
}

interface Started {
  kind: Kind;
  dataDir: string;
  place: Place;
  proxy: TcpProxy | undefined;
  servers: Servers;
}

async function measure(attack: Attack, { kind, dataDir, place, proxy, servers }: Started): Promise<Outcome> {
  const { origins } = servers;
  const target: Omit<Target, 'measure' | 'stop' | 'kill' | 'killAndRestart'> = {
    kind,
    origins,
    free: await Client.signIn(origins[0] ?? '', 'free'),
    freeInstanceId: place.freeInstanceId,
    owners: await Promise.all(origins.map((origin) => Client.signIn(origin, 'owner'))),
    instanceId: place.instanceId,
    dataDir,
    databaseProxy: proxy,
  };
  const bare = await startServer({
    name: 'The bare server',
    args: [join(import.meta.dirname, 'bare-server.ts')],
    ...(await atFreePort()),
    readyPath: '/healthz',
  });
  const bareOrigin = `http://127.0.0.1:${bare.port}`;
  const watch = startWatch([...origins, bareOrigin]);
  try {
    for (const owner of target.owners) await warmUp(owner, place.instanceId);
    await servers.settle();
    // The first seconds include the start of the watch itself.
    await watch.silences();
    let silence = 0;
    const watched = new Set(origins);
    /** Stops a server, whose health is not measured any more: that of one that starts again neither. */
    const ending = async <T>(index: number, end: () => Promise<T>): Promise<T> => {
      silence = Math.max(silence, longestOf(await watch.silences(), watched));
      watched.delete(origins[index] ?? '');
      const ended = await end();
      await watch.silences();
      return ended;
    };
    const measure: Target['measure'] = async (work) => {
      silence = Math.max(silence, longestOf(await watch.silences(), watched));
      const memoryOf = servers.watchMemory();
      const result = await work();
      const silences = await watch.silences();
      const longest = longestOf(silences, watched);
      silence = Math.max(silence, longest);
      return { result, silence: longest, bareSilence: silences[bareOrigin] ?? 0, memory: memoryOf() };
    };
    const problems = await attack.run({
      ...target,
      measure,
      stop: (index) => ending(index, () => servers.stop(index)),
      kill: (index) => ending(index, () => servers.kill(index)),
      killAndRestart: (index) => ending(index, () => servers.restart(index)),
    });
    const silences = await watch.silences();
    return {
      silence: Math.max(silence, longestOf(silences, watched)),
      bareSilence: silences[bareOrigin] ?? 0,
      memory: servers.memory(),
      crashes: servers.crashes(),
      problems,
    };
  } finally {
    watch.stop();
    await bare.stop();
  }
}

/** Calls the server once, so that everything is initialized. */
async function warmUp(owner: Client, instanceId: number): Promise<void> {
  for (let call = 0; call < 50; call += 1) {
    await owner.call(templates.list, { params: { instanceId } });
    await owner.call(items.list, { params: { instanceId, templateId: imageTemplate.id }, body: { limit: 10 } });
  }
}

const longestOf = (silences: Record<string, number>, origins: ReadonlySet<string>): number =>
  Math.max(0, ...[...origins].map((origin) => silences[origin] ?? 0));

async function atFreePort(): Promise<{ port: number; env: Record<string, string> }> {
  const port = await freePort();
  return { port, env: { PORT: String(port) } };
}
