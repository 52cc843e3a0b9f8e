import type { FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { App } from '../../core/app/deps.ts';
import type { Database, Query } from '../../core/database/database.ts';
import type { ReadAnswer } from '../../core/database/replicas.ts';
import { createStateGauges } from './state-gauges.ts';

/** What a server counts and measures, in the format of Prometheus. */
export interface Metrics {
  /** The database, whose statements are measured from now on. */
  measure: (database: Database) => Database;
  /** Counts a read that may go to a replica. */
  countRead: (answer: ReadAnswer) => void;
  /** Counts the requests of a server that is not ready yet. */
  follow: (app: App) => void;
  /** All metrics as text, with what is read from the database for it. */
  read: (app: App) => Promise<string>;
  contentType: string;
}

/** In seconds: from a cached answer to the longest call. */
const callBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const statementBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 20];

/** Creates the metrics of one server. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const calls = new Counter({
    name: 'quartermaster_http_requests_total',
    help: 'Answered requests by route and status.',
    labelNames: ['route', 'status'] as const,
    registers,
  });
  const durations = new Histogram({
    name: 'quartermaster_http_request_duration_seconds',
    help: 'Seconds until a request was answered to its end, by route.',
    labelNames: ['route'] as const,
    buckets: callBuckets,
    registers,
  });
  const statements = new Histogram({
    name: 'quartermaster_database_statement_duration_seconds',
    help: 'Seconds that a statement took; outside of transactions with the wait for a connection.',
    labelNames: ['result'] as const,
    buckets: statementBuckets,
    registers,
  });
  const reads = new Counter({
    name: 'quartermaster_reads_total',
    help: 'Calls that may read from a replica: answered by one, or by the primary, as it was behind, unusable, or found an error.',
    labelNames: ['answer'] as const,
    registers,
  });
  const connections = new Gauge({
    name: 'quartermaster_http_connections',
    help: 'Open connections to the server.',
    registers,
  });
  const refreshStates = createStateGauges(registers);

  const timed = async <T>(work: () => Promise<T>): Promise<T> => {
    const since = performance.now();
    const observe = (result: string) => statements.observe({ result }, (performance.now() - since) / 1000);
    try {
      const value = await work();
      observe('ok');
      return value;
    } catch (error) {
      observe('error');
      throw error;
    }
  };
  const timedQuery =
    (query: Query): Query =>
    (...statement) =>
      timed(() => query(...statement));

  return {
    measure: (database) => ({
      ...database,
      query: timedQuery(database.query),
      bytes: (...statement) => timed(() => database.bytes(...statement)),
      transaction: (work) => database.transaction((query) => work(timedQuery(query))),
    }),
    countRead: (answer) => reads.inc({ answer }),
    follow: (app) =>
      app.addHook('onResponse', (request, reply, done) => {
        const route = routeOf(request);
        calls.inc({ route, status: reply.statusCode });
        durations.observe({ route }, reply.elapsedTime / 1000);
        done();
      }),
    read: async (app) => {
      connections.set(await connectionsOf(app));
      await refreshStates(app.deps);
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

/** The pattern of a route, which has no ids; paths without a route are one. */
const routeOf = ({ method, routeOptions: { url } }: FastifyRequest) => (url ? `${method} ${url}` : 'none');

const connectionsOf = ({ server }: App): Promise<number> =>
  new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));
