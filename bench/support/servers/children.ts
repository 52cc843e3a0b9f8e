import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectEnvironment, root } from '../../../scripts/processes.mjs';
import { Sentence } from '../../../scripts/terminal.mjs';

/** A server in a separate process. */
export interface Child {
  port: number;
  pid: number;
  /** From the start of the process to its first successful response, in milliseconds. */
  readyAfter: number;
  /** Resolves to the exit code, or the signal, once the process has ended for any reason. */
  ended: Promise<number | string>;
  stop: () => Promise<void>;
}

interface Start {
  name: string;
  /** This Node if omitted. */
  program?: string;
  args: string[];
  port: number;
  /** Answers 200 once the server accepts requests. */
  readyPath: string;
  env?: Record<string, string | undefined>;
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a server and waits until it answers. */
export async function startServer({
  name,
  program = process.execPath,
  args,
  port,
  readyPath,
  env = {},
}: Start): Promise<Child> {
  let output = '';
  const started = performance.now();
  const child = spawn(program, args, {
    cwd: root,
    env: projectEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const keep = (chunk: Buffer) => {
    output = (output + chunk).slice(-4000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = once(child, 'exit').then(([code, signal]) => {
    running.delete(child);
    return (code ?? signal) as number | string;
  });
  while (!(await answers(port, readyPath))) {
    if (child.exitCode !== null || performance.now() - started > 60_000) {
      child.kill('SIGKILL');
      throw new Sentence(`${name} does not start:\n${output}`);
    }
    await sleep(2);
  }
  const readyAfter = performance.now() - started;
  const stop = async () => {
    child.kill('SIGTERM');
    const forced = setTimeout(() => child.kill('SIGKILL'), 30_000);
    await ended;
    clearTimeout(forced);
  };
  return { port, pid: child.pid ?? 0, readyAfter, ended, stop };
}

async function answers(port: number, path: string): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** Resident memory of a process in megabytes (10^6 bytes). */
export function residentMegabytes(pid: number): number {
  if (process.platform !== 'linux')
    return (Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024) / 1e6;
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kilobytes) * 1024) / 1e6;
}

/** The peak of the resident memory of a process from now on, in megabytes. */
export function watchMemory(pid: number): { stop: () => number } {
  let most = residentMegabytes(pid);
  const watch = setInterval(() => {
    most = Math.max(most, residentMegabytes(pid));
  }, 20);
  return {
    stop: () => {
      clearInterval(watch);
      return most;
    },
  };
}
