import type { Query } from '../../core/database/database.ts';
import { numberArray } from '../../core/database/pg-array.ts';

/** A localised field, and the number of items by the index entries that they have. */
export interface CountedField {
  template_id: string;
  template_label: string;
  field_id: string;
  field_label: string;
  source: string;
  counts: [number: number, items: number][];
}

/** The localised fields of an instance with counts of these index entries, read from the counts of each change. */
export const listCountedFields = (query: Query, instanceId: number, numbers: readonly number[]) =>
  query<CountedField>(
    `select t.id as template_id, t.label as template_label, f->>'id' as field_id, f->'settings'->>'label' as field_label,
        f->'settings'->>'source' as source, c.counts
      from templates t
      cross join lateral jsonb_path_query(t.fields, '$[*] ? (exists(@.settings.source))') f
      cross join lateral (
        select json_agg(json_build_array(number, items)) as counts from (
          select number, sum(items)::int as items from translation_counts
          where template_key = t.key and field_key = (f->>'key')::int and number = any($2::text::float8[])
          group by number
        ) n
      ) c
      where t.instance_id = $1 and t.translated_keys <> '[]' and c.counts is not null order by t.label collate "natural", t.id`,
    [instanceId, numberArray(numbers)],
    'translation-counts',
  );
