import type { Input } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { type ChangeSet, conflictsRevision } from '../../../content/change-sets/change-set.ts';
import { AppError } from '../../../core/base/errors.ts';
import type { Query } from '../../../core/database/database.ts';
import { buildChangeSet } from '../pairs/build-change-set.ts';
import { findPair } from '../pairs/pair.ts';
import { selectionOf } from '../selection.ts';
import { getWholeRelease } from './repository.ts';

/** The changes to check, and how many of their conflicts the decisions of their release still apply to. */
export async function buildChecked(
  query: Query,
  instanceId: number,
  { release: releaseId, ...body }: Input<typeof sync.check>['body'],
): Promise<{ changeSet: ChangeSet; decided: number }> {
  const pair = await findPair(query, instanceId);
  const build = (resolution: object) =>
    buildChangeSet(query, pair, { ...body, ...resolution, selection: selectionOf(body) });
  if (releaseId === undefined) return { changeSet: await build({}), decided: 0 };
  const release = await getWholeRelease(query, releaseId);
  if (release?.source_id !== instanceId) throw new AppError('not_found');
  const { selection: _, checked, ...planned } = release.request;
  const changeSet = await build(planned);
  // A side has changed since: everything is decided again.
  if (checked !== conflictsRevision(changeSet)) return { changeSet: await build({}), decided: 0 };
  const { items, menu } = changeSet;
  return { changeSet, decided: items.filter(({ conflict }) => conflict).length + (menu?.conflict ? 1 : 0) };
}
