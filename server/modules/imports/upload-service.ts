import { createHash } from 'node:crypto';
import type { Import, ImportDecisions, ImportedRow, ImportMatch } from '@quartermaster/contract/endpoints/imports.ts';
import { type CheckedImport, checkImport, type PartStore } from '../../content/change-sets/imports/check-import.ts';
import { indexFile } from '../../content/change-sets/imports/file-index.ts';
import { insertPart, storedParts, storeRefused } from '../../content/change-sets/imports/import-repository.ts';
import { countOutcomes } from '../../content/change-sets/imports/import-row.ts';
import { partsInMemory } from '../../content/change-sets/imports/parts-in-memory.ts';
import { matchingOf, readRequest } from '../../content/change-sets/imports/read-request.ts';
import { findReusedNames } from '../../content/change-sets/imports/reused-names.ts';
import { readVersionsNow } from '../../content/change-sets/imports/revision-repository.ts';
import { applyNow, immediateLimits } from '../../content/change-sets/run/apply-now.ts';
import { toPlace } from '../../content/model/instance-pair.ts';
import type { TemplateModel } from '../../content/model/template-model.ts';
import { findTemplate } from '../../content/model/template-models.ts';
import type { Deps } from '../../core/app/deps.ts';
import type { Unit } from '../../core/app/unit.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import { violates } from '../../core/database/sql-states.ts';
import type { Records } from '../../core/http/records.ts';
import type { InstanceCaller } from '../../core/session/access.ts';
import type { ImportResolution } from '../../core/tables/imports.ts';
import { blockedBy, buildImport, hasChanges, newChangeSet } from './build-import.ts';
import { toImport } from './describe-import.ts';
import { checkImportJob } from './import-job-service.ts';
import {
  firstRowsOf,
  importableTemplate,
  readImport,
  refuse,
  resolutionOf,
  throwChanged,
  waitForImport,
} from './import-service.ts';
import { type Received, receiveRows } from './receive-rows.ts';
import {
  deleteReceiving,
  findRepeated,
  finishReceiving,
  insertReceiving,
  type NewImport,
  storeApplied,
  storeChecked,
} from './repository.ts';

/** The options of an upload. */
export interface UploadOptions extends Omit<ImportDecisions, 'decisions'> {
  dry_run?: boolean;
  match?: ImportMatch;
  key?: string;
  origin?: 'import' | 'grid';
  ignore_unknown?: boolean;
  with_totals?: boolean;
  idempotency_key?: string;
}

interface Answer {
  import: Import;
  rows: ImportedRow[];
}

/** A file whose rows have arrived. */
export interface ReceivedFile extends Received {
  model: TemplateModel;
  created: NewImport;
  /** The import that its rows are stored with; undefined if they are few. */
  importId: number | undefined;
  resolution: ImportResolution | null;
  repeatable: { key: string; bodyHash: string } | null;
}

/** Reads the rows of a file; those of a large one are stored. */
export async function receiveFile(
  deps: Deps,
  caller: InstanceCaller,
  templateId: string,
  records: Records<Readonly<Record<string, unknown>>>,
  options: UploadOptions,
): Promise<ReceivedFile> {
  const { query } = deps.database;
  const model = await importableTemplate(query, caller.instanceId, templateId);
  const { idempotency_key: key, dry_run: isDryRun, match, key: _, origin = 'import', ...others } = options;
  const { ignore_unknown: ignoresUnknown = false, with_totals: withTotals = false, ...decisions } = others;
  const created: NewImport = {
    instanceId: caller.instanceId,
    actor: caller.actor,
    origin,
    request: readRequest(model, options, caller),
    at: deps.clock.now(),
  };
  let importId: number | undefined;
  try {
    const received = await receiveRows(records, { tree: model.tree, ignoresUnknown, withTotals }, async (part) => {
      importId ??= await insertReceiving(query, created);
      await insertPart(query, importId, part);
    });
    const reused = origin === 'grid' ? [] : await findReusedNames(query, model, received.fields);
    const { readAs, totals } = received;
    created.request = {
      ...created.request,
      ...(reused.length > 0 && { reused }),
      ...(readAs.length > 0 && { readAs }),
      ...(totals.length > 0 && { totals }),
    };
    const { idempotency_key: __, ...settings } = options;
    const repeatable = key === undefined ? null : { key, bodyHash: hashOf(received.hash, { templateId, ...settings }) };
    const resolution = isDryRun ? null : resolutionOf(caller, decisions);
    return { ...received, model, created, importId, resolution, repeatable };
  } catch (error) {
    if (importId !== undefined) await deleteReceiving(query, importId);
    throw error;
  }
}

