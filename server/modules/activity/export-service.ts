import type { Readable } from 'node:stream';
import type { ActivityEntry, ActivityFilters } from '@quartermaster/contract/endpoints/activity.ts';
import { byteOrderMark, csvLine } from '@quartermaster/contract/sheets/csv-text.ts';
import { streamOf } from '../../core/database/batches.ts';
import type { Query } from '../../core/database/database.ts';
import { toEntry } from './list-service.ts';
import type { EntryPlace } from './page-sql.ts';
import { listEntries } from './repository.ts';
import type { View } from './view-service.ts';

const columns = ['Time', 'Person', 'Environment', 'Origin', 'What', 'Template', 'Item', 'Count', 'Change set'] as const;

/** The entries read by one statement. */
const entriesAtOnce = 1000;

/** Opens a stream of all entries that match, as CSV. The first ones are read before the answer begins. */
export async function openCsv(query: Query, view: View, filters: ActivityFilters): Promise<Readable> {
  // By place, as the last entry read may be deleted meanwhile.
  const read = (after?: EntryPlace) =>
    listEntries(query, view, { ...filters, ...(after !== undefined && { after }), limit: entriesAtOnce });
  const first = await read();
  const write = async function* () {
    yield Buffer.from(byteOrderMark + csvLine(columns));
    for (let rows = first; rows.length > 0; ) {
      yield Buffer.from(rows.map((row) => lineOf(toEntry(view, row))).join(''));
      const last = rows.length < entriesAtOnce ? undefined : rows.at(-1);
      rows = last ? await read(last) : [];
    }
  };
  return streamOf(write());
}

const actions = { create: 'created', update: 'changed', delete: 'deleted' } as const;

function channelText(channel: ActivityEntry['channel']): string {
  if (channel?.build_id == null) return 'deleted';
  const from = channel.previous_build_id;
  return from === null ? `created with build ${channel.build_id}` : `moved from build ${from} to ${channel.build_id}`;
}

function whatOf({ kind, action, count, change_set, members, channel }: ActivityEntry): string {
  if (kind === 'items') return `${count === 1 ? 'Item' : 'Items'} ${actions[action ?? 'update']}`;
  if (kind === 'template') return `Template ${actions[action ?? 'update']}`;
  if (kind === 'menu') return 'Menu changed';
  if (kind === 'export') return 'Export completed';
  if (kind === 'channel') return `Channel ${channel?.name ?? ''} ${channelText(channel)}`;
  if (kind === 'members') return `Access changed: ${members?.subject?.name || members?.subject?.email || 'a role'}`;
  return change_set?.undoes ? `Change set ${change_set.undoes} undone` : 'Change set applied';
}

function lineOf(entry: ActivityEntry): string {
  const { at, by, instance, origin, template, item, change_set } = entry;
  const counts = change_set?.counts;
  return csvLine([
    at,
    by.name,
    instance?.env ?? null,
    origin,
    whatOf(entry),
    template?.name ?? null,
    item?.name ?? null,
    counts ? counts.added + counts.updated + counts.removed : (entry.count ?? null),
    change_set?.id ?? null,
  ]);
}
