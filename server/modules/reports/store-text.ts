import { createHash } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Files } from '../../core/files/files.ts';

/** Size and hash of a stored file. */
export interface WrittenFile {
  /** Hex. */
  sha256: string;
  bytes: number;
}

/** A text that has been read to its end. */
export interface StoredText {
  /** Resolves once the store has saved it. */
  stored: () => Promise<WrittenFile>;
}

/** Streams a text, or bytes, to the store; resolves once the last piece has been read. */
export async function storeText(
  files: Files,
  key: string,
  pieces: AsyncIterable<string | Uint8Array>,
  signal: AbortSignal,
): Promise<StoredText> {
  const stream = new PassThrough();
  const stored = files.put(key, stream);
  // A store that has failed stops reading, and writing to it would block forever.
  stored.catch((error: unknown) => stream.destroy(error as Error));
  // `stored` has the error; without a listener it would end the process if all of the text was read before.
  stream.on('error', () => undefined);
  const hash = createHash('sha256');
  let bytes = 0;
  const measured = async function* () {
    for await (const piece of pieces) {
      const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  await pipeline(measured, stream, { signal }).catch(async (error: unknown) => {
    // If the store failed, its own error is more helpful than that of the broken stream.
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
