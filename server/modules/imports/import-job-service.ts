import type { ChangeSet } from '../../content/change-sets/change-set.ts';
import { ChangeSetFailure, editFailure } from '../../content/change-sets/change-set-failure.ts';
import { type StoredChangeSet, storeChangeSet } from '../../content/change-sets/change-set-repository.ts';
import { checkImport } from '../../content/change-sets/imports/check-import.ts';
import { deleteResults, deleteRows, storedParts } from '../../content/change-sets/imports/import-repository.ts';
import type { CheckedRow, OutcomeCounts, Part } from '../../content/change-sets/imports/import-row.ts';
import { isSameTemplate, matchingOf } from '../../content/change-sets/imports/read-request.ts';
import { changeSetJob } from '../../content/change-sets/run/run-change-set.ts';
import { refuseBeyondLimit } from '../../content/documents/item-limit.ts';
import { projectOf } from '../../content/documents/item-repository.ts';
import type { TemplateModel } from '../../content/model/template-model.ts';
import { loadTemplate } from '../../content/model/template-models.ts';
import type { Deps } from '../../core/app/deps.ts';
import { defineJob } from '../../core/app/module.ts';
import type { Unit } from '../../core/app/unit.ts';
import { type Actor, toActor } from '../../core/base/actor.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import { hasEnded, Superseded } from '../../core/jobs/progress.ts';
import type { ImportResolution } from '../../core/tables/imports.ts';
import { type Applying, blockedBy, buildImport, changeSetOf, hasChanges, newChangeSet } from './build-import.ts';
import {
  deleteOldImports,
  findImportOf,
  getImport,
  type ImportRow,
  storeApplied,
  storeChecked,
  storeDone,
  storeEnd,
} from './repository.ts';

const templateChanged = 'The template was changed in the meantime. Nothing was changed. Import the file again.';
const givenUp = 'The import could not be made. Nothing was changed. Try again later.';

/** Applies a large checked import. */
export const importJob = changeSetJob({
  name: 'import',
  build: buildStored,
  buildsOnce: true,
  describe: editFailure,
  givenUp,
});

/** Checks the rows of a large import and starts applying it, unless it is a dry run or rows prevent it. */
export const checkImportJob = defineJob<{ import_id: number }>({
  name: 'check-import',
  concurrency: 2,
  run: (deps, { import_id }, signal) => checkStored(deps, import_id, signal),
  onGivenUp: async ({ database: { query } }, { import_id }) => {
    if (await storeEnd(query, import_id, { state: 'failed', error: givenUp })) await deleteRows(query, import_id);
  },
});

const day = 24 * 60 * 60 * 1000;

/** Deletes imports that were not applied for a day, and others after a week, for which a request can be repeated. */
export const removeImportsJob = defineJob({
  name: 'remove-imports',
  everySeconds: 60 * 60,
  run: async ({ database: { query }, clock }, _data, signal) => {
    const now = clock.now().getTime();
    const before = { notApplied: new Date(now - day), applied: new Date(now - 7 * day) };
    do signal.throwIfAborted();
    while (await deleteOldImports(query, before));
  },
});

async function checkStored(deps: Deps, id: number, signal: AbortSignal): Promise<void> {
  const { query } = deps.database;
  const row = await getImport(query, id);
  if (row?.state !== 'checking') return;
  const model = await loadTemplate(query, row.instance_id, row.template_id);
  if (!isSameTemplate(model, row.request)) return end(deps, id, templateChanged);
  const store = storedParts(query, id);
  await deleteResults(query, id);
  let done = 0;
  try {
    const found = await checkImport(
      deps,
      { model, ...row.request, ...matchingOf(model, row.request) },
      {
        ...store,
        write: async (part, counts) => {
          signal.throwIfAborted();
          done = Math.min(row.rows, done + part.rows.length);
          await storePart(deps, id, { part, counts, done });
        },
      },
    );
    const checked = { ...row, ...found.counts, new_rows: found.newRows };
    const blocked = row.resolution && (await blockedBy(found.counts, store.readChecked, row.resolution));
    await deps.unit(async (unit) => {
      if (!(await storeChecked(unit.query, id, found))) throw new Superseded();
      if (row.resolution && !blocked)
        await startStored(
          unit,
          { row: checked, model, actor: toActor(row), resolution: row.resolution },
          deps.clock.now(),
        );
    });
  } catch (error) {
    if (error instanceof Superseded) return;
    if (error instanceof AppError && error.status < 500) return end(deps, id, error.message);
    throw error;
  }
}

/** Stores what was found for some rows, unless the import has ended: nobody would delete them then. */
const storePart = (
  { unit }: Deps,
  id: number,
  { part, counts, done }: { part: Part<CheckedRow>; counts: OutcomeCounts; done: number },
) =>
  unit(async ({ query }) => {
    if (!(await storeDone(query, id, done))) throw new Superseded();
    await storedParts(query, id).write(part, counts);
  });

async function end({ database: { query } }: Deps, id: number, error: string): Promise<void> {
  if (await storeEnd(query, id, { state: 'failed', error })) await deleteRows(query, id);
}

/** A checked import that is to be applied. */
export interface Startable {
  row: ImportRow;
  model: TemplateModel;
  /** Who applies it, not who has sent it. */
  actor: Actor;
  resolution: ImportResolution;
}

const applyingOf = (query: Query, { row, model, resolution }: Omit<Startable, 'actor'>): Applying => ({
  instance: { id: row.instance_id, env: row.env },
  model,
  read: storedParts(query, row.id).readChecked,
  resolution,
});

/** Stores the change set of a checked import and enqueues its job; throws 409 if it is not checked any more. */
export async function startStored({ query, send }: Pick<Unit, 'query' | 'send'>, start: Startable, at: Date) {
  const { row, actor, resolution } = start;
  const { instance_id: instanceId, origin, added } = row;
  const created = newChangeSet({ actor, origin }, row, at);
  const isChanging = hasChanges(row);
  if (added > 0) {
    const scope = { projectId: await projectOf(query, instanceId), instanceId };
    await refuseBeyondLimit(query, scope, { more: added, limit: resolution.itemLimit });
  }
  const changeSetId = isChanging
    ? await storeChangeSet(query, changeSetOf(query, applyingOf(query, start), 0), created)
    : null;
  if (changeSetId === undefined) throw new AppError('changed');
  const state = isChanging ? 'applying' : 'applied';
  if (!(await storeApplied(query, row.id, { changeSetId, state, resolution }))) throw hasEnded();
  if (changeSetId !== null) await send(importJob, { sync_id: changeSetId });
}

/** Builds the change set of an import again, for the template in the state that the rows were checked for. */
async function buildStored({ database: { query } }: Deps, stored: StoredChangeSet): Promise<ChangeSet> {
  const row = await findImportOf(query, stored.id);
  if (!row?.resolution) throw new ChangeSetFailure('nothing');
  const model = await loadTemplate(query, row.instance_id, row.template_id);
  if (!isSameTemplate(model, row.request)) throw new ChangeSetFailure('changed');
  return buildImport(query, applyingOf(query, { row, model, resolution: row.resolution }), row.new_rows);
}
