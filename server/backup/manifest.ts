import { createHash } from 'node:crypto';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { ArchiveError } from './archive-error.ts';
import { writeDurably } from './write-durably.ts';

/** Characters of a part at most; one longer row is a part by itself. */
export const partLength = 4 * 1024 * 1024;

/** Bytes of a part before compression that are read at most: more than the longest row that a server accepts. */
export const largestPart = 512 * 1024 * 1024;

const sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const name = Type.String({ pattern: '^[a-z][a-z0-9_]*$', maxLength: 63 });

const part = Type.Object({
  /** In the folder of the archive. The pattern keeps it there. */
  file: Type.String({ pattern: '^rows-[0-9a-f]{16}/[a-z0-9_.]+-[0-9]+\\.jsonl\\.gz$', maxLength: 120 }),
  sha256,
  bytes: count,
  rows: count,
  /** Before compression. */
  plainBytes: Type.Integer({ minimum: 0, maximum: largestPart }),
});

const table = Type.Object({
  /** With its schema. */
  name: Type.String({ pattern: '^(public|pgboss)\\.[a-z][a-z0-9_]*$', maxLength: 80 }),
  columns: Type.Array(name, { maxItems: 200 }),
  rows: count,
  /** The hash of all rows, whatever their order. */
  content: sha256,
  /** In the archive of a workspace: the hash of the columns that have no ids of the server. */
  unmoved: Type.Optional(sha256),
  parts: Type.Array(part),
});

const manifest = Type.Object({
  format: Type.Literal(1),
  kind: Type.Union([Type.Literal('server'), Type.Literal('workspace')]),
  /** The id of its workspace; missing in a backup, and in archives of earlier versions. */
  workspace: Type.Optional(count),
  version: Type.String({ maxLength: 64 }),
  createdAt: Type.String({ maxLength: 40 }),
  migrations: Type.Array(Type.String({ pattern: '^[0-9]{4}_[a-z0-9_]+$', maxLength: 100 }), { maxItems: 10_000 }),
  /** The version of the tables of the job queue; null if the database has none. */
  jobs: Type.Union([Type.Null(), Type.Integer({ minimum: 1 })]),
  /** Which SECRET_KEY has encrypted the secrets in it; null if it has none. */
  key: Type.Union([Type.Null(), sha256]),
  tables: Type.Array(table, { maxItems: 1000 }),
  sequences: Type.Array(Type.Object({ name, last: Type.Union([Type.Null(), Type.Integer()]) }), { maxItems: 1000 }),
  files: Type.Object({ rows: count, bytes: count, content: sha256, parts: Type.Array(part) }),
  /** What is not in the archive. */
  left: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 1000 }),
  /** Files that the database refers to and the store did not have, or had other bytes for: their number, and the first ones. */
  damaged: Type.Object({ count, first: Type.Array(Type.String({ maxLength: 512 }), { maxItems: 1000 }) }),
});

/** A compressed file with rows as lines of JSON. */
export type Part = Static<typeof part>;
/** A table in an archive. */
export type ArchivedTable = Static<typeof table>;
/** What an archive contains; written last. */
export type Manifest = Static<typeof manifest>;

const shape = Compile(manifest);
const manifestFile = 'manifest.json';

/** The hash of the manifest's text stands next to it, as a changed byte in it is as bad as one in a part. */
interface Sealed {
  sha256: string;
  archive: string;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Writes the manifest, which makes the archive a finished one. */
export async function writeManifest(folder: string, content: Manifest): Promise<void> {
  const archive = JSON.stringify(content);
  const sealed: Sealed = { sha256: hashOf(archive), archive };
  const file = join(folder, manifestFile);
  await writeDurably(`${file}.new`, JSON.stringify(sealed));
  await rename(`${file}.new`, file);
}

/** Undefined if there is none. */
export async function findManifest(folder: string): Promise<Manifest | undefined> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const damaged = new ArchiveError(
    `${join(folder, manifestFile)} is damaged: its hash is another one. Use another backup.`,
  );
  let sealed: Partial<Sealed>;
  let content: unknown;
  try {
    sealed = JSON.parse(text) as Partial<Sealed>;
    if (typeof sealed.archive !== 'string' || hashOf(sealed.archive) !== sealed.sha256) throw damaged;
    content = JSON.parse(sealed.archive);
  } catch {
    throw damaged;
  }
  if (shape.Check(content)) return content;
  const [first] = shape.Errors(content);
  throw new ArchiveError(
    `${join(folder, manifestFile)} cannot be read by this version of Quartermaster: ${first?.instancePath} ${first?.message}.`,
  );
}

/** Throws an `ArchiveError` for a folder without a finished archive. */
export async function readManifest(folder: string, kind: Manifest['kind']): Promise<Manifest> {
  const found = await findManifest(folder);
  if (!found) {
    throw new ArchiveError(
      `${folder} has no finished archive: there is no ${manifestFile}, which is written last. Run the command that writes it again.`,
    );
  }
  if (found.kind === kind) return found;
  throw new ArchiveError(
    found.kind === 'workspace'
      ? `${folder} has one workspace: use import-workspace.`
      : `${folder} has the backup of a server, not a workspace: use restore.`,
  );
}
