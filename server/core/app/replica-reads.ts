import { isSafe } from '@quartermaster/contract/access.ts';
import type { Endpoint } from '@quartermaster/contract/endpoints/endpoint.ts';
import { positionHeader } from '@quartermaster/contract/read-position.ts';
import type { FastifyRequest } from 'fastify';
import { accountOf } from '../base/actor.ts';
import { AppError } from '../base/errors.ts';
import type { ReadNeed } from '../database/replicas.ts';
import { storePosition } from '../session/read-position.ts';
import type { App } from './deps.ts';

/**
 * True for a call that may read from a replica: it reads content or deliveries of an instance. What is about people, workspaces and
 * access is always the latest, as the check of access is, which comes before.
 */
export const mayReadReplica = (endpoint: Pick<Endpoint, 'access' | 'method' | 'safe' | 'latest'>): boolean =>
  endpoint.access.scope === 'instance' && isSafe(endpoint) && !endpoint.latest;

/** Runs the handler of a request, on a replica if it may read from one that has what its caller needs. */
export async function readFor<T>(request: FastifyRequest, handle: () => Promise<T>): Promise<T> {
  const { replicas } = request.server.deps;
  if (!replicas || !request.routeOptions.config.fromReplica) return handle();
  return replicas.read(needOf(request), handle);
}

function needOf({ caller, headers }: FastifyRequest): ReadNeed {
  const position = Math.max(storedFor(caller), positionIn(headers[positionHeader]));
  const account = caller && accountOf(caller.actor);
  return { position, reader: account ?? (caller && 'instanceId' in caller ? caller.instanceId : 0) };
}

const storedFor = (caller: FastifyRequest['caller']): number =>
  (caller && 'position' in caller ? caller.position : undefined) ?? 0;

function positionIn(text: string | string[] | undefined): number {
  if (text === undefined) return 0;
  if (typeof text === 'string' && /^\d{1,15}$/.test(text)) return Number(text);
  throw new AppError('invalid', { message: `The header ${positionHeader} must be one that an answer had.` });
}

/**
 * Before a call is answered that may have written, its account gets the position of the primary, which the check of access reads on
 * every server. Also if the call was refused: a conflict was found in the latest state, which the caller now reads.
 */
export function storePositions(app: App): void {
  const { database, replicas } = app.deps;
  if (!replicas) return;
  app.addHook('onSend', async ({ caller, routeOptions, log }, reply) => {
    const account = caller && accountOf(caller.actor);
    const { access, fromReplica, safe } = routeOptions.config;
    // Otherwise it has read nothing that any replica lacks.
    const isStored = account != null && !fromReplica && (!safe || access?.scope === 'instance');
    if (!isStored) return;
    try {
      reply.header(positionHeader, String(await storePosition(database.query, account)));
    } catch (error) {
      log.error(
        { err: error },
        'the position of a change could not be stored: the account may read older states from replicas',
      );
    }
  });
}
