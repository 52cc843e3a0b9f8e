import type { BuildChange } from '@quartermaster/contract/endpoints/builds.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import { readExportedFileName } from '../../core/files/exported-file-name.ts';
import { type BuildPair, type ComparedFile, findDifferingFile, hasBuilds } from './compare-repository.ts';
import { type ItemLine, isSameItem, itemLines } from './item-lines.ts';

type Needs = Pick<Deps, 'database' | 'files'>;

/** How much of both builds one call compares; a file counts as at least `bytesOfFile`. */
const mostBytes = 64 * 1024 * 1024;
const bytesOfFile = 1024 * 1024;

/** A place in a file of two builds; null in one that does not have the item. */
interface Place {
  path: string;
  before: number | null;
  after: number | null;
}

const formatPlace = ({ path, before, after }: Place): string => `${path}:${before ?? ''}:${after ?? ''}`;

function parsePlace(text: string): Place {
  const [path = '', before = '', after = ''] = text.split(':');
  return { path, before: before === '' ? null : Number(before), after: after === '' ? null : Number(after) };
}

interface Comparing {
  limit: number;
  changes: BuildChange[];
  /** How many bytes are left for this call. */
  room: number;
}

/** A page of the items in which two builds differ, and the cursor of the next one. */
export async function listBuildChanges(
  { database: { query }, files }: Needs,
  pair: BuildPair,
  { cursor, limit = 50 }: { cursor?: string; limit?: number },
  room = mostBytes,
) {
  await checkBuilds(query, pair);
  const comparing: Comparing = { limit, changes: [], room };
  const { changes } = comparing;
  let position = cursor === undefined ? { path: '', before: 0, after: 0 } : parsePlace(cursor);
  for (let isAfter = false; ; isAfter = true) {
    const file = await findDifferingFile(query, pair, { from: position.path, isAfter });
    if (!file) return { changes, next_cursor: null };
    position = file.path === position.path ? position : { path: file.path, before: 0, after: 0 };
    const stopped = comparing.room <= 0 ? position : await compareFile(files, file, position, comparing);
    if (stopped) return { changes, next_cursor: formatPlace(stopped) };
    comparing.room -= bytesOfFile;
  }
}

async function checkBuilds(query: Needs['database']['query'], pair: BuildPair): Promise<void> {
  if (!(await hasBuilds(query, pair)))
    throw new AppError('not_found', { message: 'This build does not exist any more.' });
}

/** Adds the changes of a file from a place on; returns where it stopped before the end. */
async function compareFile(
  files: Needs['files'],
  { path, ...file }: ComparedFile,
  from: Place,
  comparing: Comparing,
): Promise<Place | undefined> {
  const { template_id } = readExportedFileName(path);
  const before = await openSide(files, file.before_file, file.before_bytes, from.before ?? 0);
  const after = await openSide(files, file.after_file, file.after_bytes, from.after ?? 0);
  try {
    for (;;) {
      const [old, next] = [before.current(), after.current()];
      if (!old && !next) return undefined;
      const position = { path, before: old?.start ?? before.end, after: next?.start ?? after.end };
      if (comparing.room <= 0) return position;
      const isOld = old !== undefined && (!next || old.id <= next.id);
      const isNew = next !== undefined && (!old || next.id <= old.id);
      if (!(isOld && isNew && isSameItem(old, next))) {
        // Also the first one of the next page, so that a full page is known to have a next one.
        if (comparing.changes.length === comparing.limit) return position;
        comparing.changes.push({
          template_id,
          item_id: (isOld ? old : next)?.id ?? 0,
          change: isOld && isNew ? 'updated' : isNew ? 'added' : 'removed',
          place: formatPlace({ path, before: isOld ? position.before : null, after: isNew ? position.after : null }),
        });
      }
      comparing.room -= (isOld ? old.bytes : 0) + (isNew ? next.bytes : 0);
      if (isOld) await before.advance();
      if (isNew) await after.advance();
    }
  } finally {
    await before.close();
    await after.close();
  }
}

/** The items of a file of one of the builds, one after the other. */
async function openSide(files: Needs['files'], file: string | null, bytes: number | null, from: number) {
  const end = bytes ?? 0;
  const lines = file === null || from >= end ? undefined : linesFrom(files, file, end, from);
  let line: ItemLine | undefined;
  const advance = async () => {
    line = (await lines?.next())?.value ?? undefined;
  };
  await advance();
  return { end, current: () => line, advance, close: () => lines?.return() };
}

async function* linesFrom(files: Needs['files'], file: string, bytes: number, from: number) {
  yield* itemLines(await files.get(file, { start: from, end: bytes - 1 }), from);
}

/** An item in two builds as in their files. */
export async function readBuildChange({ database: { query }, files }: Needs, pair: BuildPair, at: string) {
  await checkBuilds(query, pair);
  const position = parsePlace(at);
  const file = await findDifferingFile(query, pair, { from: position.path, isAfter: false });
  const found = file?.path === position.path ? file : undefined;
  const before = await readItem(files, found?.before_file ?? null, found?.before_bytes ?? 0, position.before);
  const after = await readItem(files, found?.after_file ?? null, found?.after_bytes ?? 0, position.after);
  if (before === undefined || after === undefined || (before === null && after === null))
    throw new AppError('not_found', { message: 'The builds have no such item.' });
  const isTooLarge = [before, after].some((line) => typeof line?.content === 'string');
  const textOf = (line: ItemLine | null) => (isTooLarge || line === null ? null : line.content.toString());
  return { before: textOf(before), after: textOf(after), is_too_large: isTooLarge };
}

/** The item that begins at a byte of a file; undefined if none does, null without a byte. */
async function readItem(
  files: Needs['files'],
  file: string | null,
  bytes: number,
  start: number | null,
): Promise<ItemLine | null | undefined> {
  if (start === null) return null;
  if (file === null || start < 1 || start >= bytes) return undefined;
  // With the byte before it, which has to be the end of a line.
  const lines = linesFrom(files, file, bytes, start - 1);
  try {
    const { value } = await lines.next();
    return value?.start === start ? value : undefined;
  } finally {
    await lines.return();
  }
}
