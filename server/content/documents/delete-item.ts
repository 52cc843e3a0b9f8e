import type { Deps } from '../../core/app/deps.ts';
import type { Author } from '../../core/base/actor.ts';
import { AppError } from '../../core/base/errors.ts';
import { findTemplate } from '../model/template-models.ts';
import { deleteItem, findLinksTo } from './item-repository.ts';

/** Deletes an item; throws 409 with the places that link to it. */
export async function removeItem(
  { database, unit, clock }: Pick<Deps, 'database' | 'unit' | 'clock'>,
  { instanceId, ...author }: Author & { instanceId: number },
  templateId: string,
  id: number,
): Promise<void> {
  const model = await findTemplate(database.query, instanceId, templateId);
  if (!model) throw new AppError('not_found');
  await unit(async ({ query }) => {
    // Deleted first: saves that are adding a link to it wait for the lock, and existing links are found below.
    const isDeleted = await deleteItem(query, { templateKey: model.key, id, author, at: clock.now() });
    if (!isDeleted) throw new AppError('not_found');
    const links = await findLinksTo(query, { instanceId, id });
    if (links.count > 0) throw new AppError('linked', { details: links });
  });
}
