import type { ExportChanges, TemplateExportChange } from '@quartermaster/contract/endpoints/reports.ts';
import type { Query } from '../../core/database/database.ts';

interface ChangesRow {
  id: number;
  created_at: Date;
  templates: TemplateExportChange[];
}

/**
 * The changes that an export would deliver: templates and items that were saved, synced or deleted after the last
 * completed export began to write their file. Manual changes are found by the index of revisions, others by the syncs
 * into the instance.
 */
export async function listChangesSinceExport(query: Query, instanceId: number): Promise<ExportChanges> {
  const [row] = await query<ChangesRow>(
    `with last as (
        select id, created_at from reports where instance_id = $1 and completed_at is not null order by id desc limit 1
      ),
      compared as materialized (
        select t.key, coalesce(t.id, s.template_id) as template_id, coalesce(t.label, s.template_id) as label, s.started_at,
          case when s.template_id is null then 'added' when t.id is null then 'removed' when t.updated_at > s.started_at then 'updated' end as change
        from (select * from templates where instance_id = $1) t
        full join (
          select r.template_id, r.started_at from last l join report_steps r on r.report_id = l.id where r.sha256 is not null and r.language is null
        ) s on s.template_id = t.id
      ),
      touched as (
        select c.template_id, c.key, r.item_id from compared c
        join item_revisions r on r.template_key = c.key and r.change_set_id is null and r.at > c.started_at
        union
        select c.template_id, c.key, i.item_id from change_sets y join change_set_items i on i.change_set_id = y.id
        join compared c on c.key = i.template_key and y.finished_at > c.started_at
        where y.target_id = $1 and y.state = 'applied' and i.version is not null
      ),
      counted as (
        select t.template_id, count(i.id)::int as items, (count(*) - count(i.id))::int as removed
        from touched t left join items i on i.template_key = t.key and i.id = t.item_id group by t.template_id
      )
      select l.id, l.created_at, coalesce((
        select json_agg(json_build_object('template_id', c.template_id, 'label', c.label, 'change', c.change,
          'items', case when c.change = 'added' then coalesce(a.items, 0) else coalesce(n.items, 0) end,
          'removed_items', coalesce(n.removed, 0)) order by c.label collate "natural", c.template_id)
        from compared c left join counted n using (template_id) left join item_counts a on a.template_key = c.key
        where c.change is not null or n.template_id is not null
      ), '[]') as templates
      from last l`,
    [instanceId],
  );
  if (!row) return { last: null, templates: [] };
  return { last: { id: row.id, created_at: row.created_at.toISOString() }, templates: row.templates };
}
