import type { FastifyRequest } from 'fastify';
import { AppError } from '../../core/base/errors.ts';
import type { Environment } from '../../core/environment/environment.ts';
import { isLoopback } from '../../core/environment/loopback.ts';

/**
 * Refuses what was not asked for under the name of this machine or of `PUBLIC_URL`. A page of anybody could otherwise have the
 * browser take this server for its own, by a name that it lets point here, and read what is open to whoever sits in front of it.
 */
export const knownHost =
  ({ publicUrl }: Pick<Environment, 'publicUrl'>) =>
  ({ headers }: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void => {
    const { hostname } = new URL(publicUrl);
    const asked = URL.parse(`http://${headers.host}`)?.hostname;
    // Of what a proxy in front says is nothing believed, as a page can say that too.
    const isKnown = asked !== undefined && (asked === hostname || isLoopback(asked));
    done(isKnown ? undefined : new AppError('host', { message: `Ask for this at ${publicUrl}, or at localhost.` }));
  };
