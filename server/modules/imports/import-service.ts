import { setTimeout as pause } from 'node:timers/promises';
import { plans } from '@quartermaster/contract/access.ts';
import type { Import, ImportDecisions, ImportedRow, ImportOutcome } from '@quartermaster/contract/endpoints/imports.ts';
import { type BeforeAndAfter, type ChartedField, mayEditReadOnly } from '@quartermaster/contract/endpoints/items.ts';
import { drawBeforeAndAfter } from '../../content/change-sets/before-and-after.ts';
import { ChangeSetFailure, failureError } from '../../content/change-sets/change-set-failure.ts';
import { stillChanging } from '../../content/change-sets/door/wait.ts';
import { describeRows, type RowPlace } from '../../content/change-sets/imports/describe-rows.ts';
import { deleteAppliedRows, deleteRows, storedParts } from '../../content/change-sets/imports/import-repository.ts';
import { outcomes, type ReadChecked } from '../../content/change-sets/imports/import-row.ts';
import { provisionalId } from '../../content/change-sets/imports/provisional-ids.ts';
import { isSameTemplate } from '../../content/change-sets/imports/read-request.ts';
import { applyNow, immediateLimits } from '../../content/change-sets/run/apply-now.ts';
import { cancelChangeSet } from '../../content/change-sets/run/cancel-change-set.ts';
import type { TemplateModel } from '../../content/model/template-model.ts';
import { findTemplate, noSuchTemplate } from '../../content/model/template-models.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import { hasEnded } from '../../core/jobs/progress.ts';
import type { InstanceCaller } from '../../core/session/access.ts';
import type { ImportResolution } from '../../core/tables/imports.ts';
import { blockedBy, buildImport, changeSetOf, hasChanges, newChangeSet } from './build-import.ts';
import { toImport } from './describe-import.ts';
import { startStored } from './import-job-service.ts';
import { findImport, type ImportRow, storeApplied, storeEnd } from './repository.ts';

/** How many rows an upload returns. */
const firstRows = 200;

/** The template that rows are read for; throws 404 or, while its values are being changed, 409. */
export async function importableTemplate(query: Query, instanceId: number, templateId: string): Promise<TemplateModel> {
  const model = await findTemplate(query, instanceId, templateId);
  if (!model) throw noSuchTemplate(templateId);
  if (model.change) throw stillChanging();
  return model;
}

export async function readImport(query: Query, instanceId: number, id: number): Promise<ImportRow> {
  const row = await findImport(query, instanceId, id);
  if (!row) throw new AppError('not_found');
  return row;
}

/** How an import is applied by a caller. */
export const resolutionOf = ({ grants }: InstanceCaller, decisions: ImportDecisions): ImportResolution => ({
  ...decisions,
  itemLimit: plans[grants.plan].itemsPerProject,
  mayEditReadOnly: mayEditReadOnly(grants),
});

/** The first rows of a checked import, those in conflict and refused first. */
export async function firstRowsOf(
  query: Query,
  model: TemplateModel,
  read: ReadChecked,
  counts: Record<ImportOutcome, number>,
): Promise<ImportedRow[]> {
  const rows: ImportedRow[] = [];
  const groups: readonly (readonly ImportOutcome[])[] = [['conflict'], ['refused'], ['added', 'changed', 'unchanged']];
  for (const group of groups) {
    const limit = firstRows - rows.length;
    if (limit === 0 || group.every((outcome) => counts[outcome] === 0)) continue;
    const wants = (outcome: ImportOutcome) => group.includes(outcome);
    rows.push(
      ...(await describeRows(query, model, read({ outcomes: group }), { from: { part: 0, row: 0 }, limit, wants }))
        .rows,
    );
  }
  return rows;
}

/** Throws what prevents an import from being applied, with the import and its first rows. */
export function refuse(blocked: 'refused' | 'conflict', details: { import: Import; rows: ImportedRow[] }): never {
  if (blocked === 'refused')
    throw new AppError('invalid', {
      message: 'Some rows are refused, so nothing was changed. Correct them, or leave them out.',
      details,
    });
  throw new AppError('conflict', {
    message: 'Some items were changed since the file was made. Decide which values to keep.',
    details,
  });
}

export async function listRows(
  query: Query,
  row: ImportRow,
  { outcome, cursor, limit = 50 }: { outcome?: ImportOutcome; cursor?: string; limit?: number },
): Promise<{ rows: ImportedRow[]; next_cursor: string | null }> {
  const from = readCursor(cursor);
  const model = await findTemplate(query, row.instance_id, row.template_id);
  const listed = listable(row.state).filter((one) => outcome === undefined || one === outcome);
  if (!model || listed.length === 0) return { rows: [], next_cursor: null };
  const parts = storedParts(query, row.id).readChecked({ from: from.part, outcomes: listed });
  const { rows, next } = await describeRows(query, model, parts, { from, limit, wants: (one) => listed.includes(one) });
  return { rows, next_cursor: next ? `${next.part}.${next.row}` : null };
}

/** The outcomes whose rows can be listed: all until they are applied, then the refused ones. */
function listable(state: ImportRow['state']): readonly ImportOutcome[] {
  if (state === 'checked') return outcomes;
  return state === 'applied' ? ['refused'] : [];
}

