import type { Item } from '@quartermaster/contract/endpoints/items.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import { findTemplate } from '../model/template-models.ts';
import { toItem } from './item-answer.ts';
import { findItem } from './item-repository.ts';

/** An item in its API form; throws 404. */
export async function readItem(
  query: Query,
  { instanceId, templateId, id }: { instanceId: number; templateId: string; id: number },
): Promise<Item> {
  const model = await findTemplate(query, instanceId, templateId);
  const item = model && (await findItem(query, { templateKey: model.key, id }));
  if (!item) throw new AppError('not_found');
  return toItem(model, item);
}
