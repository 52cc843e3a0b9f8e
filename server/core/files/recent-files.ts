import { buffer } from 'node:stream/consumers';
import type { Files } from './files.ts';

/** The largest file that is held, and how much is held in all, in bytes. */
const most = { file: 1024 * 1024, all: 16 * 1024 * 1024 };

const caches = new WeakMap<Files, RecentFiles>();

/** A file in memory. Its memory counts as used until `release` is called, once. */
interface HeldFile {
  content: Buffer;
  release: () => void;
}

/**
 * Reads a file as a whole, or returns only its size, in bytes, if it is too large to be held, or too much is held. The size can be
 * passed if it is known.
 */
type RecentFiles = (key: string, size?: number) => Promise<HeldFile | number>;

/** A file, how many responses use it, and whether it can still be asked for. */
interface Entry {
  content: Promise<Buffer>;
  bytes: number;
  users: number;
  isKnown: boolean;
}

/**
 * The files of a store that were read lately, in memory: what is requested often is sent without a call to the store. Only for keys
 * whose content never changes.
 */
export function recentFiles(files: Files, limits = most): RecentFiles {
  const cached = caches.get(files);
  if (cached) return cached;
  // In the order of their last use.
  const known = new Map<string, Entry>();
  let bytes = 0;

  const forget = (key: string, entry: Entry) => {
    known.delete(key);
    entry.isKnown = false;
    if (entry.users === 0) bytes -= entry.bytes;
  };
  /** What slow clients still read cannot be given up. */
  const makeRoom = (needed: number): boolean => {
    for (const [key, entry] of known) {
      if (bytes + needed <= limits.all) break;
      if (entry.users === 0) forget(key, entry);
    }
    return bytes + needed <= limits.all;
  };
  const use = async (key: string, entry: Entry): Promise<HeldFile> => {
    known.delete(key);
    known.set(key, entry);
    entry.users += 1;
    const release = () => {
      entry.users -= 1;
      if (entry.users === 0 && !entry.isKnown) bytes -= entry.bytes;
    };
    try {
      return { content: await entry.content, release };
    } catch (error) {
      if (entry.isKnown) forget(key, entry);
      release();
      throw error;
    }
  };
  const read: RecentFiles = async (key, knownSize) => {
    const cached = known.get(key);
    if (cached) return use(key, cached);
    const size = knownSize ?? (await files.size(key));
    // While the size was waited for, another call may have begun to read it.
    const begun = known.get(key);
    if (begun) return use(key, begun);
    if (size > limits.file || !makeRoom(size)) return size;
    bytes += size;
    return use(key, { content: load(files, key), bytes: size, users: 0, isKnown: true });
  };
  caches.set(files, read);
  return read;
}

const load = async (files: Files, key: string): Promise<Buffer> => buffer(await files.get(key));
