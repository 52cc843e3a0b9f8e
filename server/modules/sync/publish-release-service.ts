import type { ChangeSetResolution } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';
import type { InstanceCaller } from '../../core/session/access.ts';
import { exportTarget } from './releases/end-release-service.ts';
import { claimRelease, type Publishing, publishEmpty, type WholeRelease } from './releases/repository.ts';
import { beginSync } from './run/start-service.ts';

/**
 * Starts the sync of a release and returns its id, or `null` if there is nothing left to sync; throws the errors of a
 * sync. `decided` replaces the release's decisions on conflicts. The transaction that stores the sync also claims the
 * release, so that only one server, call or attempt publishes it.
 */
export async function publishRelease(
  deps: Deps,
  caller: InstanceCaller,
  { id, name, request: { selection, ...options } }: WholeRelease,
  how: Publishing,
  { decided = options, seen }: { decided?: ChangeSetResolution & { checked?: string }; seen?: string } = {},
): Promise<number | null> {
  const syncId = await beginSync(deps, caller, selection, {
    ...decided,
    note: name,
    ...(seen !== undefined && { seen }),
    onStored: async (query, stored) => {
      if (!(await claimRelease(query, id, how, stored))) throw notWaiting();
    },
  });
  if (syncId === null)
    await deps.unit(async (inside) => {
      const at = deps.clock.now();
      const published = await publishEmpty(inside.query, id, how, at);
      if (!published) throw notWaiting();
      if (published.exports_after) await exportTarget({ ...inside, at }, published);
    });
  return syncId;
}

/** The error for a release that is not to be published any more, at least not in this way. */
export const notWaiting = (): AppError =>
  new AppError('changed', { message: 'This release is not waiting any more: it was published, refused or cancelled.' });
