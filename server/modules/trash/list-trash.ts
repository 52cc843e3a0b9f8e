import { type TrashEntry, trashDays } from '@quartermaster/contract/endpoints/trash.ts';
import type { TrashFilters } from '../../content/change-sets/trash/trash-repository.ts';
import { personOf } from '../../core/base/actor.ts';
import { cutPage, type PageRequest, toPageQuery } from '../../core/base/newest-first.ts';
import type { Query } from '../../core/database/database.ts';
import { countEntries, findDeletedPictures, type ListedEntry, listEntries } from './repository.ts';

/** A page of the trash of an instance, newest first. */
export async function listTrash(query: Query, filters: TrashFilters, pageRequest: PageRequest) {
  const rows = await listEntries(query, filters, toPageQuery(pageRequest));
  const { page, next_cursor } = cutPage(rows, pageRequest);
  const images = await findDeletedPictures(
    query,
    filters.instanceId,
    page.map(({ id }) => id),
  );
  return {
    entries: page.map((row) => toEntry(row, images.get(row.id))),
    total: await countEntries(query, filters),
    next_cursor,
  };
}

const day = 24 * 60 * 60 * 1000;

const toEntry = (row: ListedEntry, image: string | undefined): TrashEntry => ({
  id: row.id,
  template_id: row.template_id,
  template_name: row.template_name,
  item_id: row.item_id,
  name: row.label,
  ...(image !== undefined && { image }),
  items: row.items,
  by: personOf(row),
  origin: row.origin,
  change_set_id: row.change_set_id,
  deleted_at: row.deleted_at.toISOString(),
  expires_at: new Date(row.deleted_at.getTime() + trashDays * day).toISOString(),
});
