import type { Unit } from '../../../core/app/unit.ts';
import { refuseBeyondLimit } from '../../documents/item-limit.ts';
import { projectOf } from '../../documents/item-repository.ts';
import { holdTemplate } from '../../model/template-locks.ts';
import { recreateTemplate, untrashTemplate } from '../../schema/template-trash.ts';
import type { ChangeSet } from '../change-set.ts';
import { SyncFailure } from '../sync-failure.ts';
import { type AuthorRow, authorOf, type SyncRow } from '../sync-repository.ts';
import { areLinksWhole, deleteFormerRows, insertIndexRows, lockLinkTargets } from './apply-index-repository.ts';
import * as repository from './apply-repository.ts';

interface Local {
  unit: Unit;
  sync: Pick<SyncRow, 'id'> & AuthorRow;
  at: Date;
}

/**
 * Applies the prepared changes of items that come from no other instance, as saves by hand would: without decisions of a
 * sync. Templates are only added, from the trash.
 */
export async function applyLocal({ unit, sync, at }: Local, { pair, expected, templates }: ChangeSet) {
  const { query } = unit;
  const { id: instanceId } = pair.target;
  const restored = templates.flatMap(({ templateId: id, formerKey: key, after, change }) =>
    change === 'added' && key !== null && after ? [{ id, key, after }] : [],
  );
  const written = await repository.countWritten(query, sync.id);
  // Waits for saves of the template, and lets them wait.
  for (const { model } of templates) if (model && !(await holdTemplate(query, model))) throw new SyncFailure('changed');
  const editor = { ...authorOf(sync), instanceId };
  for (const template of restored)
    if (!(await recreateTemplate(unit, editor, { ...template, at, syncId: sync.id }))) throw new SyncFailure('changed');
  if (written.added > 0 && expected) {
    const projectId = await projectOf(query, instanceId);
    const more = written.added - written.removed;
    await refuseBeyondLimit(query, { projectId, instanceId }, { more, limit: expected.itemLimit });
  }
  if (!(await lockLinkTargets(query, sync.id))) throw new SyncFailure('links');
  await insertIndexRows(query, sync.id, instanceId);
  const added = written.added > 0 ? await repository.addItems(query, sync.id, at) : 0;
  if (added > 0) {
    await repository.untrashItems(query, sync.id);
    await repository.deleteReturned(query, sync.id);
  }
  for (const { key } of restored) await untrashTemplate(query, key);
  const removed = written.removed > 0 ? await repository.trashItems(query, sync.id, at) : 0;
  const updated = written.updated > 0 ? await repository.updateItems(query, sync.id, at, []) : 0;
  if (written.updated > 0) await deleteFormerRows(query, sync.id);
  const kept = written.kept > 0 ? await repository.keepItems(query, sync.id, []) : 0;
  if (removed !== written.removed || updated !== written.updated || added !== written.added || kept !== written.kept)
    throw new SyncFailure('changed');
  const mayBreakLinks = written.removed > 0;
  if (mayBreakLinks && !(await areLinksWhole(query, sync.id, { targetId: instanceId, copiedKeys: [] })))
    throw new SyncFailure('links');
  if (added + removed > 0) await repository.countItems(query, sync.id);
  return { menuBefore: null, menuAfter: null };
}
