import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../base/errors.ts';

/** A folder that is this process's alone until it is released. */
export interface FolderLock {
  release: () => void;
}

/** Makes the folder where it is missing and takes it; a lock whose process is gone is taken over. */
export function lockFolder(folder: string): FolderLock {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw cannotWrite(folder, error);
  }
  const file = join(folder, '..', 'lock');
  for (let attempt = 0; ; attempt++) {
    try {
      const descriptor = openSync(file, 'wx', 0o600);
      writeSync(descriptor, JSON.stringify({ pid: process.pid, since: statOf(process.pid).start }));
      closeSync(descriptor);
      return { release: () => rmSync(file, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw cannotWrite(folder, error);
      const holder = holderOf(file);
      if (attempt > 0 || (holder ? isRunning(holder) : isNew(file))) {
        const who = holder ? `process ${holder.pid}` : 'one that is starting';
        throw new StartError(
          `The data folder ${join(folder, '..')} is in use by another Quartermaster server (${who}). Stop it, or set DATA_DIR to another folder.`,
        );
      }
      rmSync(file, { force: true });
    }
  }
}

const cannotWrite = (folder: string, cause: unknown) =>
  new StartError(
    `The data folder ${join(folder, '..')} cannot be written (${(cause as NodeJS.ErrnoException).code}). Make it writable, or set DATA_DIR to another folder.`,
    { cause },
  );

interface Holder {
  pid: number;
  /** When the process was started, as its system counts; `null` where that is not told. */
  since: string | null;
}

function holderOf(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

/** Whoever has just taken the folder has made the file and may not have written into it yet. Only a crash leaves it so. */
function isNew(file: string): boolean {
  const made = statSync(file, { throwIfNoEntry: false });
  return made !== undefined && Math.abs(Date.now() - made.mtimeMs) < 5000;
}

/** Numbers of processes are given again, in a container even the same one at each start. */
function isRunning({ pid, since }: Holder): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const { state, start } = statOf(pid);
  // Whoever started it has not asked yet how it ended, and in a container may never.
  if (state === 'Z' || state === 'X') return false;
  return since === null || start === since;
}

/** What Linux tells of a process: its state as a letter, and when it was started. */
function statOf(pid: number): { state: string | undefined; start: string | null } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0], start: fields[19] ?? null };
  } catch {
    return { state: undefined, start: null };
  }
}
