import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Challenge } from './challenge.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import type { Environment } from './environment.ts';
import type { Files } from './files.ts';
import type { Jobs } from './jobs.ts';
import type { Mail } from './mail.ts';
import type { Secrets } from './secrets.ts';

/** Everything that a module needs from outside, each with an implementation for the real thing and one for development. */
export interface Deps {
  database: Database;
  files: Files;
  jobs: Jobs;
  mail: Mail;
  challenge: Challenge;
  clock: Clock;
  secrets: Secrets;
  config: Environment;
  log: FastifyBaseLogger;
}

/** The server that modules add their routes to. */
export type App = FastifyInstance;

declare module 'fastify' {
  interface FastifyInstance {
    deps: Deps;
  }
}
