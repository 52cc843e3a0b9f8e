import { join } from 'node:path';
import { announce } from './announce.ts';
import { serveCopies } from './backup/database-copy.ts';
import { buildServer, type ServerParts } from './build-server.ts';
import type { App } from './core/app/deps.ts';
import { StartError } from './core/base/errors.ts';
import { watchFreeSpace } from './core/base/free-space.ts';
import type { Database } from './core/database/database.ts';
import { type DatabaseOptions, openDatabase } from './core/database/open-database.ts';
import type { Replicas } from './core/database/replicas.ts';
import { type Environment, EnvironmentError, readEnvironment } from './core/environment/environment.ts';
import { assertPortFree, listen, portError } from './core/environment/ports.ts';
import type { Metrics } from './modules/metrics/metrics.ts';
import { keepRelease } from './modules/site/plugin-releases.ts';
import { prepareData } from './prepare-data.ts';

/** How long a stop may take in addition to the requests' time, in milliseconds; jobs are abandoned after 15 seconds. */
const jobTimeout = 30_000;
let requestGrace = 0;
const migrations = join(import.meta.dirname, 'migrations');
/** A command of an operator; without one the server starts. */
const args = process.argv.slice(2);

/** Functions that stop the running parts, in the order of their calls: last started first. */
const running: (() => Promise<unknown>)[] = [];
let isStopping = false;
let stoppingSince = 0;
let log: App['log'] | undefined;

for (const fault of ['uncaughtException', 'unhandledRejection'] as const) process.on(fault, onFault);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
await (args.length > 0 ? operate() : start()).catch(refuse);

function readConfig(): Environment {
  return readEnvironment(process.env, distDir());
}

/** Runs a command, such as a backup, in the environment of the server. */
async function operate(): Promise<void> {
  const config = readConfig();
  const { runCommand } = await import('./backup/run-command.ts');
  await runCommand(args, { config, migrations, say: (line) => void process.stdout.write(`${line}\n`) });
}

async function start(): Promise<void> {
  const config = readConfig();
  if (config.migrations === 'only') return migrateOnly(config);
  requestGrace = config.stopTimeout;
  for (const [host, port] of portsOf(config)) await assertPortFree(host, port);
  const freeSpace = await watchFreeSpace(config.dataDir, config.minFreeSpace);
  running.unshift(async () => freeSpace.stop());
  const metrics = config.metricsPort === undefined ? undefined : await loadMetrics();
  const traces = config.sendsTraces ? await loadTraces() : undefined;
  if (traces) running.unshift(traces.stop);
  const opened = await openDatabase({ ...databaseOf(config), freeSpace });
  running.unshift(opened.close);
  if (opened.kind === 'pglite') {
    const copies = await serveCopies({ database: opened, dataDir: config.dataDir, leastFree: config.minFreeSpace });
    running.unshift(async () => copies?.close());
  }
  const follow = (database: Database) => {
    const measured = metrics ? metrics.measure(database) : database;
    return traces ? traces.follow(measured) : measured;
  };
  const replicas =
    config.databaseReplicaUrls.length > 0 ? await loadReplicas(config, opened, follow, metrics) : undefined;
  if (replicas) running.unshift(replicas.close);
  const database = replicas ? replicas.over(follow(opened)) : follow(opened);
  const app = await serve({
    database,
    replicas,
    freeSpace,
    config,
    ...(metrics && { metrics }),
    ...(traces && { traces }),
  });
  announce(app);
}

/** Migrates the database, and ends. */
async function migrateOnly(config: Environment): Promise<void> {
  const database = await openDatabase(databaseOf(config));
  await database.close();
  process.stdout.write('The database has every migration of this release.\n');
}

function databaseOf(config: Environment): DatabaseOptions {
  return {
    url: config.databaseUrl,
    connections: config.databaseConnections,
    timeouts: { statement: config.databaseTimeout, connection: Math.min(config.databaseTimeout, 5000) },
    folder: join(config.dataDir, 'db'),
    migrations,
    order: config.migrations,
  };
}

// Imported only if they are asked for.
async function loadTraces() {
  return (await import('./modules/traces/traces.ts')).createTraces();
}
async function loadMetrics() {
  return (await import('./modules/metrics/metrics.ts')).createMetrics();
}

