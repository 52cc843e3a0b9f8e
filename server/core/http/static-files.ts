import { open, stat } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { acceptedEncodings } from '../files/accepted-encodings.ts';

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  // Type declarations.
  '.ts': 'text/plain; charset=utf-8',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Compressed variants that the build writes next to a file, best first. */
const extensions = { br: '.br', gzip: '.gz' } as const;
const encodings = Object.keys(extensions) as (keyof typeof extensions)[];

/** A file with a content hash in its name. */
const hashed = /[\\/](assets|chunks)[\\/][^\\/]*-[\w-]{8}\.\w+$/;

/** A static file to be sent. */
export interface StaticFile {
  headers: Record<string, string>;
  /** False if the client already has it. */
  isNew: boolean;
  bytes: number;
  /** Opens its content, unless a build has just removed it. */
  open: () => Promise<Readable>;
}

/** The parts of a request that select a representation. */
export interface StaticRequest {
  'accept-encoding'?: string | string[] | undefined;
  'if-none-match'?: string | undefined;
}

/** Finds the file for a path, in an encoding that the client accepts; never anything outside the folder. */
export async function findStaticFile(
  folder: string,
  path: string,
  request: StaticRequest,
): Promise<StaticFile | undefined> {
  const file = fileOf(folder, path);
  const type = file && types[extname(file)];
  if (!file || !type) return undefined;
  for (const name of [...acceptedEncodings(request['accept-encoding'], encodings), undefined]) {
    const extension = name === undefined ? '' : extensions[name];
    const found = await stat(file + extension).catch(() => undefined);
    if (!found?.isFile()) continue;
    const etag = `"${found.size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}${extension}"`;
    return {
      headers: {
        'content-type': type,
        'cache-control': hashed.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache',
        vary: 'Accept-Encoding, Origin',
        etag,
        ...(name && { 'content-encoding': name }),
      },
      isNew: request['if-none-match'] !== etag,
      bytes: found.size,
      // A build may have replaced it with a longer one.
      open: async () => (await open(file + extension)).createReadStream({ end: Math.max(0, found.size - 1) }),
    };
  }
  return undefined;
}

function fileOf(folder: string, path: string): string | undefined {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return undefined;
  }
  if (/[\0\\]/.test(decoded)) return undefined;
  const file = normalize(join(folder, decoded));
  return file.startsWith(folder + sep) ? file : undefined;
}
