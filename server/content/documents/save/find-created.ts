import { createHash } from 'node:crypto';
import type { SavedItem, SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import { uuidOf } from '../../../core/base/uuid.ts';
import type { Query } from '../../../core/database/database.ts';
import type { TemplateModel } from '../../model/template-model.ts';
import * as repository from '../item-repository.ts';

/** The item that an earlier call created with the body's key. */
export interface CreatedItem extends SavedItem {
  /** True if that call had the same body. */
  isSame: boolean;
}

/** The items that earlier calls created with the same keys. */
export async function findCreated(
  query: Query,
  bodies: readonly SaveItem[],
  modelOf: (body: SaveItem) => TemplateModel,
): Promise<(body: SaveItem) => CreatedItem | undefined> {
  const keys = bodies.flatMap((body) =>
    body.idempotency_key === undefined ? [] : [{ templateKey: modelOf(body).key, key: body.idempotency_key }],
  );
  const rows = keys.length > 0 ? await repository.findCreated(query, keys) : [];
  return (body) => {
    const row = rows.find(
      ({ template_key, key }) => template_key === modelOf(body).key && key === body.idempotency_key,
    );
    if (!row) return undefined;
    return { id: row.id, version: row.version, isSame: row.body_hash === null || row.body_hash === hashOfBody(body) };
  };
}

/** Hash of a body that creates an item, in the form of a UUID, regardless of the order of properties. */
export function hashOfBody({ template_id, internal_label, fields }: SaveItem): string {
  const hash = createHash('sha256').update(JSON.stringify([template_id, internal_label]));
  for (const { id, template_field_type, value, status } of fields)
    hash.update(JSON.stringify([id, template_field_type, value, status]));
  return uuidOf(hash.digest('hex'));
}
