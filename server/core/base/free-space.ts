import { statfs } from 'node:fs/promises';
import { AppError } from './errors.ts';

/** Whether the disk of the data folder has room for what is to be saved. */
export interface FreeSpace {
  /** True where content is saved no more, so that sign-ins and jobs that run can go on. */
  readonly isShort: boolean;
  /** Throws `storage` (507) where {@link FreeSpace.isShort}. */
  check: () => void;
  /** Calls back, at once and with each change, with whether there is so little left that the embedded database may write nothing. */
  onFull: (listener: (isFull: boolean) => void) => void;
  stop: () => void;
}

/** Of a folder that nobody watches. */
export const endlessSpace: FreeSpace = { isShort: false, check: () => {}, onFull: () => {}, stop: () => {} };

/** How often the disk is asked, in milliseconds: what all calls together can write until then fits into what is kept free. */
const interval = 500;

/** The part of what is kept free in which nothing at all is written. */
const fullPart = 1 / 4;

/** Bytes that are free on the disk of a folder; no bound where that cannot be told, as before the folder is made. */
const freeBytes = (folder: string): Promise<number> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Number.POSITIVE_INFINITY,
  );

/** Watches the disk of a folder, of which `least` bytes stay free. */
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
