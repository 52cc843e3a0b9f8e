import { join } from 'node:path';
import type { Endpoint, Input, Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { freePort } from '../../scripts/free-port.mjs';
import type { Database } from '../../server/core/database/database.ts';
import { openDatabase } from '../../server/core/database/open-database.ts';
import { createSecrets } from '../../server/core/environment/secrets.ts';
import { signSession } from '../../server/core/session/session-token.ts';
import { urlOf } from './server.ts';
import { createMigrated, fillFolder, migrations, onServer, timeouts } from './server-database.ts';
import { type ServerProcess, startProcess, temporaryFolder } from './server-process.ts';
import { seedStudio } from './server-studio.ts';

type Studio = Awaited<ReturnType<typeof seedStudio>>;

/** A server whose data outlives its process. */
export interface RestartableServer {
  /** Its data folder. */
  folder: string;
  url: string;
  studio: Studio;
  /** Starts a process, and waits until it is ready. */
  begin: (variables?: Record<string, string>) => Promise<ServerProcess>;
  /** Calls it, or the server at another address, as the owner of the studio. */
  call: <E extends Endpoint>(endpoint: E, input: Input<E>, at?: string) => Promise<Output<E>>;
  /** The headers of a call by that owner. */
  headers: () => { authorization: string };
  /** Opens the database while no process runs. */
  onDatabase: <Answer>(work: (database: Database) => Promise<Answer>) => Promise<Answer>;
  /** Makes jobs of killed processes start again at once: a worker counts as dead after ten seconds without a heartbeat. */
  forgetHeartbeats: () => Promise<void>;
}

const secretKey = 'only for tests that kill, only for tests that kill';

/** Creates a server with a studio on a database of its own: on the server of DATABASE_URL, or else an embedded one. */
export async function restartableServer(
  fill: (database: Database, studio: Studio) => Promise<void>,
): Promise<RestartableServer> {
  const folder = temporaryFolder();
  const databaseUrl = process.env.DATABASE_URL && (await createMigrated(process.env.DATABASE_URL));
  if (!databaseUrl) await fillFolder(folder);
  const onDatabase = async <Answer>(work: (database: Database) => Promise<Answer>): Promise<Answer> => {
    const database = await openDatabase({ url: databaseUrl, folder: join(folder, 'db'), migrations, timeouts });
    return work(database).finally(database.close);
  };
  const clock = { now: () => new Date() };
  const studio = await onDatabase(async (database) => {
    const made = await seedStudio(database, clock.now());
    await fill(database, made);
    return made;
  });
  const session = { accountId: studio.accounts.owner, sessionsSince: 0 };
  const secrets = createSecrets(secretKey);
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  // A session ends after 15 minutes, and a test may take longer.
  const headers = () => ({ authorization: `Bearer ${signSession(session, { secrets, clock }).token}` });
  return {
    folder,
    url,
    studio,
    onDatabase,
    headers,
    begin: async (variables = {}) => {
      const server = await startProcess({
        NODE_ENV: 'test',
        PORT: port,
        PUBLIC_URL: url,
        DATA_DIR: folder,
        SECRET_KEY: secretKey,
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
        ...variables,
      });
      await server.ready;
      return server;
    },
    call: async <E extends Endpoint>(endpoint: E, input: Input<E>, at = url): Promise<Output<E>> => {
      const { body } = input as { body?: unknown };
      const response = await fetch(at + urlOf(endpoint, input as object), {
        method: endpoint.method,
        headers: {
          ...headers(),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
      return (await response.json()) as Output<E>;
    },
    forgetHeartbeats: async () => {
      if (!databaseUrl) return;
      const long = "update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'";
      await onServer(databaseUrl, long);
    },
  };
}
