import type { Database } from '../../server/core/database/database.ts';
import type { Client } from './client.ts';
import type { TcpProxy } from './tcp-proxy.ts';

/** The target of an attack: one server on the embedded database, or two on one PostgreSQL. */
export type Kind = 'embedded' | 'postgres';

/** The servers of one attack, which nothing else uses. */
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
  /** Measures one piece of work on its own. */
  measure: <T>(work: () => Promise<T>) => Promise<Measured & { result: T }>;
  /** Sends a server the signal to stop; returns the exit code and after how many milliseconds it exited. */
  stop: (index: number) => Promise<{ code: number | string; took: number }>;
  /** Kills a server, which is not started again; it does not count as a crash. */
  kill: (index: number) => Promise<void>;
  /** Kills a server and starts it again on the same port, as a supervisor does; it does not count as a crash. */
  killAndRestart: (index: number) => Promise<void>;
}

/** What a piece of work has cost. */
export interface Measured {
  /** Longest time in which a server, and an idle one, did not answer `/healthz`, in milliseconds. */
  silence: number;
  bareSilence: number;
  /** Memory of the servers above that before it, of the one that took most, in megabytes (10^6 bytes). */
  memory: number;
}

/** Two instances for prepared content. */
export interface Place {
  freeInstanceId: number;
  instanceId: number;
}

/** An attack of bounded size and time. */
export interface Attack {
  /** The attempted attack, in a few words. */
  says: string;
  on: readonly Kind[];
  /** Where the servers’ data is, if it matters; returns the clean-up. */
  placeData?: (dataDir: string) => Promise<() => Promise<void>>;
  /** Variables of the servers, with stand-ins for external services; returns the clean-up. */
  surroundings?: () => Promise<{ env: Record<string, string>; close: () => Promise<void> }>;
  /** Content that exists before the servers start, as if it had been saved before limits existed. */
  prepare?: (database: Database, place: Place) => Promise<void>;
  /** Attacks; returns violated expectations as sentences, none if there are none. */
  run: (target: Target) => Promise<string[]>;
}
