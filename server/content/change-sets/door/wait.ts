import type { Applied } from '@quartermaster/contract/endpoints/door.ts';
import type { Deps } from '../../../core/app/deps.ts';
import { AppError } from '../../../core/base/errors.ts';
import { progressOf } from '../change-set-repository.ts';
import { untilEnded } from '../run/until-ended.ts';

/** The refusal of changes that would be made from values that an earlier change of a template still removes or restores. */
export const stillChanging = (): AppError =>
  new AppError('running', {
    message:
      'Values of an earlier change of a template are still being removed, replaced or brought back. Try again once that has finished.',
  });

/** How long a call waits for its job, in milliseconds. */
const longestWait = 3000;

/** Returns once a change set is applied, or after some seconds; throws 409 if it has failed. */
export async function waitForChanges(deps: Pick<Deps, 'database'>, id: number): Promise<Applied> {
  const row = await untilEnded(deps.database.query, id, longestWait);
  const { state, error, added, updated, removed, templates } = row;
  if (state === 'failed' || state === 'cancelled')
    throw new AppError('changed', { message: error ?? 'The edit was cancelled. Nothing was changed.' });
  const isNothing = row.origin === 'bulk-edit' && state === 'applied' && added + updated + removed === 0;
  return {
    id: isNothing ? null : id,
    state,
    progress: progressOf(row),
    counts: { added, updated, removed, templates },
  };
}
