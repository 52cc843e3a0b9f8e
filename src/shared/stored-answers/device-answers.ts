import { dropStored, listStored, readStored, tryWriteStored, writeStored } from '../storage/storage.ts';
import { fromJson, toJson } from './answer-json.ts';
import { createSeal, type Seal } from './seal.ts';
import type { KeptAnswer, KeptAnswers } from './stored-answers.ts';

const prefix = 'answers:';
const sharedName = `${prefix}shared`;
const nameOf = (path: string) => `${prefix}page:${path}`;

/** How long an answer is worth showing, in milliseconds. */
const keptFor = 7 * 24 * 60 * 60 * 1000;

/** Limits in characters, of which a browser needs at most two bytes each: 5 MB for all, and a tenth of it for a page. */
const bounds = { all: 2_500_000, one: 250_000 };

/** The number of pages of which the console knows what it has written. */
const remembered = 8;

interface DeviceOptions {
  /** The key that the server gives to this session, base64; undefined without one. */
  key: string | undefined;
  /** The build of the console, as another one may understand answers differently. */
  build: string;
}

/** Keeps answers on this device, encrypted. What this session cannot decrypt belongs to another one, and is removed. */
export function openDeviceAnswers({ key, build }: DeviceOptions): KeptAnswers {
  let seal: Seal | undefined = key === undefined ? undefined : createSeal(key);
  /** The texts that were written last, as most writes change nothing. */
  const written = new Map<string, string>();

  const erase = () => {
    written.clear();
    dropStored(prefix);
  };
  const readOne = async (name: string): Promise<KeptAnswer[]> => {
    const stored = readStored(name);
    if (stored === null || !seal) return [];
    const { at, sealed } = parse(stored);
    if (Date.now() - at > keptFor) return [];
    return fromJson(await seal.open(sealed, `${build} ${name}`)) as KeptAnswer[];
  };
  const writeOne = async (name: string, answers: readonly KeptAnswer[]) => {
    const text = toJson(answers);
    // Another tab may have removed it.
    if (!seal || (written.get(name) === text && readStored(name) !== null)) return;
    written.delete(name);
    written.set(name, text);
    for (const [oldest] of written) if (written.size > remembered) written.delete(oldest);
    const by = seal;
    const sealed = await by.seal(text, `${build} ${name}`);
    // Closed or erased in the meantime.
    if (seal !== by || written.get(name) !== text) return;
    store(name, sealed);
  };
  if (!seal) erase();

  return {
    read: async (path) => {
      try {
        const [shared, page] = await Promise.all([readOne(sharedName), readOne(nameOf(path))]);
        // A page alone would be shown to nobody: the console first needs to know who is there.
        return seal && shared.length > 0 ? [...shared, ...page] : [];
      } catch {
        erase();
        return [];
      }
    },
    write: async (path, { page, shared }) => {
      await writeOne(sharedName, shared);
      if (page.length > 0) await writeOne(nameOf(path), page);
    },
    drop: (path) => {
      written.delete(nameOf(path));
      writeStored(nameOf(path), null);
    },
    erase,
    close: () => {
      seal = undefined;
      erase();
    },
  };
}

const format = (sealed: string): string => `${Date.now()} ${sealed}`;

function parse(stored: string): { at: number; sealed: string } {
  const end = stored.indexOf(' ');
  return { at: Number(stored.slice(0, end)), sealed: stored.slice(end + 1) };
}

/** Stores sealed answers; the oldest ones make room for them. */
function store(name: string, sealed: string): void {
  if (sealed.length > bounds.one) {
    writeStored(name, null);
    return;
  }
  const others = listStored(prefix)
    .filter((other) => other !== name)
    .map((other) => ({ other, text: readStored(other) ?? '' }))
    .map(({ other, text }) => ({ other, at: parse(text).at, size: text.length }))
    .toSorted((a, b) => a.at - b.at);
  let size = others.reduce((sum, other) => sum + other.size, sealed.length);
  const text = format(sealed);
  for (const { other, size: freed } of others) {
    if (size <= bounds.all && tryWriteStored(name, text)) return;
    writeStored(other, null);
    size -= freed;
  }
  writeStored(name, text);
}

/** Removes all kept answers, as something that cannot be asked for again needs their space. Returns whether there were any. */
export function dropKeptAnswers(): boolean {
  const names = listStored(prefix);
  for (const name of names) writeStored(name, null);
  return names.length > 0;
}
