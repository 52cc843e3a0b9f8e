import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import type { ItemEdit, TemplateSummary } from '@quartermaster/contract/endpoints/instances.ts';
import { findPictures } from '../../content/documents/pictures-repository.ts';
import type { PastDifference } from '../../content/history/describe-difference.ts';
import { readEditDifferences } from '../../content/history/edit-differences.ts';
import { actorNameSql, type StoredActor, shownName } from '../../core/base/actor.ts';
import type { Query } from '../../core/database/database.ts';

/** Number of listed edits. */
const namedEdits = 5;
/** Maximum number of revisions read per template: an item that was saved repeatedly is listed once. */
const readRevisions = 20;

/** The content of the home page of an instance. */
export async function readOverview(query: Query, instanceId: number) {
  const [templates, edits] = [await listSummaries(query, instanceId), await listEdits(query, instanceId)];
  const images = await findPictures(
    query,
    instanceId,
    edits.map(({ template_id, item_id: id }) => ({ template_id, id })),
  );
  const updates = edits.filter(({ action }) => action === 'update');
  const differences = await readEditDifferences(query, updates);
  const differenceOf = new Map(updates.map((edit, index) => [edit, differences.get(index + 1)]));
  return {
    templates,
    edits: edits.map((edit) => toEdit(edit, images.get(edit.item_id), differenceOf.get(edit))),
  };
}

/** Maximum number of pictures per template. */
const listedPictures = 3;

/**
 * The templates with the number of their items and their first pictures: the first images of the image template, and of others those
 * that items link to in their picture field, or else in the first field for images. Each picture takes two index lookups.
 */
const listSummaries = (query: Query, instanceId: number): Promise<TemplateSummary[]> =>
  query<TemplateSummary>(
    `with images as (select key from templates where instance_id = $1 and id = $2)
    select t.id, t.label, coalesce(c.items, 0) as items, array(
        select i.values->>$3 from (
          select n.id from (select id from items where template_key = t.key and t.id = $2 order by id limit ${listedPictures}) n
          union all
          select linked.id from (
            with recursive targets as (
              select min(target_id) as id, 1 as n from item_links where template_key = t.key and field_key = shown.field
              union all
              select (select min(target_id) from item_links where template_key = t.key and field_key = shown.field and target_id > x.id), x.n + 1
                from targets x where x.id is not null and x.n < ${listedPictures}
            ) select id from targets
          ) linked
        ) p join items i on i.template_key = (select key from images) and i.id = p.id
        where i.values->>$3 is not null
      ) as images
    from templates t left join item_counts c on c.template_key = t.key
    left join lateral (
      select coalesce(
          jsonb_path_query_first(t.fields, '$[*] ? (@.settings.templateId == $image && @.settings.picture == true).key', jsonb_build_object('image', $2::text)),
          jsonb_path_query_first(t.fields, '$[*] ? (@.settings.templateId == $image).key', jsonb_build_object('image', $2::text))
        )::int as field
    ) shown on true
    where t.instance_id = $1 order by t.label collate "natural", t.id`,
    [instanceId, imageTemplate.id, imageTemplate.fieldId],
    'overview-templates',
  );

type EditRow = Omit<ItemEdit, 'by' | 'at' | 'image' | 'difference'> & {
  template_key: number;
  version: number;
  actor: StoredActor;
  name: string | null;
  at: Date;
};

const toEdit = (
  { actor, name, at, template_key, version, ...edit }: EditRow,
  image: string | undefined,
  difference: PastDifference | undefined,
): ItemEdit => ({
  ...edit,
  ...(image !== undefined && { image }),
  ...(difference && { difference }),
  by: shownName(actor, name),
  at: at.toISOString(),
});

/**
 * The items that people edited last, each with its latest edit; syncs are in their own history. The latest edits are in
 * at most as many templates, so only those are read.
 */
const listEdits = (query: Query, instanceId: number): Promise<EditRow[]> =>
  query<EditRow>(
    `with latest as (
      select t.key, t.id, t.label from templates t,
        lateral (select at from item_revisions where template_key = t.key and change_set_id is null order by at desc limit 1) r
      where t.instance_id = $1 order by r.at desc limit ${namedEdits}
    ),
    edits as (
      select distinct on (r.template_key, r.item_id) r.template_key, r.version, t.id as template_id, t.label as template_label, r.item_id, r.label, r.action, r.account_id, r.actor, r.at
      from latest t, lateral (
        select template_key, item_id, version, label, action, account_id, actor, at from item_revisions
        where template_key = t.key and change_set_id is null order by at desc limit ${readRevisions}
      ) r
      order by r.template_key, r.item_id, r.at desc, r.version desc
    )
    select e.template_key, e.version, e.template_id, e.template_label, e.item_id, e.label, e.action, e.actor, ${actorNameSql('e', 'a')} as name, e.at
    from edits e left join accounts a on a.id = e.account_id order by e.at desc, e.item_id desc limit ${namedEdits}`,
    [instanceId],
    'overview-edits',
  );
