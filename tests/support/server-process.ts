import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { freePort } from '../../scripts/free-port.mjs';
import { root, serverArguments } from '../../scripts/processes.mjs';

const started: ChildProcess[] = [];
const folders: string[] = [];

/** A server in its own process, as `npm start` runs it. */
export interface ServerProcess {
  child: ChildProcess;
  url: string;
  /** Its output so far. */
  output: () => string;
  /** Resolves when it reports that it is ready; rejects with the output if it exits first. */
  ready: Promise<void>;
  /** Resolves to the exit code, or to the signal that ended it. */
  ended: Promise<number | string>;
}

/**
 * Starts the built server, on free ports and without demo content unless the variables say otherwise. Before the tests, what
 * is built is up to date (`server-global-setup.ts`).
 */
export async function startProcess(variables: Record<string, string>): Promise<ServerProcess> {
  const port = variables.PORT ?? String(await freePort());
  const child = spawn(process.execPath, serverArguments, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
      HOST: '127.0.0.1',
      DEV_HOST: '0',
      DEMO: '0',
      ...(process.env.DATABASE_URL && { DATABASE_URL: process.env.DATABASE_URL }),
      ...variables,
      PORT: port,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return follow(child, `http://127.0.0.1:${port}`);
}

/** What a server says that has just been started, and stops in {@link cleanUp}. */
export function follow(child: ChildProcessByStdio<null, Readable, Readable>, url: string): ServerProcess {
  started.push(child);
  let output = '';
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  const ready = new Promise<void>((resolve, reject) => {
    const take = (chunk: Buffer) => {
      output += chunk;
      // The last line of its startup output, and in production the only one.
      if (output.includes('Ctrl-C stops it.') || output.includes('"msg":"ready"')) resolve();
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    ended.then((code) => reject(new Error(`The server ended with ${code}: ${output}`)));
  });
  // A caller that waits only for the exit should not see the same failure as an unhandled rejection.
  ready.catch(() => {});
  return { child, url, output: () => output, ready, ended };
}

/** An empty folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quartermaster-test-'));
  folders.push(folder);
  return folder;
}

/** Stops running processes and removes written files. */
export async function cleanUp(): Promise<void> {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'close');
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
