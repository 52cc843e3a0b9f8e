import { type Import, type ImportedRow, imports } from '@quartermaster/contract/endpoints/imports.ts';
import { importPath } from '@quartermaster/contract/paths.ts';
import { systemColumns } from '@quartermaster/contract/sheets/system-columns.ts';
import { changedItems } from './compare.ts';
import {
  hashOf,
  type LocalItem,
  localItemFolders,
  readItems,
  readPulled,
  removeFile,
  writePulled,
  writeText,
} from './folder.ts';
import { contentOf, type ItemRecord } from './item-files.ts';
import type { ContentOptions } from './options.ts';
import {
  idsPerRead,
  type RemoteItem,
  type RemoteTemplate,
  readTemplate,
  type Source,
  templateIds,
} from './remote-content.ts';
import { localTemplateIds } from './schema-files.ts';
import { CallFailed } from './server-calls.ts';
import { pause } from './waiting.ts';

/** The edited items of a template, and what the server says of them. */
export interface CheckedItems {
  templateId: string;
  /** Of the check; it can be reviewed and applied by a person. */
  importId: number;
  /** True if it was applied with the check. */
  isApplied: boolean;
  counts: Import['counts'];
  /** The files in conflict or refused, with the rows that say why. */
  problems: { path: string; record: ItemRecord; row: ImportedRow }[];
  /** The address of the review. */
  address: string;
}

/** The edited items of a template. */
export interface EditedItems {
  template: RemoteTemplate;
  files: LocalItem[];
  lines: string[];
}

type PushOptions = Pick<ContentOptions, 'folder' | 'templates' | 'server'>;

/** Edited items, by template. Of the server's items only those are read that edited files are about, if these are few. */
export async function readEdited(
  source: Source,
  { folder, templates }: PushOptions,
  isIncluded: (templateId: string) => boolean = () => true,
): Promise<EditedItems[]> {
  const edited: EditedItems[] = [];
  for (const id of await templateIds(source, templates, localTemplateIds(folder))) {
    if (!isIncluded(id)) continue;
    const local = editedItems(folder, id);
    if (local.length === 0) continue;
    const ids = local.flatMap((item) => item.id ?? []);
    const isFew = ids.length === local.length && ids.length <= idsPerRead;
    const template = await readTemplate(source, id, isFew ? [...new Set(ids)] : undefined);
    const changed = changedItems(local, template);
    if (changed.length === 0) continue;
    const lines = changed.map(({ item, remote }) => JSON.stringify(toRow(item.record, remote)));
    edited.push({ template, files: changed.map(({ item }) => item), lines });
  }
  return edited;
}

/** True for a template that the command is about: those that are named, or else all. */
export const isMeant = (templates: readonly string[], id: string): boolean =>
  templates.length === 0 || templates.includes(id);

/** The paths of edited items whose template the server does not have. */
export function readWithoutTemplate(
  folder: string,
  remoteIds: readonly string[],
  templateIds: readonly string[],
): string[] {
  const ids = localItemFolders(folder).filter((id) => isMeant(templateIds, id));
  return ids.filter((id) => !remoteIds.includes(id)).flatMap((id) => editedItems(folder, id).map(({ path }) => path));
}

/** The items of a template in the folder that were edited since they were pulled. */
export const editedItems = (folder: string, templateId: string): LocalItem[] =>
  readItems(folder, templateId).filter(({ isEdited }) => isEdited);

/** A field that the file no longer has is cleared; the version tells the server whether others have filled it since. */
function toRow(record: ItemRecord, remote: RemoteItem | undefined): ItemRecord {
  const cleared = Object.keys(remote?.record ?? {}).filter((name) => !(name in record) && !ownNames.has(name));
  return { ...record, ...Object.fromEntries(cleared.map((name) => [name, null])) };
}

const ownNames: ReadonlySet<string> = new Set(Object.values(systemColumns));

