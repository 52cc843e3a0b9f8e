import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { ChangeSetCheck } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { ChartedField } from '@quartermaster/contract/endpoints/items.ts';
import { linkedTemplatesOf } from '@quartermaster/contract/field-types/registry.ts';
import type { Query } from '../../core/database/database.ts';
import { type Ask, type AskDeps, findAsk } from '../checks/ask-checks.ts';
import { withPictures } from '../documents/pictures-repository.ts';
import { linksOf } from '../model/check-values.ts';
import type { TemplateModel } from '../model/template-model.ts';
import { uniqueFields } from '../model/unique-fields.ts';
import { describeReplacement } from '../schema/replace-template.ts';
import { askOutcomes } from './ask-outcomes.ts';
import { inBatches } from './batches.ts';
import { drawBeforeAndAfter } from './before-and-after.ts';
import { type ChangeSet, type ChangeSetItem, type ChangeSetTemplate, isUndecided, isWritten } from './change-set.ts';
import { checkRepeated } from './check-repeated.ts';
import {
  type FieldKey,
  type FoundLink,
  type FoundLinks,
  findItemNames,
  findLinksToRemoved,
  listFieldsLinkingTo,
  listMissingTargets,
} from './check-repository.ts';
import { type ItemOutcome, loadModels, type Models, resolveItems } from './resolve-items.ts';
import { sampled, sampleOf } from './samples.ts';
import { readTemplateKeys, readTemplateStates } from './template-repository.ts';

/** Finds the problems that prevent a change set from being applied, and draws a field before and after it. */
export async function checkChangeSet(
  deps: AskDeps,
  changeSet: ChangeSet,
  charted?: ChartedField,
): Promise<ChangeSetCheck> {
  const { query } = deps.database;
  const ask = await findAsk(deps, changeSet.pair.target);
  const { items, templates, menu } = changeSet;
  const written = items.filter(isWritten);
  const byTemplate = Map.groupBy(written, ({ templateId }) => templateId);
  const found: Found = { open: items.filter(isUndecided), incompatible: [], links: [] };
  const effects: ChangeSetCheck['effects'] = [];
  const plain = new Map<number, number[]>();
  const removedFields: FieldKey[] = [];
  for (const template of templates) {
    const group = byTemplate.get(template.templateId) ?? [];
    const models = await loadModels(query, changeSet, template);
    await checkItems({ query, ask }, changeSet, template, models, group, { found, plain });
    if (template.change === 'updated' && template.after && models.target) {
      removedFields.push(...removedFieldsOf(models.target, template.after));
      const replaced = group.map(({ id }) => id);
      const { items: affected, effects: described } = await describeReplacement(
        query,
        models.target,
        template.after.fields,
        replaced,
      );
      effects.push({ template_id: template.templateId, items: affected, effects: described });
    }
  }
  const ofTemplates = effects.flatMap(({ template_id, effects: described }) =>
    described.flatMap(({ field_id, incompatible: { sample } }) =>
      sample.map(({ id, label, reason }) => ({ template_id, id, name: label, field_id, reason })),
    ),
  );
  const incompatible = [...ofTemplates, ...found.incompatible];
  const missing = await findMissing(query, changeSet, found.links, plain);
  const linked = await findStillLinked(query, changeSet, found.links, { written, removedFields });
  const { count, sample } = sampleOf(found.open);
  const open = sample.map(({ templateId, id, label, change, revision }) => ({
    template_id: templateId,
    id,
    name: label,
    change,
    revision,
  }));
  return {
    items: items.length,
    templates: templates.filter(({ change }) => change).length,
    menu: menu !== null,
    revision: changeSet.revision,
    conflicts: { count, sample: await withPictures(query, changeSet.pair.source.id, open) },
    menu_conflict: (menu?.conflict ?? false) && !menu?.isDecided,
    missing: sampleOf(missing.map(toLink)),
    missing_templates: await findMissingTemplates(query, changeSet, written),
    still_linked: { count: linked.count, sample: linked.links.map(toLink) },
    incompatible: sampleOf(incompatible),
    removed_templates: templates.flatMap(({ templateId, label, change }) =>
      change === 'removed'
        ? [
            {
              template_id: templateId,
              name: label,
              items: items.filter((item) => item.templateId === templateId).length,
            },
          ]
        : [],
    ),
    effects,
    ...(charted && { chart: await drawBeforeAndAfter(query, changeSet, charted) }),
  };
}

