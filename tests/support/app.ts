import type { FastifyBaseLogger } from 'fastify';
import { addCore, createApp, type RequestLimits } from '../../server/core/app/create-app.ts';
import type { App, Deps } from '../../server/core/app/deps.ts';

const usualLimits: RequestLimits = { requestTimeout: 120_000, stopTimeout: 5000, bodyBytes: 32 * 1024 * 1024 };

/** A server without the product's routes. */
export function emptyApp(
  makeDeps: (log: FastifyBaseLogger) => Deps,
  logger: Parameters<typeof createApp>[0] = false,
  limits = usualLimits,
): App {
  const app = createApp(logger, false, makeDeps, limits.requestTimeout);
  addCore(app, limits);
  return app;
}