/** The options are those of the address, in any order. */
const hashOf = (rows: string, options: object): string =>
  createHash('md5')
    .update(rows)
    .update(JSON.stringify(Object.entries(options).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex');

/** The id of an import, or the answer if that is known. */
type Started = number | Answer;

/** Checks and applies the rows of a file, in the call or by a job; throws 409 or 422 if they cannot be applied. */
export async function importFile(deps: Deps, caller: InstanceCaller, file: ReceivedFile): Promise<Started> {
  const { repeatable, importId } = file;
  const { query } = deps.database;
  const known = await findSame(query, caller.instanceId, repeatable);
  if (known !== undefined) return known;
  try {
    return importId === undefined ? await importSmall(deps, caller, file) : await startLarge(deps, importId, file);
  } catch (error) {
    // The same request, made at the same time, has perhaps done it.
    if (!(error instanceof AppError) && !violates(error, 'imports_idempotency')) throw error;
    return (await findSame(query, caller.instanceId, repeatable)) ?? Promise.reject(error);
  }
}

/** Deletes the rows of a large file that is not imported, such as one that was sent before. */
export async function discardUnused({ database: { query } }: Deps, { importId }: ReceivedFile): Promise<void> {
  if (importId !== undefined) await deleteReceiving(query, importId);
}

/** The import of a request that was stored before; undefined if it was not. */
async function findSame(
  query: Query,
  instanceId: number,
  repeatable: ReceivedFile['repeatable'],
): Promise<number | undefined> {
  const found = repeatable && (await findRepeated(query, { instanceId, ...repeatable }));
  if (!found) return undefined;
  if (!found.is_same)
    throw new AppError('invalid', { fields: { idempotency_key: 'this key was used with other rows or options' } });
  return found.id;
}

/**
 * The import once it is no longer running, or after some seconds, with its first rows if it can be applied; throws 409 or 422
 * with the rows if something prevented that.
 */
export async function answerImport(deps: Deps, instanceId: number, started: Started): Promise<Answer> {
  if (typeof started === 'object') return started;
  const { query } = deps.database;
  const row = await waitForImport(deps, { instance_id: instanceId, id: started });
  const model = row.state === 'checked' ? await findTemplate(query, row.instance_id, row.template_id) : undefined;
  const rows = model ? await firstRowsOf(query, model, storedParts(query, row.id).readChecked, row) : [];
  const details = { import: toImport(row), rows };
  if (row.state !== 'checked' || !row.resolution) return details;
  // It was to be applied, and was not.
  const blocked = await blockedBy(row, storedParts(query, row.id).readChecked, row.resolution);
  return blocked ? refuse(blocked, details) : details;
}

const startLarge = (deps: Deps, importId: number, file: ReceivedFile): Promise<number> =>
  deps.unit((unit) => sendLarge(unit, importId, file));

async function sendLarge({ query, send }: Unit, importId: number, file: ReceivedFile): Promise<number> {
  await finishReceiving(query, importId, file, file.resolution);
  await send(checkImportJob, { import_id: importId });
  return importId;
}

/** Imports a small file with large items by a job. */
const storeLarge = (deps: Deps, file: ReceivedFile): Promise<number> =>
  deps.unit(async (unit) => {
    const importId = await insertReceiving(unit.query, file.created);
    for (const part of file.parts ?? []) await insertPart(unit.query, importId, part);
    return sendLarge(unit, importId, file);
  });

/** Checks and applies a small file in memory; what is not applied is stored. Returns the id, or the answer if that is known. */
async function importSmall(deps: Deps, caller: InstanceCaller, file: ReceivedFile): Promise<Started> {
  const { query } = deps.database;
  const { model, created, resolution, parts = [] } = file;
  const store = partsInMemory(parts);
  const matching = matchingOf(model, created.request);
  const index = await indexFile(query, model, matching, store.read);
  const items = await readVersionsNow(query, model.key, [...index.items()]);
  const bytes = [...items.values()].reduce((sum, item) => sum + item.bytes, file.bytes);
  if (bytes > immediateLimits.bytes) return storeLarge(deps, { ...file, bytes });
  const found = await checkImport(deps, { model, ...created.request, ...matching }, store, index);
  const blocked = resolution && (await blockedBy(found.counts, store.readChecked, resolution));
  if (!resolution || blocked) return deps.unit(({ query: inside }) => storeDraft(inside, file, found, store));
  const rows = await firstRowsOf(query, model, store.readChecked, found.counts);
  const id = await applyHeld(deps, caller, { file, resolution, found, store });
  return { import: toImport(await readImport(query, caller.instanceId, id)), rows };
}

/** Stores a checked import with its parts, which can be applied later. */
async function storeDraft(query: Query, file: ReceivedFile, found: CheckedImport, store: PartStore): Promise<number> {
  const id = await storeFound(query, file, found);
  for (const part of file.parts ?? []) await insertPart(query, id, part);
  const { write } = storedParts(query, id);
  for await (const part of store.readChecked()) await write(part, countOutcomes(part.rows));
  return id;
}

async function storeFound(query: Query, file: ReceivedFile, found: CheckedImport): Promise<number> {
  const id = await insertReceiving(query, file.created);
  await finishReceiving(query, id, file, file.resolution);
  await storeChecked(query, id, found);
  return id;
}

interface Held {
  file: ReceivedFile;
  resolution: ImportResolution;
  found: CheckedImport;
  store: PartStore;
}

async function applyHeld(
  deps: Deps,
  caller: InstanceCaller,
  { file, resolution, found, store }: Held,
): Promise<number> {
  const { query } = deps.database;
  const { model, created } = file;
  let id = 0;
  const end = async (inside: Query, changeSetId: number | null) => {
    id = await storeFound(inside, file, found);
    await storeRefused(inside, id, store.readChecked);
    await storeApplied(inside, id, { changeSetId, state: 'applied', resolution });
  };
  const applying = { instance: toPlace(caller), model, read: store.readChecked, resolution };
  const changeSet = hasChanges(found.counts) ? await buildImport(query, applying, found.newRows) : undefined;
  const set = newChangeSet({ actor: caller.actor, origin: created.origin }, found.counts, created.at);
  const applied =
    changeSet &&
    (await applyNow(deps, changeSet, set, { after: ({ query: inside }, stored) => end(inside, stored) }).catch(
      throwChanged,
    ));
  if (!applied?.id) await deps.unit(({ query: inside }) => end(inside, null));
  return id;
}