/** Checks the edited items of a template, and applies them at once if that is wanted and none is in conflict or refused. */
export async function check(
  source: Source,
  edited: EditedItems,
  options: PushOptions,
  { applies }: { applies: boolean },
): Promise<CheckedItems> {
  const { calls, instanceId } = source;
  const templateId = edited.template.id;
  const upload = calls.sendLines(
    imports.upload,
    { params: { instanceId, templateId }, query: applies ? {} : { dry_run: true } },
    edited.lines,
  );
  const checked = await untilDone(source, (await upload.catch(checkedBefore)).import);
  const problems: CheckedItems['problems'] = [];
  for (const outcome of ['conflict', 'refused'] as const) {
    if (checked.counts[outcome] === 0) continue;
    for await (const row of rowsOf(source, checked.id, outcome)) {
      const file = edited.files[row.line - 1];
      problems.push({ path: file?.path ?? templateId, record: file?.record ?? {}, row });
    }
  }
  return {
    templateId,
    importId: checked.id,
    isApplied: checked.state === 'applied',
    counts: checked.counts,
    problems,
    address: options.server + importPath(instanceId, templateId, checked.id),
  };
}

/** The check of an import that was not applied, from its refusal. */
function checkedBefore(error: unknown): { import: Import } {
  const details = error instanceof CallFailed ? error.body?.details : undefined;
  if (typeof details !== 'object' || details === null || !('import' in details)) throw error;
  return details as { import: Import };
}

/** Applies what was checked. */
export async function apply(source: Source, { importId }: CheckedItems): Promise<void> {
  const { calls, instanceId } = source;
  const answer = await calls.call(imports.apply, { params: { instanceId, importId }, body: {} });
  const applied = await untilDone(source, answer.import);
  if (applied.state !== 'applied') throw new Error(applied.error ?? `The import is ${applied.state}.`);
}

async function untilDone({ calls, instanceId }: Source, started: Import): Promise<Import> {
  let current = started;
  while (current.state === 'checking' || current.state === 'applying') {
    await pause();
    current = (await calls.call(imports.get, { params: { instanceId, importId: started.id } })).import;
  }
  if (current.state === 'failed' || current.state === 'cancelled')
    throw new Error(current.error ?? `The import is ${current.state}.`);
  return current;
}

async function* rowsOf({ calls, instanceId }: Source, importId: number, outcome: ImportedRow['outcome']) {
  let cursor: string | null = null;
  do {
    const query = { outcome, limit: 1000, ...(cursor !== null && { cursor }) };
    const page: { rows: ImportedRow[]; next_cursor: string | null } = await calls.call(imports.listRows, {
      params: { instanceId, importId },
      query,
    });
    yield* page.rows;
    cursor = page.next_cursor;
  } while (cursor !== null);
}

/** Replaces the pushed files by those of their items, which have new versions, and ids if they were new. */
export async function refresh(source: Source, { template: before, files }: EditedItems, folder: string): Promise<void> {
  const ids = files.flatMap(({ id }) => id ?? []);
  const { keyColumn } = before;
  const hasItsName = ({ id, record }: LocalItem) =>
    id !== undefined && (keyColumn === undefined || before.items.get(id)?.record[keyColumn] === record[keyColumn]);
  // The name of a file depends on the others, if it is not the one it had.
  const areNamed = files.every(hasItsName) && ids.length <= idsPerRead;
  const after = await readTemplate(source, before.id, areNamed ? ids : undefined);
  const pulled = readPulled(folder);
  const created = [...after.items.values()].filter(({ id }) => !before.items.has(id));
  for (const file of files) {
    const { path, id, record } = file;
    const remote = (id === undefined ? undefined : after.items.get(id)) ?? createdBy(record, created, after);
    if (remote === undefined) continue;
    const now = areNamed ? path : remote.path;
    if (now !== path) {
      removeFile(folder, path);
      delete pulled[path];
    }
    writeText(folder, now, remote.text);
    pulled[now] = hashOf(remote.text);
  }
  writePulled(folder, pulled);
}

/** The item that a file without an id has become: by its key, otherwise the only new one with all of the file's values. */
function createdBy(record: ItemRecord, created: readonly RemoteItem[], { items, keyColumn }: RemoteTemplate) {
  const key = keyColumn === undefined ? undefined : record[keyColumn];
  if (keyColumn !== undefined && key !== undefined)
    return [...items.values()].find(({ record: other }) => other[keyColumn] === key);
  const same = created.filter(({ record: other }) => contentOf({ ...other, ...record }) === contentOf({ ...other }));
  return same.length === 1 ? same[0] : undefined;
}
