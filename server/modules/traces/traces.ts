import { FastifyOtelInstrumentation } from '@fastify/otel';
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../core/app/deps.ts';
import type { Database, Query } from '../../core/database/database.ts';

/** Spans of requests and of their statements, for a collector of OpenTelemetry. */
export interface Traces {
  /** The database, whose statements are spans from now on if they belong to a request. */
  follow: (database: Database) => Database;
  /** Adds the spans of requests to a server that has no hooks or routes yet. */
  add: (app: App) => Promise<void>;
  /** Sends what is left. */
  stop: () => Promise<void>;
}

/** Starts to send spans. The address of the collector, the sampler and all else are read by OpenTelemetry from `OTEL_*`. */
export function createTraces(): Traces {
  const named = resourceFromAttributes({ 'service.name': 'quartermaster' });
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(named)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  const tracer = provider.getTracer('quartermaster');

  const traced = async <T>(text: string, name: string | undefined, work: () => Promise<T>): Promise<T> => {
    // Work without a request, such as looking for jobs, would only be noise.
    if (!trace.getActiveSpan()?.isRecording()) return work();
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, longestText) };
    const options = { kind: SpanKind.CLIENT, attributes };
    return tracer.startActiveSpan(name ?? firstWord(text), options, async (span) => {
      try {
        return await work();
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    });
  };
  const tracedQuery =
    (query: Query): Query =>
    (text, values, name) =>
      traced(text, name, () => query(text, values, name));

  return {
    follow: (database) => ({
      ...database,
      query: tracedQuery(database.query),
      bytes: (text, values, name) => traced(text, name, () => database.bytes(text, values, name)),
      transaction: (work) => database.transaction((query) => work(tracedQuery(query))),
    }),
    add: async (app) => {
      const requests = new FastifyOtelInstrumentation({
        instrumentHooks: false,
        instrumentHandler: false,
        recordExceptions: false,
        requestHook: (span, request) => {
          span.setAttribute('url.path', routeOf(request));
          request.traceId = span.spanContext().traceId;
        },
      });
      await app.register(requests.plugin());
    },
    stop: () => provider.shutdown(),
  };
}

/** In characters: some statements have many thousands. */
const longestText = 2000;

/** Such as `select`, for statements without a name. */
const firstWord = (text: string) => /\w+/.exec(text)?.[0].toLowerCase() ?? 'statement';

/** Not the path itself, which may have a secret. */
const routeOf = ({ routeOptions: { url } }: FastifyRequest) => url ?? 'none';
