import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import { countForLimit } from './item-repository.ts';

/**
 * Throws 402 if an instance would have more items than its plan allows, or nothing if `limit` is null. In a transaction,
 * it keeps other saves from creating items of the project until the end.
 */
export async function refuseBeyondLimit(
  query: Query,
  scope: { projectId: number; instanceId: number },
  { more, limit }: { more: number; limit: number | null },
): Promise<void> {
  if (limit !== null && (await countForLimit(query, scope)) + more > limit) throw new AppError('item_limit');
}
