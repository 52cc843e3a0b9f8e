import { statfs } from 'node:fs/promises';
import { AppError } from './errors.ts';

/** Free space on the disk of the data folder. */
export interface FreeSpace {
  /** True if content can no longer be saved; the rest is reserved for sign-ins and running jobs. */
  readonly isShort: boolean;
  /** Throws `storage` (507) if {@link FreeSpace.isShort}. */
  check: () => void;
  /**
   * Calls the listener immediately and on every change; `isFull` means that the embedded database must not write at
   * all.
   */
  onFull: (listener: (isFull: boolean) => void) => void;
  stop: () => void;
}

/** For a folder that is not monitored. */
export const endlessSpace: FreeSpace = { isShort: false, check: () => {}, onFull: () => {}, stop: () => {} };

/**
 * How often the free space is measured, in milliseconds; short enough that all calls together cannot write more than
 * the reserve in between.
 */
const interval = 500;

/** The fraction of the reserve below which nothing is written at all. */
const fullPart = 1 / 4;

/** Free bytes on a folder's disk; infinite if unknown, e.g. before the folder exists. */
export const freeBytes = (folder: string): Promise<number> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Number.POSITIVE_INFINITY,
  );

/** Monitors the disk of a folder; `least` bytes are reserved. */
export async function watchFreeSpace(folder: string, least: number, measure = freeBytes): Promise<FreeSpace> {
  let free = await measure(folder);
  const listeners: ((isFull: boolean) => void)[] = [];
  const isFull = () => free < least * fullPart;
  const look = async () => {
    const wasFull = isFull();
    free = await measure(folder);
    if (isFull() !== wasFull) for (const listener of listeners) listener(isFull());
    timer.refresh();
  };
  const timer = setTimeout(() => void look(), interval).unref();
  return {
    get isShort() {
      return free < least;
    },
    check: () => {
      if (free < least) throw new AppError('storage');
    },
    onFull: (listener) => {
      listeners.push(listener);
      listener(isFull());
    },
    stop: () => clearTimeout(timer),
  };
}
