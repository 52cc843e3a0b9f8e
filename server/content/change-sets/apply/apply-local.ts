import type { Unit } from '../../../core/app/unit.ts';
import { refuseBeyondLimit } from '../../documents/item-limit.ts';
import { projectOf } from '../../documents/item-repository.ts';
import { holdTemplate } from '../../model/template-locks.ts';
import { recreateTemplate, untrashTemplate } from '../../schema/template-trash.ts';
import type { ChangeSet } from '../change-set.ts';
import { ChangeSetFailure } from '../change-set-failure.ts';
import { type AuthorRow, authorOf, type ChangeSetSummary } from '../change-set-repository.ts';
import { areLinksWhole, deleteFormerRows, insertIndexRows, lockLinkTargets } from './apply-index-repository.ts';
import * as repository from './apply-repository.ts';

interface Local {
  unit: Unit;
  stored: Pick<ChangeSetSummary, 'id'> & AuthorRow;
  at: Date;
}

/**
 * Applies the prepared changes of items that come from no other instance, as saves by hand would: without decisions of a
 * sync. Templates are only added, from the trash.
 */
export async function applyLocal({ unit, stored, at }: Local, { pair, expected, templates }: ChangeSet) {
  const { query } = unit;
  const { id: instanceId } = pair.target;
  const restored = templates.flatMap(({ templateId: id, formerKey: key, after, change }) =>
    change === 'added' && key !== null && after ? [{ id, key, after }] : [],
  );
  const written = await repository.countWritten(query, stored.id);
  // Waits for saves of the template, and lets them wait.
  for (const { model } of templates)
    if (model && !(await holdTemplate(query, model))) throw new ChangeSetFailure('changed');
  const editor = { ...authorOf(stored), instanceId };
  for (const template of restored)
    if (!(await recreateTemplate(unit, editor, { ...template, at, changeSetId: stored.id })))
      throw new ChangeSetFailure('changed');
  if (written.added > 0 && expected) {
    const projectId = await projectOf(query, instanceId);
    const more = written.added - written.removed;
    await refuseBeyondLimit(query, { projectId, instanceId }, { more, limit: expected.itemLimit });
  }
  if (!(await lockLinkTargets(query, stored.id))) throw new ChangeSetFailure('links');
  await insertIndexRows(query, stored.id, instanceId);
  const added = written.added > 0 ? await repository.addItems(query, stored.id, at) : 0;
  if (added > 0) {
    await repository.untrashItems(query, stored.id);
    await repository.deleteReturned(query, stored.id);
  }
  for (const { key } of restored) await untrashTemplate(query, key);
  const removed = written.removed > 0 ? await repository.trashItems(query, stored.id, at) : 0;
  const updated = written.updated > 0 ? await repository.updateItems(query, stored.id, at, []) : 0;
  if (written.updated > 0) await deleteFormerRows(query, stored.id);
  const kept = written.kept > 0 ? await repository.keepItems(query, stored.id, []) : 0;
  if (removed !== written.removed || updated !== written.updated || added !== written.added || kept !== written.kept)
    throw new ChangeSetFailure('changed');
  const mayBreakLinks = written.removed > 0;
  if (mayBreakLinks && !(await areLinksWhole(query, stored.id, { targetId: instanceId, copiedKeys: [] })))
    throw new ChangeSetFailure('links');
  if (added + removed > 0) await repository.countItems(query, stored.id);
  return { menuBefore: null, menuAfter: null };
}
