import type { Database } from '../../server/core/database/database.ts';
import type { Client } from './client.ts';
import type { TcpProxy } from './tcp-proxy.ts';

/** What is attacked: one server on the embedded database, or two on one PostgreSQL. */
export type Kind = 'embedded' | 'postgres';

/** The servers of one attack, with nobody on them but it. */
export interface Target {
  kind: Kind;
  /** Of each server. */
  origins: readonly string[];
  /** The account of a Free plan on the first server, and its instance. */
  free: Client;
  freeInstanceId: number;
  /** The owner of a Teams workspace on each server, and their Dev instance. */
  owners: readonly Client[];
  instanceId: number;
  /** The folder of the servers' data. */
  dataDir: string;
  /** Between the servers and PostgreSQL. */
  databaseProxy: TcpProxy | undefined;
  /** A server is asked to stop; answers the exit code and after how many milliseconds it was there. */
  stop: (index: number) => Promise<{ code: number | string; took: number }>;
}

/** Two instances to prepare content in. */
export interface Place {
  freeInstanceId: number;
  instanceId: number;
}

/** An attack of bounded size and time. */
export interface Attack {
  /** What it tries, in a few words. */
  says: string;
  on: readonly Kind[];
  /** Where the servers' data lies, where it matters; answers what to do afterwards. */
  placeData?: (dataDir: string) => Promise<() => Promise<void>>;
  /** Variables of the servers, and what plays their part; answers what to do afterwards. */
  surroundings?: () => Promise<{ env: Record<string, string>; close: () => Promise<void> }>;
  /** Content that lies there before the servers start, as if it had been saved when there were no bounds. */
  prepare?: (database: Database, place: Place) => Promise<void>;
  /** Attacks; answers in sentences what did not hold, nothing where all did. */
  run: (target: Target) => Promise<string[]>;
}
