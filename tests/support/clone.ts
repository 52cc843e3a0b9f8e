import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pinnedNode, root } from '../../scripts/processes.mjs';

/** Files ignored by git, its own folder, and files that only tests need: a start needs none of them. */
const excluded = ['node_modules', 'dist', '.git', '.data', 'test-results', 'tests', 'e2e', 'bench'].map((name) =>
  join(root, name),
);
const npm =
  (process.env.PATH ?? '')
    .split(':')
    .map((folder) => join(folder, 'npm'))
    .find((file) => existsSync(file)) ?? 'npm';
const node = existsSync(pinnedNode) ? pinnedNode : process.execPath;

/**
 * A copy of this checkout without tests, installed packages and builds, on a machine with Node and npm.
 */
export interface Clone {
  folder: string;
  /** Runs a script of package.json, like npm. */
  run: (script: string, variables?: Record<string, string>) => Run;
  /** The arguments of each start of the project’s own Node, one line per start. */
  started: () => string[];
}

interface Run {
  child: ChildProcess;
  output: () => string;
  /** Waits until the output has the text after a position. */
  says: (text: string, from?: number) => Promise<void>;
  /** Resolves to the exit code, or to the signal that ended it. */
  ended: Promise<number | string>;
}

const clones: string[] = [];
const runs: Run[] = [];

/**
 * Makes a clone. Only the network is replaced: `npm ci` gets every package from `registry`, and the Node that it
 * installs records its arguments.
 */
export function freshClone({ registry }: { registry: string }): Clone {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'quartermaster-clone-')));
  clones.push(place);
  const folder = join(place, 'clone');
  const machine = join(place, 'machine');
  const log = join(place, 'started');
  cpSync(root, folder, { recursive: true, filter: (path) => !excluded.includes(path) });
  writeFileSync(log, '');
  mkdirSync(machine);
  symlinkSync(process.execPath, join(machine, 'node'));
  writeProgram(
    join(machine, 'npm'),
    `exec "${process.execPath}" "${join(import.meta.dirname, 'npm-offline.mjs')}" "$@"`,
  );
  return {
    folder,
    started: () => readFileSync(log, 'utf8').split('\n').filter(Boolean),
    run: (script, variables = {}) => {
      const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const child = spawn('/bin/sh', ['-c', scripts[script]], {
        cwd: folder,
        env: {
          PATH: `${machine}:/usr/bin:/bin`,
          NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
          OFFLINE_REGISTRY: registry,
          OFFLINE_NODE: node,
          OFFLINE_LOG: log,
          OFFLINE_NPM: npm,
          ...variables,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const run = follow(child);
      runs.push(run);
      return run;
    },
  };
}

function writeProgram(file: string, line: string): void {
  writeFileSync(file, `#!/bin/sh\n${line}\n`);
  chmodSync(file, 0o755);
}

function follow(child: ChildProcess): Run {
  let output = '';
  const listeners = new Set<() => void>();
  const take = (chunk: Buffer) => {
    output += chunk;
    for (const listener of listeners) listener();
  };
  child.stdout?.on('data', take);
  child.stderr?.on('data', take);
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  return {
    child,
    ended,
    output: () => output,
    says: (text, from = 0) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (output.indexOf(text, from) >= 0) resolve();
        };
        listeners.add(look);
        look();
        ended.then((code) => reject(new Error(`ended with ${code} before it said "${text}":\n${output}`)));
      }),
  };
}

/** Stops running processes and removes the clones. */
export async function removeClones(): Promise<void> {
  for (const { child, ended } of runs.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
  }
  for (const place of clones.splice(0)) rmSync(place, { recursive: true, force: true });
}

/** A registry with the packages of this checkout. */
export const ownRegistry = join(root, 'node_modules');

/** A registry in which programs only record that they ran, with their arguments. */
export function registryOf(programs: Record<string, string>): string {
  const registry = mkdtempSync(join(tmpdir(), 'quartermaster-registry-'));
  clones.push(registry);
  for (const [path, source] of Object.entries(programs)) {
    mkdirSync(dirname(join(registry, path)), { recursive: true });
    writeFileSync(join(registry, path), source);
  }
  return registry;
}