function readCursor(cursor: string | undefined): RowPlace {
  if (cursor === undefined) return { part: 0, row: 0 };
  const [, part, row] = /^(\d{1,9})\.(\d{1,9})$/.exec(cursor) ?? [];
  if (part === undefined) throw new AppError('invalid', { fields: { cursor: 'is not the next_cursor of a page' } });
  return { part: Number(part), row: Number(row) };
}

/** An import that is checked, with its template; throws 409 for another one. */
async function findChecked(
  query: Query,
  instanceId: number,
  id: number,
): Promise<{ row: ImportRow; model: TemplateModel }> {
  const row = await readImport(query, instanceId, id);
  if (row.state === 'checking')
    throw new AppError('running', { message: 'The rows are still being checked. Wait until that has finished.' });
  if (row.state !== 'checked')
    throw new AppError('changed', { message: 'This import has ended. Import the file again.' });
  const model = await findTemplate(query, row.instance_id, row.template_id);
  if (!isSameTemplate(model, row.request))
    throw new AppError('changed', { message: 'The template was changed since the check. Import the file again.' });
  return { row, model };
}

/** A number field of all items of the template before and after a checked import. */
export async function drawImport(
  query: Query,
  caller: InstanceCaller,
  id: number,
  { chart, ...decisions }: ImportDecisions & { chart: ChartedField },
): Promise<BeforeAndAfter> {
  const { row, model } = await findChecked(query, caller.instanceId, id);
  const applying = {
    ...{ instance: { id: caller.instanceId, env: row.env }, model, read: storedParts(query, id).readChecked },
    resolution: resolutionOf(caller, { conflicts: 'new', ...decisions }),
  };
  return drawBeforeAndAfter(query, changeSetOf(query, applying, provisionalId(0)), chart).catch(throwChanged);
}

/** Applies a checked import, in the call or by a job. */
export async function applyImport(
  deps: Deps,
  caller: InstanceCaller,
  id: number,
  decisions: ImportDecisions,
): Promise<void> {
  const { query } = deps.database;
  const { row, model } = await findChecked(query, caller.instanceId, id);
  const resolution = resolutionOf(caller, decisions);
  const read = storedParts(query, id).readChecked;
  const blocked = await blockedBy(row, read, resolution);
  if (blocked) refuse(blocked, { import: toImport(row), rows: await firstRowsOf(query, model, read, row) });
  if (isSmall(row)) await applyStoredNow(deps, caller, { row, model, resolution });
  else await deps.unit((unit) => startStored(unit, { row, model, actor: caller.actor, resolution }, deps.clock.now()));
}

export const isSmall = ({ rows, bytes }: { rows: number; bytes: number }): boolean =>
  rows <= immediateLimits.items && bytes <= immediateLimits.bytes;

async function applyStoredNow(
  deps: Deps,
  { actor, instanceId }: InstanceCaller,
  { row, model, resolution }: { row: ImportRow; model: TemplateModel; resolution: ImportResolution },
): Promise<void> {
  const { query } = deps.database;
  const { id, env, origin } = row;
  const end = async (inside: Query, changeSetId: number | null) => {
    if (!(await storeApplied(inside, id, { changeSetId, state: 'applied', resolution }))) throw hasEnded();
  };
  const applying = { instance: { id: instanceId, env }, model, read: storedParts(query, id).readChecked, resolution };
  const changeSet = hasChanges(row) ? await buildImport(query, applying, row.new_rows) : undefined;
  const created = newChangeSet({ actor, origin }, row, deps.clock.now());
  const applied =
    changeSet &&
    (await applyNow(deps, changeSet, created, { after: ({ query: inside }, stored) => end(inside, stored) }).catch(
      throwChanged,
    ));
  if (!applied?.id) await end(query, null);
  await deleteAppliedRows(query, id);
}

/** Throws 409 for items that were changed since the check, and 422 for what a rule refuses after a decision. */
export function throwChanged(error: unknown): never {
  if (!(error instanceof ChangeSetFailure)) throw error;
  throw failureError(error);
}

export async function cancelImport(deps: Deps, instanceId: number, id: number): Promise<Import> {
  const { query } = deps.database;
  const row = await readImport(query, instanceId, id);
  if (row.state === 'applying' && row.change_set_id !== null) await cancelChangeSet(deps, row.change_set_id);
  else if (await storeEnd(query, id, { state: 'cancelled' })) await deleteRows(query, id);
  else throw hasEnded();
  return toImport(await readImport(query, instanceId, id));
}

/** How long a call waits for a job, in milliseconds. */
const longestWait = 3000;

/** Returns once an import is neither checked nor applied by a job any more, or after some seconds. */
export async function waitForImport(
  { database: { query } }: Pick<Deps, 'database'>,
  { instance_id: instanceId, id }: Pick<ImportRow, 'instance_id' | 'id'>,
): Promise<ImportRow> {
  const since = performance.now();
  for (let delay = 10; ; delay = Math.min(2 * delay, 250)) {
    const row = await readImport(query, instanceId, id);
    const isRunning = row.state === 'checking' || row.state === 'applying';
    if (!isRunning || performance.now() - since > longestWait) return row;
    await pause(delay);
  }
}
