import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { freePort } from '../../../scripts/free-port.mjs';
import { collect, projectEnvironment, root, serverArguments } from '../../../scripts/processes.mjs';
import { Sentence } from '../../../scripts/terminal.mjs';
import { hashPassword } from '../../../server/core/session/passwords.ts';
import { type Child, startServer } from './children.ts';

export const email = 'bench@quartermaster.test';
export const password = randomUUID();
/** With which sessions can be signed for it. */
export const secretKey = randomUUID();

/** The measuring account in the database. */
export const passwordHash = () => hashPassword(password);

/** Where a server has its data, and what it runs with. */
export interface Place {
  dataDir: string;
  databaseUrl?: string;
  replicaUrl?: string;
  metricsPort?: number;
  demo?: boolean;
}

/** The environment of the server, as in production. */
const environmentFor = ({ dataDir, databaseUrl, replicaUrl, metricsPort, demo = false }: Place, port: number) => ({
  NODE_ENV: 'production',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node'),
  HOST: '127.0.0.1',
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  SECRET_KEY: secretKey,
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  DATABASE_REPLICA_URL: replicaUrl,
  METRICS_PORT: metricsPort === undefined ? undefined : String(metricsPort),
  DEMO: demo ? '1' : '0',
  DEV_HOST: '0',
  OUTBOX: '1',
  BILLING_SIMULATOR: '1',
});

/** Starts the server; without the address of a database on the embedded one. */
export async function startProduct(place: Place): Promise<Child> {
  const port = await freePort();
  const env = environmentFor(place, port);
  return startServer({ name: 'The server', args: serverArguments, port, readyPath: '/readyz', env });
}

/** Runs a command of an operator to its end; returns how long it took, in seconds. */
export async function operate(place: Place, ...args: string[]): Promise<number> {
  const since = performance.now();
  const env = projectEnvironment(environmentFor(place, 0));
  const { code, output } = await collect(process.execPath, [...serverArguments, ...args], { env });
  if (code !== 0) throw new Sentence(`${args[0]} has failed: ${output}`);
  return (performance.now() - since) / 1000;
}

/** A signed-in person. */
export class Session {
  readonly #origin: string;
  #cookies: Record<string, string> = {};
  #since = 0;

  constructor(port: number) {
    this.#origin = `http://127.0.0.1:${port}`;
  }

  /** The cookies by name, refreshed before they expire. */
  async cookies(): Promise<Record<string, string>> {
    if (Date.now() - this.#since < 8 * 60_000) return this.#cookies;
    const [path, body] = this.#since ? [accounts.refresh.path, {}] : [accounts.login.path, { email, password }];
    const response = await fetch(`${this.#origin}/v1${path}`, {
      method: 'POST',
      headers: this.#headers(),
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Sentence(`Signing in answered ${response.status}: ${await response.text()}`);
    this.#cookies = Object.fromEntries(
      response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]?.split('=') as [string, string]),
    );
    this.#since = Date.now();
    return this.#cookies;
  }

  async headers(): Promise<Record<string, string>> {
    await this.cookies();
    return this.#headers();
  }

  /** Calls an endpoint by method and path. */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.#origin}/v1${path}`, {
      method,
      headers: await this.headers(),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Sentence(`${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as T;
  }

  #headers(): Record<string, string> {
    const cookie = Object.entries(this.#cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
    return { 'content-type': 'application/json', 'x-csrf-protection': '1', ...(cookie && { cookie }) };
  }
}
