import type { Unit } from '../../../core/app/unit.ts';
import type { Query } from '../../../core/database/database.ts';
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
  await writeItems(query, { id: stored.id, at, written, restoredKeys: restored.map(({ key }) => key) });
  const mayBreakLinks = written.removed > 0;
  if (mayBreakLinks && !(await areLinksWhole(query, stored.id, { targetId: instanceId, copiedKeys: [] })))
    throw new ChangeSetFailure('links');
  if (written.added + written.removed > 0) await repository.countItems(query, stored.id);
  return { menuBefore: null, menuAfter: null };
}

interface WrittenItems {
  /** Of the change set. */
  id: number;
  at: Date;
  written: Awaited<ReturnType<typeof repository.countWritten>>;
  /** Of templates that come back. */
  restoredKeys: readonly number[];
}

/** Writes all prepared items; fails if one of them is no longer as it was when it was prepared. */
async function writeItems(query: Query, { id, at, written, restoredKeys }: WrittenItems): Promise<void> {
  const expectAll = (count: number, prepared: number) => {
    if (count !== prepared) throw new ChangeSetFailure('changed');
  };
  if (written.added > 0) {
    expectAll(await repository.addItems(query, id, at), written.added);
    await repository.untrashItems(query, id);
    await repository.deleteReturned(query, id);
  }
  for (const key of restoredKeys) await untrashTemplate(query, key);
  if (written.removed > 0) expectAll(await repository.trashItems(query, id, at), written.removed);
  if (written.updated > 0) {
    expectAll(await repository.updateItems(query, id, at, []), written.updated);
    await deleteFormerRows(query, id);
  }
  if (written.kept > 0) expectAll(await repository.keepItems(query, id, []), written.kept);
}
