import type { Query } from '../../core/database/database.ts';
import { linksToSql } from '../model/links-to-sql.ts';

/** A link to an item: the linking item and its field. */
interface Use {
  template_id: string;
  template_label: string;
  field_key: number;
  field_label: string;
  id: number;
  label: string;
}

/** The last link of a page. */
interface UsesEnd {
  templateId: string;
  fieldKey: number;
  id: number;
}

interface UsesWanted {
  instanceId: number;
  templateId: string;
  id: number;
  after: UsesEnd | undefined;
  limit: number;
}

/**
 * A page of the items that link to an item, in the order of template, field and id. Each field that links to the
 * template reads at most one page of its own from the index, so that an item with very many links costs no more than
 * any other.
 */
export const listUses = (query: Query, { instanceId, templateId, id, after, limit }: UsesWanted) =>
  query<Use>(
    `with linking as materialized (
      select t.key as template_key, t.id as template_id, t.label as template_label, (f->>'key')::int as field_key,
        coalesce(nullif(f->'settings'->>'label', ''), f->'settings'->>'name') as field_label
      from templates t cross join lateral jsonb_array_elements(t.fields) f
      where t.instance_id = $1 and ${linksToSql('f', '$2')}
        and (t.id collate "C" > $4 or (t.id = $4 and (f->>'key')::int >= $5)))
    select f.template_id, f.template_label, f.field_key, f.field_label, i.id, i.label
      from linking f
      cross join lateral (
        select distinct l.item_id from item_links l
          where l.template_key = f.template_key and l.field_key = f.field_key and l.target_id = $3
            and l.item_id > case when f.template_id = $4 and f.field_key = $5 then $6 else 0 end
          order by l.item_id limit $7) l
      join items i on i.template_key = f.template_key and i.id = l.item_id
      order by f.template_id collate "C", f.field_key, i.id limit $7`,
    [instanceId, templateId, id, after?.templateId ?? '', after?.fieldKey ?? 0, after?.id ?? 0, limit],
    'item-uses',
  );