/** True if the change set would leave no link without its target, no item without its template and no incompatible value. */
export const isWhole = ({ missing, missing_templates, still_linked, incompatible }: ChangeSetCheck): boolean =>
  missing.count + missing_templates.length + still_linked.count + incompatible.count === 0;

/** True if a conflict is undecided. */
export const isOpen = ({ conflicts, menu_conflict }: ChangeSetCheck): boolean => conflicts.count > 0 || menu_conflict;

const toLink = ({ target_id, target_template, target_label, template_id, item_id, label }: FoundLink) => ({
  template_id: target_template,
  id: target_id,
  name: target_label,
  linked_by: { template_id, id: item_id, name: label },
});

/** What the check of items collects. */
interface Found {
  /** Items with an undecided conflict. */
  open: ChangeSetItem[];
  incompatible: ChangeSetCheck['incompatible']['sample'];
  /** Links of content that was merged or restored for this change set, and is not stored yet. */
  links: { item: ChangeSetItem; templateId: string; targetId: number }[];
}

/**
 * Resolves the items of a template whose values may not be valid in its target, or all of them to ask about them. An item
 * is plain if the change set copies it unchanged from the source: `plain` receives their ids, by the source's key of the
 * template, because SQL can check their links.
 */
async function checkItems(
  { query, ask }: { query: Query; ask: Ask | undefined },
  changeSet: ChangeSet,
  template: ChangeSetTemplate,
  models: Models,
  items: readonly ChangeSetItem[],
  { found, plain }: { found: Found; plain: Map<number, number[]> },
): Promise<void> {
  const isPlain = (item: ChangeSetItem) => changeSet.source.instance !== null && item.decision?.take !== 'fields';
  const { sourceKey } = template;
  if (sourceKey !== null)
    plain.set(
      sourceKey,
      items.filter((item) => isPlain(item) && item.change !== 'removed').map(({ id }) => id),
    );
  const read = items.filter(
    (item) => item.change !== 'removed' && models.after && (ask || !(isPlain(item) && models.isSameAsSource)),
  );
  const contents = new Map<number, ItemValues>();
  const isUnique = models.after !== undefined && uniqueFields(models.after).size > 0;
  for await (const batch of inBatches(query, changeSet, template, read)) {
    const outcomes = await resolveItems(query, changeSet, template, models, { items: batch });
    for (const outcome of await askOutcomes(ask, models, outcomes)) {
      addOutcome(found, outcome, models, isPlain(outcome.item));
      if (isUnique && outcome.after && !outcome.incompatibility)
        contents.set(outcome.item.id, uniqueValues(models.after, outcome.after.values));
    }
  }
  const isRead = new Set(read);
  const copied = items.flatMap((item) => (item.change === 'removed' || isRead.has(item) ? [] : [item.id]));
  const ids = items.map(({ id }) => id);
  const labels = new Map(items.map(({ id, label }) => [id, label]));
  for (const { id, ...repeated } of await checkRepeated(query, models, { ids, copied, contents }))
    found.incompatible.push({ template_id: template.templateId, id, name: labels.get(id) ?? '', ...repeated });
}

/** The values that are compared with those of other items: all values of all items would not fit into memory. */
const uniqueValues = (model: TemplateModel | undefined, values: ItemValues): ItemValues => {
  const present: ItemValues = {};
  for (const { id } of model ? uniqueFields(model).values() : []) {
    const value = values[id];
    if (value !== undefined) present[id] = value;
  }
  return present;
};

function addOutcome(
  found: Found,
  { item, after, incompatibility, isOpen }: ItemOutcome,
  models: Models,
  isPlain: boolean,
) {
  const { templateId, id, label } = item;
  if (isOpen && !found.open.includes(item)) found.open.push(item);
  if (incompatibility) found.incompatible.push({ template_id: templateId, id, name: label, ...incompatibility });
  if (isPlain || incompatibility || !after || !models.after) return;
  for (const link of linksOf(models.after.tree, after.values)) found.links.push({ item, ...link });
}

