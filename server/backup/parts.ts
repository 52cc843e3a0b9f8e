import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { ArchiveError } from './archive-error.ts';
import { createContentHash } from './content-hash.ts';
import { largestPart, type Part, partLength } from './manifest.ts';
import { writeDurably } from './write-durably.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Rows that were written as parts. */
export interface WrittenRows {
  rows: number;
  content: string;
  parts: Part[];
}

/** Writes rows, each the text of a JSON object, as parts `<name>-0.jsonl.gz` and so on. */
export async function writeParts(folder: string, name: string, rows: AsyncIterable<string>): Promise<WrittenRows> {
  const content = createContentHash();
  const parts: Part[] = [];
  let lines: string[] = [];
  let length = 0;
  let all = 0;
  const flush = async () => {
    if (lines.length === 0) return;
    const plain = Buffer.from(`${lines.join('\n')}\n`);
    // The least compression: a backup runs next to a server that answers.
    const data = await compress(plain, { level: 1 });
    const file = `${name}-${parts.length}.jsonl.gz`;
    await mkdir(dirname(join(folder, file)), { recursive: true, mode: 0o700 });
    await writeDurably(join(folder, file), data);
    const sha256 = createHash('sha256').update(data).digest('hex');
    parts.push({ file, sha256, bytes: data.length, rows: lines.length, plainBytes: plain.length });
    lines = [];
    length = 0;
  };
  for await (const row of rows) {
    if (length > 0 && length + row.length > partLength) await flush();
    content.add(row);
    lines.push(row);
    length += row.length + 1;
    all += 1;
  }
  await flush();
  return { rows: all, content: content.value(), parts };
}

/** Throws an `ArchiveError` if a part is missing or has other bytes than the manifest says. */
export async function readBytes(folder: string, { file, sha256, bytes }: Part): Promise<Buffer> {
  const data = await readFile(join(folder, file)).catch((error: NodeJS.ErrnoException) => {
    throw new ArchiveError(`${file} of the archive cannot be read (${error.code}). Use another backup.`);
  });
  if (data.length !== bytes || createHash('sha256').update(data).digest('hex') !== sha256)
    throw new ArchiveError(`${file} of the archive is damaged: its hash is another one. Use another backup.`);
  return data;
}

/** The lines of a part. */
export async function readPart(folder: string, part: Part): Promise<string[]> {
  const data = await readBytes(folder, part);
  const wrong = new ArchiveError(`${part.file} of the archive is not what its manifest says. Use another backup.`);
  const plain = await decompress(data, { maxOutputLength: Math.min(part.plainBytes, largestPart) || 1 }).catch(() => {
    throw wrong;
  });
  const lines = plain.toString('utf8').split('\n').slice(0, -1);
  if (plain.length !== part.plainBytes || lines.length !== part.rows) throw wrong;
  return lines;
}
