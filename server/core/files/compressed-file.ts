import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { acceptedEncodings } from './accepted-encodings.ts';
import type { Files } from './files.ts';

/** Compressed variants of a stored file: their key suffix and compressor, best first. */
const encodings = {
  br: {
    suffix: '.br',
    // Level 5 takes a tenth of the time of the maximum level, for files a few percent larger.
    compress: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  },
  gzip: { suffix: '.gz', compress: () => createGzip() },
} as const;

/** The encoding of a response; `identity` is uncompressed. */
type Encoding = keyof typeof encodings | 'identity';

const names = Object.keys(encodings) as (keyof typeof encodings)[];

/** Key of the file in the given encoding. */
export const encodedKey = (key: string, encoding: Encoding): string =>
  encoding === 'identity' ? key : key + encodings[encoding].suffix;

/** Stores the compressed variants of a stored file. */
export async function compressFile(files: Files, key: string): Promise<void> {
  const done = await Promise.allSettled(
    names.map(async (name) => {
      const source = await files.get(key);
      const compressed = encodings[name].compress();
      source.on('error', (error) => compressed.destroy(error));
      try {
        await files.put(encodedKey(key, name), source.pipe(compressed));
      } finally {
        source.destroy();
      }
    }),
  );
  // Thrown only after all have settled, so that nothing is still being written when the caller cleans up after a
  // failure.
  for (const result of done) if (result.status === 'rejected') throw result.reason;
}

/** Deletes a file and its compressed variants. */
export async function deleteCompressedFile(files: Files, key: string): Promise<void> {
  await Promise.all(['identity' as const, ...names].map((name) => files.delete(encodedKey(key, name))));
}

/** True if a file and its compressed variants are stored. */
export const isCompressedStored = async (files: Files, key: string): Promise<boolean> =>
  (await Promise.all(['identity' as const, ...names].map((name) => files.exists(encodedKey(key, name))))).every(
    Boolean,
  );

/** The best encoding that the `Accept-Encoding` header of a request allows. */
export const acceptedEncoding = (header: string | string[] | undefined): Encoding =>
  acceptedEncodings(header, names)[0] ?? 'identity';

/** The strong ETag of content in an encoding: each encoding is a separate representation. */
export const etagOf = (sha256: string, encoding: Encoding): string =>
  `"${sha256}${encoding === 'identity' ? '' : `-${encoding}`}"`;

/** True if the `If-None-Match` header names this content in any encoding. */
export function isUnchanged(header: string | string[] | undefined, sha256: string): boolean {
  const tags = String(header ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.some((tag) => tag === '*' || tag === `"${sha256}"` || names.some((name) => tag === etagOf(sha256, name)));
}
