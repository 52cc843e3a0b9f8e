import type { StartedEdit } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import type { ChangeSet } from '../../content/change-sets/change-set.ts';
import { readAction } from '../../content/change-sets/edits/edit.ts';
import { editChangeSet } from '../../content/change-sets/edits/edit-change-set.ts';
import { readInputs } from '../../content/change-sets/edits/input-repository.ts';
import { changeSetJob } from '../../content/change-sets/run/run-change-set.ts';
import { untilEnded } from '../../content/change-sets/run/until-ended.ts';
import { editFailure, SyncFailure } from '../../content/change-sets/sync-failure.ts';
import { pairOf, progressOf, type StoredChangeSet } from '../../content/change-sets/sync-repository.ts';
import { projectOf, reserveIds } from '../../content/documents/item-repository.ts';
import { loadTemplate } from '../../content/model/template-models.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';

/** Prepares and applies a large bulk edit, or the undo of one. */
export const editJob = changeSetJob({
  name: 'bulk-edit',
  build: buildEdit,
  describe: editFailure,
  givenUp: 'The edit could not be made. Nothing was changed. Try again later.',
});

/** Builds a stored bulk edit from its template in the state that it was made from, and the same versions of its items. */
async function buildEdit({ database: { query } }: Deps, stored: StoredChangeSet): Promise<ChangeSet> {
  if (!stored.edit) throw new SyncFailure('nothing');
  const { template, action, itemLimit, mayEditReadOnly = false } = stored.edit;
  const model = await loadTemplate(query, stored.target_id, template.id);
  if (model?.key !== template.key || model.version !== template.version || model.hash !== template.hash || model.change)
    throw new SyncFailure('changed');
  const edit = readAction(model, action, { mayEditReadOnly });
  const items = await readInputs(query, stored.id);
  const count = edit.kind === 'copy' ? items.ids.length * edit.times : 0;
  const projectId = await projectOf(query, stored.target_id);
  const firstId = count > 0 ? await reserveIds(query, projectId, count) : 0;
  const instance = pairOf(stored).target;
  return editChangeSet(query, { instance, model, edit, items, firstId, itemLimit, fingerprint: stored.revision });
}

/** The refusal of changes that would be made from values that an earlier change of a template still removes or restores. */
export const stillChanging = (): AppError =>
  new AppError('running', {
    message:
      'Values of an earlier change of a template are still being removed, replaced or brought back. Try again once that has finished.',
  });

/** How long a call waits for its job, in milliseconds. */
const longestWait = 3000;

/** Returns once a change set is applied, or after some seconds; throws 409 if it has failed. */
export async function waitForEdit(deps: Pick<Deps, 'database'>, id: number): Promise<StartedEdit> {
  const row = await untilEnded(deps.database.query, id, longestWait);
  const { state, error, added, updated, removed } = row;
  if (state === 'failed' || state === 'cancelled')
    throw new AppError('changed', { message: error ?? 'The edit was cancelled. Nothing was changed.' });
  const isNothing = row.origin === 'bulk-edit' && state === 'applied' && added + updated + removed === 0;
  return { id: isNothing ? null : id, state, progress: progressOf(row), counts: { added, updated, removed } };
}
