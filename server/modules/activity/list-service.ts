import type { ActivityEntry, ActivityFilters } from '@quartermaster/contract/endpoints/activity.ts';
import type { ChangeSet } from '@quartermaster/contract/endpoints/change-sets.ts';
import { personOf } from '../../core/base/actor.ts';
import type { PageRequest } from '../../core/base/newest-first.ts';
import type { Query } from '../../core/database/database.ts';
import { type DescribedItem, describeItems } from './items-repository.ts';
import type { EntryPlace } from './page-sql.ts';
import { type ActivityRow, listEntries } from './repository.ts';
import type { View } from './view-service.ts';

/** A page of the entries that a caller may see, newest first. */
export async function listActivity(query: Query, view: View, criteria: PageRequest & ActivityFilters) {
  const { cursor, limit = 50, ...filters } = criteria;
  const after = cursor === undefined ? {} : { after: placeOf(cursor) };
  const rows = await listEntries(query, view, { ...filters, ...after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const described = await describeItems(query, page);
  return {
    entries: page.map((row) => toEntry(view, row, described.get(row.id))),
    next_cursor: last ? `${last.micros}.${last.id}` : null,
  };
}

/** The cursor is a place, as retention may delete the entry. */
function placeOf(cursor: string): EntryPlace {
  const [micros = 0, id = 0] = cursor.split('.').map(Number);
  return { micros, id };
}

/** An entry as it is shown. */
export function toEntry({ envs }: Pick<View, 'envs'>, row: ActivityRow, described: DescribedItem = {}): ActivityEntry {
  const { id, kind, details, template_id, log_action, log_details } = row;
  const instanceOf = (instanceId: number | null | undefined) => {
    const env = envs.get(instanceId ?? 0);
    return instanceId && env ? { id: instanceId, env } : null;
  };
  return {
    id,
    kind,
    at: row.at.toISOString(),
    by: personOf(row),
    origin: row.origin,
    instance: instanceOf(row.instance_id),
    ...(details.action !== undefined && { action: details.action }),
    ...(template_id !== null && {
      template: { id: template_id, name: row.template_name ?? template_id, exists: row.has_template },
    }),
    ...(details.count !== undefined && { count: details.count }),
    ...(details.id !== undefined && {
      item: { id: details.id, name: row.item_name ?? String(details.id), exists: row.has_item, ...described },
    }),
    ...(details.change_set_id !== undefined && {
      change_set: {
        id: details.change_set_id,
        // The origin of a change set is one of these.
        origin: row.origin as ChangeSet['origin'],
        source: instanceOf(details.source_id),
        counts: {
          added: details.added ?? 0,
          updated: details.updated ?? 0,
          removed: details.removed ?? 0,
          templates: details.templates ?? 0,
          menu: details.has_menu ?? false,
        },
        undoes: details.undoes_id ?? null,
        undone_by: row.undone_by,
      },
    }),
    ...(details.report_id !== undefined && { report_id: details.report_id }),
    ...(details.channel !== undefined && {
      channel: {
        name: details.channel,
        build_id: details.build_id ?? null,
        previous_build_id: details.previous_build_id ?? null,
      },
    }),
    ...(log_action !== null && {
      members: {
        action: log_action,
        subject:
          row.subject_email === null
            ? null
            : { id: row.subject_id, name: row.subject_name ?? '', email: row.subject_email },
        details: {
          ...log_details,
          // A change may also concern other projects.
          ...(details.role_changes && { role_changes: details.role_changes }),
        },
      },
    }),
  };
}
