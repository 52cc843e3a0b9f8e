import { toItemFields } from '@quartermaster/contract/content/item-fields.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { ItemDiff, sync } from '@quartermaster/contract/endpoints/sync.ts';
import type { Deps } from '../../../core/app/deps.ts';
import { AppError } from '../../../core/base/errors.ts';
import type { TemplateModel } from '../../../core/content/template-model.ts';
import { loadTemplate } from '../../../core/content/template-models.ts';
import type { StoredField } from '../../../core/tables/content.ts';
import { countItems } from '../../templates/effects/effects-repository.ts';
import { describeFields, describeReplacement } from '../../templates/replace-service.ts';
import { toTemplate } from '../../templates/repository.ts';
import { type ItemContent, readBases, readItems, type TargetItem } from '../change-set/content-repository.ts';
import { differencesOf, type Sides } from '../change-set/merge.ts';
import { compareMenus } from '../compare-menus.ts';
import { listDifferences } from '../differences-sql.ts';
import { readMenus } from '../menu-sql.ts';
import { findPair } from '../pair.ts';

type Needs = Pick<Deps, 'database'>;
type TemplateDiff = Output<typeof sync.getTemplate>;
type TemplateState = Pick<TemplateModel, 'label' | 'version' | 'fields'>;

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
  const fields = fieldsOf(from, to);
  return {
    id: itemId,
    template_id: templateId,
    change: changeOf({ source, target }),
    conflict: difference?.conflict ?? false,
    revision: difference?.revision ?? null,
    ...describeSides({ base, source, target }, fields),
  };
}

const changeOf = ({ source, target }: { source: unknown; target: unknown }) => {
  if (!target) return 'added';
  return source ? 'updated' : 'removed';
};

/** Fields of the source's template, then those that only the target's has. */
function fieldsOf(
  from: Pick<TemplateModel, 'fields'> | undefined,
  to: Pick<TemplateModel, 'fields'> | undefined,
): StoredField[] {
  const own = from?.fields ?? [];
  const known = new Set(own.map(({ id }) => id));
  const others = (to?.fields ?? []).filter(({ id }) => !known.has(id));
  const ids = new Set([...own, ...others].map(({ id }) => id));
  // A field whose parent is missing is moved to the top level.
  return [...own, ...others].map((field) =>
    field.parentId === null || ids.has(field.parentId) ? field : { ...field, parentId: null },
  );
}

/** The sides of an item and their differences. */
export function describeSides(sides: Sides, fields: readonly StoredField[]) {
  const tree = buildTree(fields);
  const side = (content: (ItemContent & Partial<TargetItem>) | undefined) =>
    content
      ? {
          label: content.label,
          version: content.version ?? null,
          // Template fields only have types that item fields can have.
          fields: toItemFields(tree, content.values) as NonNullable<ItemDiff['source']>['fields'],
        }
      : null;
  return {
    base: side(sides.base),
    source: side(sides.source),
    target: side(sides.target),
    label_changed: sides.source?.label !== sides.target?.label,
    fields: differencesOf(sides),
    template_fields: toTemplate({ id: '', label: '', version: 0, fields }).fields,
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

/** A template's sides and the fields that differ, without the effects on items. */
export function describeTemplate(
  templateId: string,
  { source, target }: { source: TemplateState | undefined; target: TemplateState | undefined },
): TemplateDiff {
  const side = (state: TemplateState | undefined) =>
    state
      ? {
          label: state.label,
          version: state.version,
          fields: toTemplate({ ...state, id: templateId, change: undefined }).fields,
        }
      : null;
  return {
    template_id: templateId,
    change: changeOf({ source, target }),
    source: side(source),
    target: side(target),
    fields: describeFields(target?.fields ?? [], source?.fields ?? []),
    items: 0,
    effects: [],
  };
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
