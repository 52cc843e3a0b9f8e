import type { SaveItem } from '@quartermaster/contract/endpoints/items.ts';
import type { Query } from '../../../core/database/database.ts';
import { type ItemState, listLastSaves } from '../item-repository.ts';

/**
 * The stale saves of a template's items. When rows are restored, their item gets a version without a save: a save based
 * on the last saved version may still change anything except rows.
 */
export async function findStale(
  query: Query,
  templateKey: number,
  saves: readonly (readonly [SaveItem, ItemState])[],
): Promise<Set<SaveItem>> {
  const outdated = saves.filter(([{ version }, state]) => version !== undefined && version !== state.version);
  const mayBeBased = outdated.filter(
    ([{ version = 0, fields }, state]) =>
      version <= state.version && fields.every(({ template_group_id }) => template_group_id === null),
  );
  const ids = mayBeBased.map(([, { id }]) => id);
  const last = ids.length > 0 ? await listLastSaves(query, { templateKey, ids }) : new Map<number, number>();
  const based = mayBeBased.filter(([{ version = 0 }, { id }]) => {
    const saved = last.get(id);
    return saved !== undefined && saved <= version;
  });
  const isBased = new Set(based.map(([body]) => body));
  return new Set(outdated.flatMap(([body]) => (isBased.has(body) ? [] : [body])));
}
