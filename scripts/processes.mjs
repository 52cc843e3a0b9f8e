// @ts-check
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { delimiter, dirname, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const ipc = /** @type {const} */ ('ipc');
/** @type {NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM'];
const windows = process.platform === 'win32';

/** The path of the Node pinned in package.json; it may not be installed yet. */
export const pinnedNode = join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');

/** The Node version pinned in package.json. */
export function pinnedVersion() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies.node;
}

/** The Node to run everything on after the setup. */
export function projectNode() {
  return existsSync(pinnedNode) ? pinnedNode : process.execPath;
}

export const serverFile = join('dist', 'server', 'main.js');

/**
 * Arguments for starting the built server. A burst of large requests makes V8 grow its young generation to about 100 MB
 * permanently; with semi-spaces of 8 MB it is just as fast.
 */
export const serverArguments = ['--max-semi-space-size=8', serverFile];

/** PATH without this project's own programs, so that npm runs on a Node that an install does not replace. */
export function outerPath() {
  const own = `${sep}node_modules${sep}`;
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes(own))
    .join(delimiter);
}

/** The environment for processes on the project's Node, with the project's programs first in PATH. */
export function projectEnvironment(extra = {}) {
  const path = [join(root, 'node_modules', '.bin'), outerPath()].join(delimiter);
  return { ...process.env, PATH: path, ...extra };
}

/**
 * @param {(signal: NodeJS.Signals) => void} passOn called with each signal until the returned function is called
 */
function onSignals(passOn) {
  for (const signal of signals) process.on(signal, passOn);
  return () => {
    for (const signal of signals) process.off(signal, passOn);
  };
}

/**
 * Runs a program to its end and collects its output.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, timeout?: number }} [options]
 * @returns {Promise<{ code: number, output: string }>} the code is 127 if the program does not exist
 */
export function collect(program, args, { cwd = root, env = projectEnvironment(), timeout } = {}) {
  return new Promise((resolve) => {
    let output = '';
    const keep = (/** @type {Buffer} */ chunk) => {
      output = (output + chunk).slice(-200_000);
    };
    const child = spawn(program, args, {
      cwd,
      env,
      timeout,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: windows && program === 'npm',
    });
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const release = onSignals((signal) => {
      child.kill(signal);
      child.once('close', () => process.exit(130));
    });
    child.on('error', (error) => {
      release();
      resolve({ code: 127, output: error.message });
    });
    child.on('close', (code) => {
      release();
      resolve({ code: code ?? 1, output });
    });
  });
}

/**
 * Runs a program on the user's terminal and resolves to its exit code. A signal is forwarded once: Ctrl-C reaches every
 * process of a terminal, and npm forwards it again. The program also ends when npm is killed without sending a signal.
 * @param {string} program
 * @param {string[]} args
 * @param {object} [options]
 * @param {Record<string, string | undefined>} [options.env]
 * @param {boolean} [options.tied] the program ends with this one
 * @param {(text: string) => void} [options.print] gets the program's output instead of the terminal
 * @param {boolean} [options.yields] other programs have priority
 * @param {number} [options.limit] minutes after which the program is killed
 * @returns {Promise<number>}
 */
export function attend(program, args, { env = projectEnvironment(), tied = false, print, yields = false, limit } = {}) {
  return new Promise((resolve) => {
    const guard = pathToFileURL(join(root, 'scripts', 'end-with-parent.mjs')).href;
    const child = spawn(program, tied ? ['--import', guard, ...args] : args, {
      cwd: root,
      env,
      stdio: ['inherit', print ? 'pipe' : 'inherit', print ? 'pipe' : 'inherit', ...(tied ? [ipc] : [])],
    });
    if (print) for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', print);
    // The processes that it starts inherit this. 19 is the lowest priority.
    if (yields && child.pid) setPriority(child.pid, Math.min(getPriority() + 5, 19));
    let forwardedAt = 0;
    const passOn = (/** @type {NodeJS.Signals} */ signal) => {
      if (Date.now() - forwardedAt < 1000) return;
      forwardedAt = Date.now();
      child.kill(signal);
    };
    const release = onSignals(passOn);
    const parent = process.ppid;
    const orphaned = setInterval(() => {
      if (process.env.npm_lifecycle_event && process.ppid !== parent) passOn('SIGTERM');
    }, 1000);
    const overdue = limit && setTimeout(() => child.kill('SIGKILL'), limit * 60_000);
    child.on('error', (error) => {
      console.error(`${program} does not start: ${error.message}`);
      resolve(127);
    });
    child.on('close', (code, signal) => {
      clearInterval(orphaned);
      clearTimeout(overdue);
      release();
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 1));
    });
  });
}
