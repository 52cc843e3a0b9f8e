import { type Import, type ImportedRow, imports } from '@quartermaster/contract/endpoints/imports.ts';
import { importPath } from '@quartermaster/contract/paths.ts';
import { ownColumns } from '@quartermaster/contract/sheets/own-columns.ts';
import { changedItems } from './compare.ts';
import { hashOf, type LocalItem, readPulled, removeFile, writePulled, writeText } from './folder.ts';
import { contentOf, type ItemRecord } from './item-files.ts';
import type { ContentOptions } from './options.ts';
import { type RemoteItem, type RemoteTemplate, readTemplate, type Source, templateIds } from './remote-content.ts';

/** The edited items of a template, and what the server says of them. */
export interface Checked {
  templateId: string;
  /** Of the check; it can be reviewed and applied by a person. */
  importId: number;
  counts: Import['counts'];
  /** The files in conflict or refused, with the rows that say why. */
  problems: { path: string; row: ImportedRow }[];
  /** The address of the review. */
  address: string;
}

interface Edited {
  template: RemoteTemplate;
  files: LocalItem[];
  lines: string[];
}

type PushOptions = Pick<ContentOptions, 'folder' | 'templates' | 'server'>;

/** Edited items, by template; those that nobody has edited are left out. */
export async function readEdited(source: Source, { folder, templates }: PushOptions): Promise<Edited[]> {
  const edited: Edited[] = [];
  for (const id of await templateIds(source, templates)) {
    const template = await readTemplate(source, id);
    const changed = changedItems(folder, template);
    if (changed.length === 0) continue;
    const lines = changed.map(({ item, remote }) => JSON.stringify(toRow(item.record, remote)));
    edited.push({ template, files: changed.map(({ item }) => item), lines });
  }
  return edited;
}

/** A field that the file no longer has is cleared; the version tells the server whether others have filled it since. */
function toRow(record: ItemRecord, remote: RemoteItem | undefined): ItemRecord {
  const cleared = Object.keys(remote?.record ?? {}).filter((name) => !(name in record) && !ownNames.has(name));
  return { ...record, ...Object.fromEntries(cleared.map((name) => [name, null])) };
}

const ownNames: ReadonlySet<string> = new Set(Object.values(ownColumns));

/** Checks the edited items of a template without changing anything. */
export async function check(source: Source, edited: Edited, options: PushOptions): Promise<Checked> {
  const { calls, instanceId } = source;
  const templateId = edited.template.id;
  const params = { instanceId, templateId };
  const answer = await calls.sendLines(imports.upload, { params, query: { dry_run: true } }, edited.lines);
  const checked = await untilDone(source, answer.import);
  const problems: Checked['problems'] = [];
  for (const outcome of ['conflict', 'refused'] as const) {
    if (checked.counts[outcome] === 0) continue;
    for await (const row of rowsOf(source, checked.id, outcome))
      problems.push({ path: edited.files[row.line - 1]?.path ?? templateId, row });
  }
  return {
    templateId,
    importId: checked.id,
    counts: checked.counts,
    problems,
    address: options.server + importPath(instanceId, templateId, checked.id),
  };
}

/** Applies what was checked, then brings the files up to date with it. */
export async function apply(source: Source, edited: Edited, checked: Checked, options: PushOptions): Promise<void> {
  const { calls, instanceId } = source;
  const answer = await calls.call(imports.apply, { params: { instanceId, importId: checked.importId }, body: {} });
  const applied = await untilDone(source, answer.import);
  if (applied.state !== 'applied') throw new Error(applied.error ?? `The import is ${applied.state}.`);
  refresh(options.folder, edited, await readTemplate(source, edited.template.id));
}

/** How often a running job is asked for, in milliseconds. */
const pollInterval = 500;

async function untilDone({ calls, instanceId }: Source, given: Import): Promise<Import> {
  let current = given;
  while (current.state === 'checking' || current.state === 'applying') {
    await new Promise((resolve) => setTimeout(resolve, pollInterval));
    current = (await calls.call(imports.get, { params: { instanceId, importId: given.id } })).import;
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
function refresh(folder: string, { template: before, files }: Edited, after: RemoteTemplate): void {
  const pulled = readPulled(folder);
  const created = [...after.items.values()].filter(({ id }) => !before.items.has(id));
  for (const { path, id, record } of files) {
    const remote = (id === undefined ? undefined : after.items.get(id)) ?? createdBy(record, created, after);
    if (remote === undefined) continue;
    if (remote.path !== path) {
      removeFile(folder, path);
      delete pulled[path];
    }
    writeText(folder, remote.path, remote.text);
    pulled[remote.path] = hashOf(remote.text);
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