async function findMissing(
  query: Query,
  { pair, items }: ChangeSet,
  links: Found['links'],
  plain: ReadonlyMap<number, readonly number[]>,
): Promise<FoundLink[]> {
  const added = items.filter(({ change }) => change === 'added').map(({ id }) => id);
  const { id: sourceId } = pair.source;
  const { id: targetId } = pair.target;
  const keyed = [...plain].map(([key, ids]) => ({ key, ids }));
  const missing = await listMissingTargets(query, { sourceId, targetId, items: keyed, except: added });
  if (links.length === 0) return missing;
  const names = await findItemNames(query, targetId, [...new Set(links.map((link) => link.targetId))]);
  const isThere = new Set([...added, ...names.keys()]);
  const others = links.filter((link) => !isThere.has(link.targetId));
  return [...missing, ...others.map((link) => toFound(link, names))];
}

const toFound = (
  { item, templateId, targetId }: Found['links'][number],
  names: ReadonlyMap<number, string>,
): FoundLink => ({
  target_id: targetId,
  target_template: templateId,
  target_label: names.get(targetId) ?? `# ${targetId}`,
  template_id: item.templateId,
  item_id: item.id,
  label: item.label,
});

/** The fields, by their keys in the target, that a template and its items lose. */
function removedFieldsOf(
  { key, fields }: NonNullable<Models['target']>,
  after: NonNullable<ChangeSetTemplate['after']>,
): FieldKey[] {
  const remaining = new Set(after.fields.map(({ id }) => id));
  return fields.filter(({ id }) => !remaining.has(id)).map((field) => ({ template: key, field: field.key }));
}

/** Links to removed items: from unchanged items of the target, and from content created for the change set. */
async function findStillLinked(
  query: Query,
  { pair }: ChangeSet,
  links: Found['links'],
  { written, removedFields }: { written: readonly ChangeSetItem[]; removedFields: readonly FieldKey[] },
): Promise<FoundLinks> {
  const removed = written.filter(({ change }) => change === 'removed').map(({ id }) => id);
  if (removed.length === 0) return { count: 0, links: [] };
  const { id: targetId } = pair.target;
  const isRemoved = new Set(removed);
  const dangling = links.filter((link) => isRemoved.has(link.targetId));
  const names = dangling.length > 0 ? await findItemNames(query, targetId, removed) : new Map<number, string>();
  // Content copied unchanged from the source cannot link to items that the source lacks.
  const except = written.map(({ id }) => id);
  const others = await findLinksToRemoved(query, { targetId, removed, except, removedFields, limit: sampled });
  return {
    count: others.count + dangling.length,
    links: [...others.links, ...dangling.map((link) => toFound(link, names))].slice(0, sampled),
  };
}

/** Templates that have to be synced too: those that something needs, and those whose fields link to a removed one. */
async function findMissingTemplates(
  query: Query,
  { pair, templates, menu }: ChangeSet,
  written: readonly ChangeSetItem[],
): Promise<ChangeSetCheck['missing_templates']> {
  const present = new Set((await readTemplateKeys(query, pair.target.id)).keys());
  const changed = new Set<string>();
  for (const { templateId, change } of templates) {
    if (change === null) continue;
    changed.add(templateId);
    if (change === 'removed') present.delete(templateId);
    else present.add(templateId);
  }
  const ofItems = written.filter(({ change }) => change !== 'removed').map(({ templateId }) => templateId);
  const ofFields = templates.flatMap(
    ({ after }) => after?.fields.flatMap(({ settings }) => linkedTemplatesOf(settings)) ?? [],
  );
  const ofMenu = menu?.after?.flatMap(({ template_id }) => (template_id === '' ? [] : [template_id])) ?? [];
  const needed = new Set([...ofItems, ...ofFields, ...ofMenu].filter((id) => !present.has(id)));
  const removed = templates.filter(({ change }) => change === 'removed').map(({ templateId }) => templateId);
  const linking = removed.length > 0 ? await listFieldsLinkingTo(query, pair.target.id, removed) : [];
  const labels = await readTemplateStates(query, pair.source.id, [...needed]);
  return [
    ...[...needed].map((template_id) => ({ template_id, name: labels.get(template_id)?.label ?? template_id })),
    ...linking
      .filter(({ template_id }) => !changed.has(template_id))
      .map(({ template_id, label }) => ({ template_id, name: label })),
  ];
}
