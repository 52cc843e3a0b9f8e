import type { Unit } from '../../../core/app/unit.ts';
import { refuseBeyondLimit } from '../../documents/item-limit.ts';
import { projectOf } from '../../documents/item-repository.ts';
import type { ChangeSet } from '../change-set.ts';
import { SyncFailure } from '../sync-failure.ts';
import type { SyncRow } from '../sync-repository.ts';
import { areLinksWhole, deleteFormerRows, insertIndexRows, lockLinkTargets } from './apply-index-repository.ts';
import * as repository from './apply-repository.ts';

interface Local {
  unit: Pick<Unit, 'query'>;
  sync: Pick<SyncRow, 'id'>;
  at: Date;
}

/**
 * Applies the prepared changes of items that come from no other instance, as saves by hand would: without menus,
 * templates and decisions of a sync.
 */
export async function applyLocal({ unit: { query }, sync, at }: Local, { pair, expected }: ChangeSet) {
  const { id: instanceId } = pair.target;
  const written = await repository.countWritten(query, sync.id);
  // Waits for saves of the template, and lets them wait.
  if (expected?.template && !(await repository.lockTemplate(query, expected.template)))
    throw new SyncFailure('changed');
  if (written.added > 0 && expected) {
    const projectId = await projectOf(query, instanceId);
    const more = written.added - written.removed;
    await refuseBeyondLimit(query, { projectId, instanceId }, { more, limit: expected.itemLimit });
  }
  if (!(await lockLinkTargets(query, sync.id))) throw new SyncFailure('links');
  await insertIndexRows(query, sync.id, instanceId);
  const added = written.added > 0 ? await repository.addItems(query, sync.id, at) : 0;
  const removed = written.removed > 0 ? await repository.removeItems(query, sync.id, [], 'index') : 0;
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
