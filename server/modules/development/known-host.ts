import type { FastifyRequest } from 'fastify';
import { AppError } from '../../core/base/errors.ts';
import type { Environment } from '../../core/environment/environment.ts';
import { isLoopback } from '../../core/environment/loopback.ts';

/**
 * Rejects requests whose host is neither this machine nor that of `PUBLIC_URL`. Otherwise any web page could use DNS
 * rebinding, a name of its own that resolves to this server, to read data meant for the local user.
 */
export const knownHost =
  ({ publicUrl }: Pick<Environment, 'publicUrl'>) =>
  ({ headers }: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void => {
    const { hostname } = new URL(publicUrl);
    const requested = URL.parse(`http://${headers.host}`)?.hostname;
    // Forwarded headers are not trusted, because a page can set them too.
    const isKnown = requested !== undefined && (requested === hostname || isLoopback(requested));
    done(isKnown ? undefined : new AppError('host', { message: `Request this at ${publicUrl}, or at localhost.` }));
  };
