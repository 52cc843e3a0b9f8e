import type { ItemUses } from '@quartermaster/contract/endpoints/items.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import { findTemplate } from '../model/template-models.ts';
import { findItem } from './item-repository.ts';
import { withPictures } from './pictures-repository.ts';
import { listUses } from './uses-repository.ts';

interface Wanted {
  instanceId: number;
  templateId: string;
  id: number;
  cursor: string | undefined;
  limit: number;
}

/** A page of the items that link to an item. */
export async function usesOf(query: Query, { instanceId, templateId, id, cursor, limit }: Wanted): Promise<ItemUses> {
  const model = await findTemplate(query, instanceId, templateId);
  if (!model || !(await findItem(query, { templateKey: model.key, id }))) throw new AppError('not_found');
  const rows = await listUses(query, { instanceId, templateId, id, after: readCursor(cursor), limit: limit + 1 });
  const listed = rows.slice(0, limit);
  const last = rows.length > limit ? listed.at(-1) : undefined;
  const uses = listed.map(({ field_key: _, ...use }) => use);
  return {
    uses: await withPictures(query, instanceId, uses),
    next_cursor: last ? `${last.template_id}.${last.field_key}.${last.id}` : null,
  };
}

function readCursor(cursor: string | undefined) {
  const [templateId, fieldKey, id] = cursor?.split('.') ?? [];
  return templateId === undefined ? undefined : { templateId, fieldKey: Number(fieldKey), id: Number(id) };
}
