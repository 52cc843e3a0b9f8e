import type { ItemDiff } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { readBases, readItems } from '../../../content/history/content-repository.ts';
import { changeOf, describeSides, describeTemplate, fieldsOfBoth } from '../../../content/history/describe.ts';
import { compareMenus } from '../../../content/menu/compare-menus.ts';
import { readMenus } from '../../../content/menu/menu-sql.ts';
import { loadTemplate } from '../../../content/model/template-models.ts';
import { countItems } from '../../../content/schema/effects/effects-repository.ts';
import { describeReplacement } from '../../../content/schema/replace-template.ts';
import type { Deps } from '../../../core/app/deps.ts';
import { AppError } from '../../../core/base/errors.ts';
import { listDifferences } from '../pairs/differences-sql.ts';
import { findPair } from '../pairs/pair.ts';

type Needs = Pick<Deps, 'database'>;
type TemplateDiff = Output<typeof sync.getTemplate>;

/** An item in source and target, and as last synced. */
export async function readItemDiff(
  { database: { query } }: Needs,
  instanceId: number,
  { templateId, itemId }: { templateId: string; itemId: number },
): Promise<ItemDiff> {
  const pair = await findPair(query, instanceId);
  const from = await loadTemplate(query, pair.source.id, templateId);
  const to = await loadTemplate(query, pair.target.id, templateId);
  const source = (await readItems(query, from?.key ?? null, [itemId])).get(itemId);
  const target = (await readItems(query, to?.key ?? null, [itemId])).get(itemId);
  if (!source && !target) throw new AppError('not_found');
  const base = (await readBases(query, to?.key ?? null, [itemId])).get(itemId);
  const { items } = await listDifferences(query, pair, { templateIds: [templateId], ids: [itemId] });
  const [difference] = items;
  const fields = fieldsOfBoth(from, to);
  return {
    id: itemId,
    template_id: templateId,
    change: changeOf({ source, target }),
    conflict: difference?.conflict ?? false,
    revision: difference?.revision ?? null,
    ...describeSides({ base, source, target }, fields),
  };
}

/** A template in source and target, and what its sync does to the target's items. */
export async function readTemplateDiff(
  { database: { query } }: Needs,
  instanceId: number,
  templateId: string,
): Promise<TemplateDiff> {
  const pair = await findPair(query, instanceId);
  const from = await loadTemplate(query, pair.source.id, templateId);
  const to = await loadTemplate(query, pair.target.id, templateId);
  if (!from && !to) throw new AppError('not_found');
  const sides = describeTemplate(templateId, { source: from, target: to });
  if (!to) return sides;
  // When the target loses a template, it also loses its items.
  if (!from) return { ...sides, items: await countItems(query, to.key) };
  return { ...sides, ...(await describeReplacement(query, to, from.fields)) };
}

/** The menus of source and target. */
export async function readMenuDiff(
  { database: { query } }: Needs,
  instanceId: number,
): Promise<Output<typeof sync.getMenu>> {
  const menus = await readMenus(query, await findPair(query, instanceId));
  const { conflict, nodes } = compareMenus(menus);
  return { conflict, source: menus.source, target: menus.target, nodes };
}
