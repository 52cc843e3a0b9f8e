import type { SavedItem } from '@quartermaster/contract/endpoints/items.ts';
import { AppError } from '../../../core/base/errors.ts';

/** The reasons why an item of a save is refused. */
export interface Problems {
  /** Validation errors by path in the item's body. */
  wrong: Record<string, string>;
  /** The current version if the save started from an older one. */
  staleAt?: number | undefined;
  /** True if there is no item with this id. */
  isMissing?: boolean;
  /** The item that an earlier call created with the same idempotency key, but with another body. */
  created?: SavedItem | undefined;
}

/** The maximum number of errors reported per item of a batch, to limit the size of the response. */
const namedPerItem = 20;

const otherBody = ({ id }: SavedItem) => `this key has created item ${id} with another body`;

/** Throws 422 with all validation errors of a single save, or 404 if its item is missing. */
export function refuseItem({ wrong, isMissing, created }: Problems): void {
  if (created) {
    const { id, version } = created;
    const fields = { idempotency_key: otherBody(created) };
    throw new AppError('invalid', { fields, details: { created: { id, version } } });
  }
  if (Object.keys(wrong).length > 0) throw new AppError('invalid', { fields: wrong });
  if (isMissing) throw new AppError('not_found');
}

/**
 * Throws one error that names every refused item of a batch by its index: 409 if any is stale, 422 if any is invalid,
 * else 404.
 */
export function refuseBatch(items: readonly Problems[]): void {
  const stale = items.flatMap(({ staleAt }, index) => (staleAt === undefined ? [] : [{ index, version: staleAt }]));
  const fields = items.flatMap(({ wrong, staleAt, isMissing, created }, index) =>
    [
      ...(created ? [['idempotency_key', otherBody(created)] as const] : []),
      ...(staleAt === undefined
        ? []
        : [['version', `someone else has saved version ${staleAt} of this item`] as const]),
      ...(isMissing ? [['id', 'there is no such item'] as const] : []),
      ...Object.entries(wrong).slice(0, namedPerItem),
    ].map(([path, reason]) => [`items.${index}.${path}`, reason]),
  );
  if (fields.length === 0) return;
  const isInvalid = items.some(({ wrong, created }) => created || Object.keys(wrong).length > 0);
  throw new AppError(stale.length > 0 ? 'version' : isInvalid ? 'invalid' : 'not_found', {
    fields: Object.fromEntries(fields),
    ...(stale.length > 0 && { details: { stale } }),
  });
}
