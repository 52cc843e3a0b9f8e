import { freePort } from '../../scripts/free-port.mjs';
import { type RoundRobin, startRoundRobin } from './round-robin.ts';
import { createMigrated } from './server-database.ts';
import { type ServerProcess, startProcess, temporaryFolder } from './server-process.ts';

/** Two servers on one PostgreSQL and one folder of files, behind a proxy that alternates between them. */
export interface TwoServers {
  /** The proxy’s address; the servers use it as their own. */
  url: string;
  databaseUrl: string;
  /** Of both, to sign sessions for them. */
  secretKey: string;
  proxy: RoundRobin;
  servers: ServerProcess[];
  /** Starts both at the same moment, on the existing data. */
  start: () => Promise<void>;
  /** Stops both like Ctrl-C. */
  stop: () => Promise<void>;
  /** Closes the proxy; the servers and their files are removed with the clean-up of processes. */
  close: () => Promise<void>;
}

const secretKey = 'only for two servers, only for two servers';

/** Creates a database for them on the PostgreSQL of `server`; only the proxy runs until they are started. */
export async function createTwoServers(server: string, variables: Record<string, string> = {}): Promise<TwoServers> {
  const databaseUrl = await createMigrated(server);
  const ports = [await freePort(), await freePort()];
  const proxy = await startRoundRobin(ports, 0, '127.0.0.1');
  const servers: ServerProcess[] = [];
  const shared = {
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    DATA_DIR: temporaryFolder(),
    PUBLIC_URL: proxy.url,
    SECRET_KEY: secretKey,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
    ...variables,
  };
  return {
    url: proxy.url,
    databaseUrl,
    secretKey,
    proxy,
    servers,
    start: async () => {
      servers.splice(
        0,
        2,
        ...(await Promise.all(ports.map((port) => startProcess({ ...shared, PORT: String(port) })))),
      );
      await Promise.all(servers.map(({ ready }) => ready));
    },
    stop: async () => {
      for (const { child } of servers) child.kill('SIGTERM');
      await Promise.all(servers.map(({ ended }) => ended));
    },
    close: () => proxy.close(),
  };
}
