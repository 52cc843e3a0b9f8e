import { AppError } from '../../core/base/errors.ts';
import type { Db } from '../../core/database/database.ts';
import { writeActiveInstance } from '../accounts/repository.ts';
import { isInWorkspaceOf } from './repository.ts';

/**
 * Stores the instance that the account works in; 0 is none. Throws 404 for an instance outside the account's
 * workspaces.
 */
export async function activateInstance(
  db: Db,
  { accountId, instanceId }: { accountId: number; instanceId: number },
): Promise<void> {
  if (instanceId !== 0 && !(await isInWorkspaceOf(db, { instanceId, accountId }))) throw new AppError('not_found');
  await writeActiveInstance(db, { accountId, instanceId });
}