async function loadReplicas(
  config: Environment,
  primary: Database,
  follow: (database: Database) => Database,
  metrics: Metrics | undefined,
): Promise<Replicas> {
  const { openReplicas } = await import('./core/database/replicas.ts');
  const { connections, timeouts } = databaseOf(config);
  return openReplicas(config.databaseReplicaUrls, {
    primary,
    connections,
    timeouts,
    follow,
    log: (line) => log?.warn(line),
    ...(metrics && { count: metrics.countRead }),
  });
}

async function serve(parts: ServerParts): Promise<App> {
  const { config, metrics } = parts;
  const app = await buildServer(parts);
  const { jobs, startWork } = app.deps;
  log = app.log;
  await prepareData(app.deps);
  running.unshift(() => jobs.stop());
  running.unshift(() => app.close());
  const keep = () =>
    keepRelease(config).catch((error: unknown) => {
      app.log.error({ err: error }, 'the plugin could not be stored');
    });
  // An address that a portal has pinned must stay available after this server, however soon it stops.
  startWork.add('the release of the plugin is being stored', keep());
  running.unshift(startWork.done);
  // `npm start` builds the plugin beside the running server.
  running.unshift(keep);
  // Before the server is ready: whoever waits for that may open both.
  if (config.devHostPort !== undefined) {
    // Imported only here: importing node:http as a module loads all of fetch, about 30 ms.
    const { createDevHost } = await import('./core/app/dev-host.ts');
    const devHost = createDevHost(config);
    await listen(devHost, config.host, config.devHostPort);
    running.unshift(async () => devHost.close());
  }
  if (metrics && config.metricsPort !== undefined) {
    const { createMetricsServer } = await import('./modules/metrics/serve-metrics.ts');
    const server = createMetricsServer(app, metrics);
    await listen(server, config.metricsHost, config.metricsPort);
    running.unshift(async () => server.close());
  }
  await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw portError(error, config.host, config.port);
  });
  // Continues interrupted work of an earlier run; deferred so that it does not delay the start.
  const soon = setTimeout(() => {
    jobs.start().catch((error: unknown) => app.log.error({ err: error }, 'the jobs could not be started'));
  }, 250);
  running.unshift(async () => clearTimeout(soon));
  return app;
}

function portsOf({ host, port, devHostPort, metricsHost, metricsPort }: Environment): [string, number][] {
  return [
    [host, port],
    ...(devHostPort === undefined ? [] : ([[host, devHostPort]] as [string, number][])),
    ...(metricsPort === undefined ? [] : ([[metricsHost, metricsPort]] as [string, number][])),
  ];
}

/** Next to the sources, or above the bundle. */
function distDir(): string {
  const here = import.meta.dirname;
  return here.endsWith(join('dist', 'server')) ? join(here, '..') : join(here, '..', 'dist');
}

/**
 * The first signal lets running requests finish; a second one stops immediately. Ctrl-C reaches every process of a
 * terminal, and parent processes forward it, so a repeat within a second counts as the first.
 */
function onSignal(): void {
  // A command can be ended at any moment, and be run again.
  if (args.length > 0) process.exit(1);
  if (isStopping) {
    if (Date.now() - stoppingSince > 1000) process.exit(1);
    return;
  }
  void end(0);
}

/**
 * After an uncaught error the state may be inconsistent: the process shuts down in order, to be restarted from outside.
 */
function onFault(error: unknown): void {
  if (log) log.fatal({ err: error instanceof Error ? error : new Error(typeof error) }, 'uncaught error');
  else process.stderr.write(`${sentenceOf(error)}\n`);
  if (!isStopping) void end(1);
}

/** Stops everything in order, within time limits, and ends the process. */
async function end(code: number): Promise<void> {
  isStopping = true;
  stoppingSince = Date.now();
  setTimeout(() => process.exit(1), requestGrace + jobTimeout).unref();
  await stop().then(
    () => process.exit(code),
    () => process.exit(1),
  );
}

async function stop(): Promise<void> {
  for (const stopOne of running.splice(0)) await stopOne();
}

async function refuse(error: unknown): Promise<void> {
  // Errors caused by the shutdown itself are not reported.
  if (isStopping) return;
  process.stderr.write(`${sentenceOf(error)}\n`);
  await stop().catch(() => {});
  process.exit(1);
}

function sentenceOf(error: unknown): string {
  if (error instanceof EnvironmentError) return `The environment is not usable:\n- ${error.problems.join('\n- ')}`;
  if (error instanceof StartError) return error.message;
  return `Quartermaster could not ${args[0] ?? 'start'}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
