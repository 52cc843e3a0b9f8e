import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Clock } from '../base/clock.ts';
import type { FreeSpace } from '../base/free-space.ts';
import type { StartWork } from '../base/start-work.ts';
import type { KeyedTurns } from '../base/turns.ts';
import type { Database } from '../database/database.ts';
import type { Replicas } from '../database/replicas.ts';
import type { Egress } from '../egress/call-out.ts';
import type { FindTexts } from '../egress/find-texts.ts';
import type { Environment } from '../environment/environment.ts';
import type { Secrets } from '../environment/secrets.ts';
import type { NewsChannel } from '../events/news.ts';
import type { Files } from '../files/files.ts';
import type { OpenStream } from '../http/open-streams.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Mail } from '../mail/mail.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import type { Challenge } from '../session/challenge.ts';
import type { CallTurns } from './call-turns.ts';
import type { RunUnit } from './unit.ts';

/** Everything that a module needs from outside, each with a production and a development implementation. */
export interface Deps {
  database: Database;
  /** Undefined if all reads go to the database itself. */
  replicas: Replicas | undefined;
  egress: Egress;
  /** Turns of calls that compute much. */
  callTurns: CallTurns;
  /** Turns of the calls before saves, by webhook. */
  checkTurns: KeyedTurns;
  findTexts: FindTexts;
  files: Files;
  freeSpace: FreeSpace;
  startWork: StartWork;
  jobs: Jobs;
  openStream: OpenStream;
  mail: Mail;
  news: NewsChannel;
  unit: RunUnit;
  payments: PaymentProvider;
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
