import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../base/errors.ts';

/** A folder that belongs to this process until it is released. */
export interface FolderLock {
  release: () => void;
}

/** Creates the folder if missing and locks it; a lock whose process no longer exists is taken over. */
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
  /** Start time of the process in the system's own units; `null` if unknown. */
  since: string | null;
}

function holderOf(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

/**
 * The process that has just created the file may not have written into it yet. Otherwise only a crash leaves an empty
 * file.
 */
function isNew(file: string): boolean {
  const made = statSync(file, { throwIfNoEntry: false });
  return made !== undefined && Math.abs(Date.now() - made.mtimeMs) < 5000;
}

/** Process ids are reused; in a container, even the same one at each start. */
function isRunning({ pid, since }: Holder): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const { state, start } = statOf(pid);
  // A zombie: its parent has not collected its exit status, and in a container may never do so.
  if (state === 'Z' || state === 'X') return false;
  return since === null || start === since;
}

/** State letter and start time of a process on Linux. */
function statOf(pid: number): { state: string | undefined; start: string | null } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0], start: fields[19] ?? null };
  } catch {
    return { state: undefined, start: null };
  }
}
