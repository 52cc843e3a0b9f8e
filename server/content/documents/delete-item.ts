import type { Deps } from '../../core/app/deps.ts';
import type { Author } from '../../core/base/actor.ts';
import { AppError } from '../../core/base/errors.ts';
import { holdTemplate } from '../model/template-locks.ts';
import { findTemplate } from '../model/template-models.ts';
import { deleteItem, findItem, findLinksTo } from './item-repository.ts';
import { applyPendingChanges } from './value-changes/pending-changes.ts';

const attempts = 5;
const noFields: ReadonlySet<string> = new Set();

/** Deletes an item; with `version`, only in that version. Throws 409 otherwise, or with the places that link to it. */
export async function removeItem(
  deps: Pick<Deps, 'database' | 'unit' | 'clock'>,
  { instanceId, ...author }: Author & { instanceId: number },
  { templateId, id }: { templateId: string; id: number },
  version?: number,
): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const model = await findTemplate(deps.database.query, instanceId, templateId);
    if (!model) throw new AppError('not_found');
    // The trash keeps the item as the fields of the template say, so that restoring it has nothing to continue.
    await applyPendingChanges(deps, model, [{ id, fields: noFields }]);
    const isCurrent = await deps.unit(async ({ query }) => {
      if (!(await holdTemplate(query, model))) return false;
      // Deleted first: saves that are adding a link to it wait for the lock, and existing links are found below.
      const target = { templateKey: model.key, id };
      const isDeleted = await deleteItem(query, { ...target, version, author, at: deps.clock.now() });
      if (!isDeleted) throw new AppError((await findItem(query, target)) ? 'version' : 'not_found');
      const links = await findLinksTo(query, { instanceId, id });
      if (links.count > 0) throw new AppError('linked', { details: links });
      return true;
    });
    if (isCurrent) return;
  }
  throw new AppError('version');
}
