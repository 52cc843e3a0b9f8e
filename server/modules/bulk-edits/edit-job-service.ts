import type { ChangeSet } from '../../content/change-sets/change-set.ts';
import { ChangeSetFailure, editFailure } from '../../content/change-sets/change-set-failure.ts';
import { pairOf, type StoredChangeSet } from '../../content/change-sets/change-set-repository.ts';
import { readAction } from '../../content/change-sets/edits/edit.ts';
import { editChangeSet } from '../../content/change-sets/edits/edit-change-set.ts';
import { readInputs } from '../../content/change-sets/edits/input-repository.ts';
import { changeSetJob } from '../../content/change-sets/run/run-change-set.ts';
import { projectOf, reserveIds } from '../../content/documents/item-repository.ts';
import { loadTemplate } from '../../content/model/template-models.ts';
import type { Deps } from '../../core/app/deps.ts';

/** Prepares and applies a large bulk edit, or the undo of one. */
export const editJob = changeSetJob({
  name: 'bulk-edit',
  build: buildEdit,
  describe: editFailure,
  givenUp: 'The edit could not be made. Nothing was changed. Try again later.',
});

/** Builds a stored bulk edit from its template in the state that it was made from, and the same versions of its items. */
async function buildEdit({ database: { query } }: Deps, stored: StoredChangeSet): Promise<ChangeSet> {
  if (!stored.edit || !('action' in stored.edit)) throw new ChangeSetFailure('nothing');
  const { template, action, itemLimit, mayEditReadOnly = false } = stored.edit;
  const model = await loadTemplate(query, stored.target_id, template.id);
  if (model?.key !== template.key || model.version !== template.version || model.hash !== template.hash || model.change)
    throw new ChangeSetFailure('changed');
  const edit = readAction(model, action, { mayEditReadOnly });
  const items = await readInputs(query, stored.id);
  const count = edit.kind === 'copy' ? items.ids.length * edit.times : 0;
  const projectId = await projectOf(query, stored.target_id);
  const firstId = count > 0 ? await reserveIds(query, projectId, count) : 0;
  const instance = pairOf(stored).target;
  return editChangeSet(query, { instance, model, edit, items, firstId, itemLimit, fingerprint: stored.revision });
}
