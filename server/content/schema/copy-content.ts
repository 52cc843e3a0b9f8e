import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import { finishChanges } from '../documents/value-changes/change-values.ts';
import { copyContent, hasItems, type InstancePair } from './copy-repository.ts';

/**
 * Copies all content of an instance into another one of its project that has no items yet, inside the caller's
 * transaction.
 */
export async function copyInstanceContent(query: Query, { from, to }: InstancePair): Promise<void> {
  if (await hasItems(query, to)) throw new AppError('taken', { message: 'The instance has items already.' });
  await finishChanges(query, from);
  await copyContent(query, { from, to });
}
