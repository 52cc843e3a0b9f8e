import { createHash } from 'node:crypto';

/** Larger items are compared by their hashes, and not shown. In bytes. */
export const largestShown = 1024 * 1024;

/** An item in an exported file, which has one per line. */
export interface ItemLine {
  id: number;
  /** The first byte of the line. */
  start: number;
  /** With the end of the line. */
  bytes: number;
  /** Its JSON, or a hash of it if it is larger than {@link largestShown}. */
  content: Buffer | string;
}

/** The items in a part of an exported file that begins at byte `from`. Holds no more than a line of {@link largestShown}. */
export async function* itemLines(chunks: AsyncIterable<Buffer>, from: number): AsyncGenerator<ItemLine, void> {
  let start = from;
  let line = collectLine();
  for await (const chunk of chunks) {
    let at = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', at)) {
      line.add(chunk.subarray(at, end));
      at = end + 1;
      const { id, length, content } = line.end();
      if (id !== undefined) yield { id, start, bytes: length + 1, content };
      start += length + 1;
      line = collectLine();
    }
    line.add(chunk.subarray(at));
  }
}

export const isSameItem = ({ content: one }: ItemLine, { content: other }: ItemLine): boolean =>
  typeof one === 'string' || typeof other === 'string' ? one === other : one.equals(other);

const comma = 0x2c;

function collectLine() {
  let parts: Buffer[] = [];
  let length = 0;
  let large: ReturnType<typeof hashLarge> | undefined;
  return {
    add: (piece: Buffer) => {
      length += piece.length;
      if (large) return large.add(piece);
      parts.push(piece);
      if (length <= largestShown) return;
      large = hashLarge(Buffer.concat(parts));
      parts = [];
    },
    end: () => {
      if (large) return { length, ...large.end() };
      const [only] = parts;
      const line = only && parts.length === 1 ? only : Buffer.concat(parts);
      const content = line.at(-1) === comma ? line.subarray(0, -1) : line;
      return { length, id: idOf(content), content };
    },
  };
}

/** Hashes a line that is too large to be held. Its last byte waits, as it can be the comma after the item. */
function hashLarge(beginning: Buffer) {
  const hash = createHash('sha256');
  let last = beginning.subarray(-1);
  hash.update(beginning.subarray(0, -1));
  return {
    add: (piece: Buffer) => {
      if (piece.length === 0) return;
      hash.update(last).update(piece.subarray(0, -1));
      last = piece.subarray(-1);
    },
    end: () => {
      if (last[0] !== comma) hash.update(last);
      return { id: idOf(beginning), content: hash.digest('hex') };
    },
  };
}

/** Undefined for a line without an item, such as the brackets of the list. */
function idOf(line: Buffer): number | undefined {
  const [, digits] = /^\{"id":(\d+)/.exec(line.toString('latin1', 0, 32)) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
