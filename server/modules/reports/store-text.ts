import { createHash } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Files } from '../../core/files/files.ts';

/** What was written. */
export interface WrittenFile {
  /** Hex. */
  sha256: string;
  bytes: number;
}

/** A text that was read to its end. */
export interface StoredText {
  /** Resolves once the store has it. */
  stored: () => Promise<WrittenFile>;
}

/** Hands a text on to the store piece by piece; resolves once the last piece is read. */
export async function storeText(
  files: Files,
  key: string,
  pieces: AsyncIterable<string>,
  signal: AbortSignal,
): Promise<StoredText> {
  const stream = new PassThrough();
  const stored = files.put(key, stream);
  // A store that has given up reads no more, and what is written for it would wait for ever.
  stored.catch((error: unknown) => stream.destroy(error as Error));
  const hash = createHash('sha256');
  let bytes = 0;
  const measured = async function* () {
    for await (const piece of pieces) {
      const chunk = Buffer.from(piece);
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  await pipeline(measured, stream, { signal }).catch(async (error: unknown) => {
    // Where it is the store that has failed, its own reason says more than the broken stream.
    await stored;
    throw error;
  });
  return {
    stored: async () => {
      await stored;
      return { sha256: hash.digest('hex'), bytes };
    },
  };
}
