import type { Break } from '../break.ts';

/** Breaks of instance sync. */
export const sync: readonly Break[] = [
  {
    row: '2.3.menu.status-removed',
    says: 'Removed entries are deleted in every instance.',
    file: 'server/content/menu/menu-repository.ts',
    before:
      "'delete from menu_nodes where instance_id = $1 and id = any(array(select jsonb_array_elements_text($2::jsonb)))',",
    after:
      "'delete from menu_nodes where $1::int is not null and id = any(array(select jsonb_array_elements_text($2::jsonb)))',",
  },
  {
    row: '2.7.changes.get',
    says: 'Items that were deleted in the source are not listed.',
    file: 'server/modules/sync/pairs/differences-sql.ts',
    before:
      'full join (select id, label, hash from items where template_key = p.target_key and ${within}) b on b.id = a.id',
    after:
      'left join (select id, label, hash from items where template_key = p.target_key and ${within}) b on b.id = a.id',
  },
  {
    row: '2.7.changes.move-all',
    says: 'A sync of all does not change the menu.',
    file: 'server/modules/sync/pairs/build-change-set.ts',
    before: 'const menu = !selection || selection.menu ? changeSetMenu(await readMenus(query, pair), request) : null;',
    after: 'const menu = selection?.menu ? changeSetMenu(await readMenus(query, pair), request) : null;',
  },
  {
    row: '2.7.changes.move-some',
    says: 'A sync of a selection moves all changes of the templates that it names.',
    file: 'server/modules/sync/pairs/build-change-set.ts',
    before: 'return ids === null || (ids?.has(id) ?? false);',
    after: 'return ids !== undefined || id < 0;',
  },
  {
    row: '3.calls.item-id.same',
    says: 'Items get different ids in the target.',
    file: 'server/content/change-sets/apply/apply-repository.ts',
    before:
      'select s.template_key, s.item_id, r.label, r."values", s.version, s.next_synced_hash, s.next_synced_version, $2::timestamptz, $2::timestamptz',
    after:
      'select s.template_key, s.item_id + 1000, r.label, r."values", s.version, s.next_synced_hash, s.next_synced_version, $2::timestamptz, $2::timestamptz',
  },
  {
    row: '3.outside-dev.conflict',
    says: 'An item of the target that was never synced is not a conflict.',
    file: 'server/modules/sync/pairs/differences-sql.ts',
    before: 'i.target_id is not null and i.target_hash is distinct from b.synced_hash as conflict,',
    after: 'coalesce(i.target_hash <> b.synced_hash, false) as conflict,',
  },
  {
    row: '3.outside-dev.conflict-named',
    says: 'An undecided field that both sides changed silently keeps the value of the target.',
    file: 'server/content/history/merge.ts',
    before: 'if (take === undefined) return undefined;',
    after: 'if (take === undefined) continue;',
  },
  {
    row: '3.sync.images',
    says: 'Images stay in the source.',
    file: 'server/content/change-sets/apply/apply-change-set.ts',
    before: '  await repository.addImages(query, stored.id, { sourceId, targetId });',
    after: '',
  },
  {
    row: '3.sync.items',
    says: 'Items are synced only where they are selected.',
    file: 'server/modules/sync/pairs/build-change-set.ts',
    before: 'if (!selection) return () => true;',
    after: 'if (!selection) return () => false;',
  },
  {
    row: '3.sync.link.named',
    says: 'The link targets of merged content are looked up in the source.',
    file: 'server/content/change-sets/check-change-set.ts',
    before: 'const names = await findItemNames(query, targetId, [...new Set(links.map((link) => link.targetId))]);',
    after: 'const names = await findItemNames(query, sourceId, [...new Set(links.map((link) => link.targetId))]);',
  },
  {
    row: '3.sync.link.refused',
    says: 'Missing links are not detected.',
    file: 'server/content/change-sets/check-change-set.ts',
    before: 'missing: sampleOf(missing.map(toLink)),',
    after: 'missing: sampleOf([]),',
  },
  {
    row: '3.sync.link.selected',
    says: 'Linked items count as missing though they are selected.',
    file: 'server/content/change-sets/check-change-set.ts',
    before: "const added = items.filter(({ change }) => change === 'added').map(({ id }) => id);",
    after: "const added: number[] = items.filter(({ change }) => change === 'updated').map(({ id }) => id);",
  },
  {
    row: '3.sync.list.change',
    says: 'An item that was never synced and is missing in the source is listed as updated.',
    file: 'server/modules/sync/pairs/differences-sql.ts',
    before:
      "case when i.target_id is null then 'added' when i.source_id is null then 'removed' else 'updated' end as change,",
    after:
      "case when i.target_id is null then 'added' when i.source_id is null and b.synced_hash is not null then 'removed' else 'updated' end as change,",
  },
  {
    row: '3.sync.menu',
    says: 'A different order of the menu does not count as a change of its entries.',
    file: 'server/content/menu/compare-menus.ts',
    before:
      'a.parent_id === b.parent_id && a.label === b.label && a.template_id === b.template_id && a.order === b.order;',
    after: 'a.parent_id === b.parent_id && a.label === b.label && a.template_id === b.template_id;',
  },
  {
    row: '3.sync.own-removed-values',
    says: "The source's removed values are copied to the target.",
    file: 'server/content/change-sets/apply/apply-repository.ts',
    before: 'on conflict do nothing returning 1',
    after: `on conflict do nothing returning 1
      ), copied as (
        insert into removed_values (template_key, field_key, item_id, version, number)
        select s.template_key, v.field_key, v.item_id, v.version, v.number
        from change_set_items s join removed_values v on v.template_key = s.source_key and v.item_id = s.item_id
        where s.change_set_id = $1 and s.change = 'added'`,
  },
  {
    row: '3.sync.review.apply',
    says: 'A review loses the request for the menu.',
    file: 'server/modules/sync/reviews/review-repository.ts',
    before: 'review.selection && JSON.stringify(review.selection),',
    after: 'review.selection && JSON.stringify({ changes: review.selection.changes }),',
  },
  {
    row: '3.sync.revision',
    says: 'The revision of a sync is always marked as an update.',
    file: 'server/content/change-sets/stage/stage-repository.ts',
    before: "x.id, x.version, case x.change when 'added' then 'create' when 'updated' then 'update' else 'delete' end,",
    after: "x.id, x.version, 'update',",
  },
  {
    row: '3.sync.source.some',
    says: 'A selection is read from the target.',
    file: 'server/modules/sync/run/start-service.ts',
    before: 'const pair = await findPair(query, instanceId);',
    after: `const { source, target } = await findPair(query, instanceId);
  const pair = selection ? { source: target, target: source } : { source, target };`,
  },
  {
    row: '3.sync.templates',
    says: 'Templates are synced only where they are selected.',
    file: 'server/modules/sync/pairs/build-change-set.ts',
    before: '({ template_id, change }) => change && (!entries || entries.get(template_id)?.is_update_template),',
    after: '({ template_id, change }) => change && entries?.get(template_id)?.is_update_template,',
  },
  {
    row: '3.sync.undo.changed-since',
    says: 'An added item that was changed later is not a conflict of the undo.',
    file: 'server/content/change-sets/build-undo.ts',
    before: "conflict: was === 'removed' ? isThere : !is_as_written,",
    after: "conflict: was === 'removed' ? isThere : was === 'updated' && !is_as_written,",
  },
  {
    row: '3.sync.undo.restores',
    says: 'An undo does not restore the menu.',
    file: 'server/content/change-sets/build-undo.ts',
    before: 'menu: menu ?? null,',
    after: 'menu: null,',
  },
  {
    row: '4.history.sync',
    says: 'A restored version counts as what was synced last.',
    file: 'server/content/change-sets/edits/new-values.ts',
    before: 'return [id, { label, values, synced: { synced_hash, synced_version }, refusal: null }];',
    after: 'return [id, { label, values, refusal: null }];',
  },
];
