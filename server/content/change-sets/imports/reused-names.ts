import { nameOfField, wordsOf } from '@quartermaster/contract/content/field-names.ts';
import type { ReusedName } from '@quartermaster/contract/endpoints/imports.ts';
import type { Query } from '../../../core/database/database.ts';
import type { TemplateModel } from '../../model/template-model.ts';

/** How many versions of a template are searched, the newest first. */
const searchedVersions = 100;

const mostReused = { columns: 100, former: 20 };

/**
 * The columns named by fields whose paths other fields had before, or have as their ids: such a file was perhaps made for
 * these.
 */
export async function findReusedNames(
  query: Query,
  { id: templateId, instanceId, fields, tree }: TemplateModel,
  columns: ReadonlyMap<string, string>,
): Promise<ReusedName[]> {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const named = [...columns].flatMap(([column, fieldId]) => {
    const field = byId.get(fieldId);
    return field && wordsOf(column).includes(field.settings.name) ? [{ column, field }] : [];
  });
  if (named.length === 0) return [];
  const names = named.map(({ field }) => field.settings.name);
  const earlier = await query<{ id: string; path: string }>(
    `with recursive f as (
        select r.id as version, f->>'id' as id, f->'settings'->>'name' as name, f->>'parentId' as parent
        from (select id, fields from template_revisions where instance_id = $1 and template_id = $2 order by id desc limit $3) r,
          jsonb_array_elements(r.fields) f
      ), up as (
        select version, id, parent, name as path from f where name = any($4::text[])
        union all
        select version, up.id, f.parent, f.name || '.' || up.path from up join f using (version) where f.id = up.parent
      )
      select distinct id, path from up where parent is null`,
    [instanceId, templateId, searchedVersions, names],
  );
  return named.slice(0, mostReused.columns).flatMap(({ column, field: { id, settings } }): ReusedName[] => {
    const now = nameOfField(tree, id);
    // Groups can be left out, and have other names than before. A field that still has the path is another one by its group.
    const had = earlier.filter(
      (one) =>
        (one.path === now || one.path === column || one.path.endsWith(`.${column}`)) &&
        !(byId.has(one.id) && nameOfField(tree, one.id) === one.path),
    );
    const other = column === settings.name ? byId.get(settings.name) : undefined;
    const ids = new Set([...had.map((one) => one.id), ...(other ? [other.id] : [])]);
    ids.delete(id);
    const former_field_ids = [...ids].toSorted().slice(0, mostReused.former);
    return former_field_ids.length === 0 ? [] : [{ column, field_id: id, former_field_ids }];
  });
}
