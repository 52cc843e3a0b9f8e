import { type Access, isSafe } from '@quartermaster/contract/access.ts';
import type { Endpoint, Shape, TurnKind } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { accountOf } from '../base/actor.ts';
import { AppError } from '../base/errors.ts';
import { isRaw, json, type Raw } from '../http/raw-answer.ts';
import { RecordBody, type Records } from '../http/records.ts';
import { responseFilter } from '../http/response-filter.ts';
import {
  type CompiledShape,
  compileShape,
  readTexts,
  refuseInvalid,
  refuseUnstorableTexts,
} from '../http/validation.ts';
import type { CallerOf } from '../session/access.ts';
import type { App, Deps } from './deps.ts';
import { mayReadReplica, readFor } from './replica-reads.ts';

/** Prefix of every path in the contract. */
export const apiPrefix = '/v1';

const defaultBodyLimit = 1024 * 1024;

type Part<S extends Shape, K extends 'params' | 'query' | 'body'> = S[K] extends TSchema ? Static<S[K]> : undefined;

/** What a handler receives: validated input, the caller, and the server's dependencies. */
export interface Context<S extends Shape, A extends Access> {
  params: Part<S, 'params'>;
  query: Part<S, 'query'>;
  body: Part<S, 'body'>;
  records: S['records'] extends TSchema ? Records<Static<S['records']>> : undefined;
  caller: CallerOf<A>;
  request: FastifyRequest;
  reply: FastifyReply;
  deps: Deps;
  /** Runs work in the turn that the endpoint declares. Records are read before it, as long as their sender takes; other handlers are in it. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

/** The response of a call that returns no data. */
export const done = { ok: true } as const;

type Answer<S extends Shape> = S['response'] extends TSchema ? Static<S['response']> : undefined;
type Handled<S extends Shape> = Answer<S> | Raw;

/**
 * Registers an endpoint of the contract. Order: access check, input validation, human verification if required,
 * handler, response filter.
 */
export function route<S extends Shape, A extends Access>(
  app: App,
  endpoint: Endpoint<S, A>,
  shape: S,
  handler: (context: Context<S, A>) => Handled<S> | Promise<Handled<S>>,
): void {
  let compiled: Compiled | undefined;
  app.route({
    method: endpoint.isFile ? [endpoint.method, 'HEAD'] : endpoint.method,
    url: apiPrefix + endpoint.path,
    bodyLimit: endpoint.bodyLimit ?? defaultBodyLimit,
    config: {
      access: endpoint.access,
      safe: isSafe(endpoint),
      fromReplica: mayReadReplica(endpoint),
      ...(endpoint.accepts && { accepts: endpoint.accepts }),
      ...(endpoint.isStream && { isStream: true }),
    },
    handler: async (request, reply) => {
      compiled ??= await compile(shape);
      const takeTurn = <T>(work: () => Promise<T>) => inTurn(endpoint.turns, request, work);
      const context = {
        params: readParams(compiled, shape, request),
        query: readQuery(compiled, shape, request),
        body: endpoint.accepts?.includes('raw') || shape.records ? undefined : readBody(compiled, request),
        records: readRecords(compiled, request),
        caller: request.caller,
        request,
        reply,
        deps: app.deps,
        inTurn: takeTurn,
      };
      if (endpoint.challenge) await app.deps.challenge.verify(request, reply);
      const handle = () => readFor(request, async () => handler(context as Context<S, A>));
      const answer = await (shape.records ? handle() : takeTurn(handle));
      if (isRaw(answer)) return answer.raw;
      if (!shape.response) return reply.code(204).send();
      reply.type(json);
      return reply.send(JSON.stringify(compiled.filter ? compiled.filter(answer) : answer));
    },
  });
}

/** Runs the handler of a call, in turn if its endpoint declares that. */
function inTurn<T>(kind: TurnKind | undefined, request: FastifyRequest, handle: () => Promise<T>): Promise<T> {
  const { caller, signal, server } = request;
  if (!kind || !caller || !('instanceId' in caller)) return handle();
  const { instanceId, actor } = caller;
  return server.deps.callTurns(kind, { instanceId, accountId: accountOf(actor), signal }, handle);
}

interface Compiled {
  params: CompiledShape | undefined;
  query: CompiledShape | undefined;
  body: CompiledShape | undefined;
  records: CompiledShape | undefined;
  filter: ((answer: unknown) => unknown) | undefined;
}

/** Compiled at a route's first request rather than at start: most servers use only a few routes at first. */
async function compile({ params, query, body, records, response }: Shape): Promise<Compiled> {
  return {
    params: params && (await compileShape(params)),
    query: query && (await compileShape(query)),
    body: body && (await compileShape(body)),
    records: records && (await compileShape(records)),
    filter: response && responseFilter(response),
  };
}

function readParams({ params }: Compiled, shape: Shape, request: FastifyRequest): unknown {
  if (!params || !shape.params) return undefined;
  const values = readTexts(shape.params, request.params as Record<string, string>);
  if (!params.fits(values)) throw new AppError('not_found');
  return values;
}

function readQuery({ query }: Compiled, shape: Shape, request: FastifyRequest): unknown {
  if (!query || !shape.query) return undefined;
  const values = readTexts(shape.query, { ...(request.query as Record<string, unknown>) });
  refuseInvalid(query, values);
  refuseUnstorableTexts(values);
  return values;
}

function readBody({ body }: Compiled, { body: value }: FastifyRequest): unknown {
  if (body) {
    if (value !== undefined || !('~optional' in body.shape)) refuseInvalid(body, value);
    return value;
  }
  if (value !== undefined) throw new AppError('invalid', { message: 'This call takes no body.' });
  return undefined;
}

function readRecords({ records }: Compiled, { body }: FastifyRequest): Records<unknown> | undefined {
  if (!records) return undefined;
  if (!(body instanceof RecordBody)) throw new AppError('invalid', { message: 'Send at least one record.' });
  return body.records((value) => {
    refuseInvalid(records, value);
    return value;
  });
}
