import { createHash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { Checked } from '@quartermaster/contract/endpoints/door.ts';
import { linkedTemplatesOf } from '@quartermaster/contract/field-types/registry.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import type { Query } from '../../../core/database/database.ts';
import { type Ask, type AskDeps, findAsk } from '../../checks/ask-checks.ts';
import { findTargets } from '../../documents/item-repository.ts';
import { linksOf } from '../../model/check-values.ts';
import type { Place } from '../../model/instance-pair.ts';
import { uniqueFields } from '../../model/unique-fields.ts';
import { batchesBySize, measuredAtOnce } from '../batches.ts';
import { checkRepeated } from '../check-repeated.ts';
import { refusalOf } from '../edits/check-content.ts';
import type { Incompatibility } from '../incompatibility.ts';
import { sampled } from '../samples.ts';
import { readTemplateKeys } from '../template-repository.ts';
import type { Restorable } from './read-restorable.ts';
import { type FittedItem, type Refusal, type RestorableItem, type RestorableTemplate, readFitted } from './restored.ts';
import { countItems, findLabels, readSizesOfDeleted } from './trash-repository.ts';

/** What of some entries of the trash comes back. */
export interface RestorePlan {
  /** Without what is refused, and what depends on that. */
  templates: RestorableTemplate[];
  items: number;
  /** The bytes of the contents. */
  bytes: number;
  refusals: Refusal[];
  partial: Checked['partial'];
  /** The first item for which there is no place, if the plan of the workspace does not allow as many. */
  limit: Refusal[];
  fingerprint: string;
}

/** Finds out what of some entries of the trash can come back, and what prevents the rest. */
export async function checkRestore(
  deps: AskDeps,
  instance: Place,
  restorable: Restorable,
  itemLimit: number | null,
): Promise<RestorePlan> {
  const { query } = deps.database;
  const { id: instanceId } = instance;
  const ask = await findAsk(deps, instance);
  const refusals = [...restorable.refusals];
  const open = await withLinkedTemplates(query, instanceId, restorable.templates, refusals);
  const found: Found = { bytes: 0, links: new Map(), partial: { count: 0, sample: [] } };
  const remaining: RestorableTemplate[] = [];
  for (const template of open) {
    const valid = await checkContents({ query, ask }, template, { found, refusals });
    remaining.push({ ...template, items: valid });
  }
  const templates = await withLinks(query, instanceId, remaining, { links: found.links, refusals });
  const left = new Set(templates.flatMap(({ items }) => items.map(({ id }) => id)));
  const items = left.size;
  const isBeyondLimit = itemLimit !== null && (await countItems(query, instanceId)) + items > itemLimit;
  const limit = isBeyondLimit ? limitRefusal(templates, itemLimit) : [];
  return {
    templates,
    items,
    bytes: found.bytes,
    refusals,
    partial: found.partial,
    limit,
    fingerprint: fingerprintOf(restorable, [...refusals, ...limit]),
  };
}

interface Found {
  bytes: number;
  /** The targets of each item that has links, by its id, which is unique in a project. */
  links: Map<number, { at: string; templateId: string; targetId: number }[]>;
  partial: Checked['partial'];
}

const refusalAbout = (
  { id: template_id }: RestorableTemplate,
  { id, label }: RestorableItem,
  at: string,
  reason: string,
): Refusal => ({
  ...{ template_id, id, label, reason, field_id: at.split('.')[0] || null },
  path: null,
  linked_by: null,
});

/** Leaves out templates with fields that link to templates which neither exist nor come back. */
async function withLinkedTemplates(
  query: Query,
  instanceId: number,
  templates: readonly RestorableTemplate[],
  refusals: Refusal[],
): Promise<RestorableTemplate[]> {
  const existing = await readTemplateKeys(query, instanceId);
  let remaining = [...templates];
  for (;;) {
    const known = new Set([...existing.keys(), ...remaining.map(({ id }) => id)]);
    const without = remaining.flatMap((template) => {
      if (!template.restored) return [];
      for (const { id, settings } of template.restored.fields)
        for (const linked of linkedTemplatesOf(settings)) if (!known.has(linked)) return [{ template, id, linked }];
      return [];
    });
    if (without.length === 0) return remaining;
    for (const { template, id, linked } of without)
      refusals.push({
        template_id: template.id,
        id: null,
        label: template.model.label,
        field_id: id,
        reason: `there is no template ${linked}, which it links to`,
        ...{ path: null, linked_by: null },
      });
    const excluded = new Set(without.map(({ template }) => template));
    remaining = remaining.filter((template) => !excluded.has(template));
  }
}

/** Reads all items of a template; returns those whose contents no rule and no other item prevents. */
async function checkContents(
  { query, ask }: { query: Query; ask: Ask | undefined },
  template: RestorableTemplate,
  { found, refusals }: { found: Found; refusals: Refusal[] },
): Promise<RestorableItem[]> {
  const { key, model, restored } = template;
  const isUnique = uniqueFields(model).size > 0;
  const valid = new Map<number, RestorableItem>();
  const contents = new Map<number, ItemValues>();
  const measure = async (items: readonly RestorableItem[]) => {
    const sizes = new Map((await readSizesOfDeleted(query, key, items)).map(({ id, bytes }) => [id, bytes]));
    for (const bytes of sizes.values()) found.bytes += bytes;
    return ({ id }: RestorableItem) => sizes.get(id) ?? 0;
  };
  for await (const batch of batchesBySize(template.items, 4 * measuredAtOnce, measure)) {
    const fitted = await readFitted(query, template, batch);
    await addPartial(query, template, [...fitted.values()], found);
    const refused = await refusedIn(template, [...fitted.values()], ask);
    for (const item of batch) {
      const content = fitted.get(item.id);
      const refusal = refused.get(item.id);
      if (!content || refusal) {
        refusals.push(
          refusalAbout(
            template,
            item,
            refusal && refusal.field_id !== 'fields' ? refusal.field_id : '',
            refusal?.reason ?? 'its content is not stored any more',
          ),
        );
        continue;
      }
      valid.set(item.id, item);
      const links = linksOf(model.tree, content.values);
      if (links.length > 0) found.links.set(item.id, links);
      if (isUnique) contents.set(item.id, uniqueValues(template, content.values));
    }
    await breathe();
  }
  const models = { source: undefined, target: restored ? undefined : model, after: model, isSameAsSource: false };
  const written = { ids: [...valid.keys()], copied: [], contents };
  // All at once: what is left has no value twice.
  for (const { id, field_id, reason } of await checkRepeated(query, models, { ...written, most: null })) {
    const item = valid.get(id);
    if (item) refusals.push(refusalAbout(template, item, field_id, reason));
    valid.delete(id);
  }
  return [...valid.values()];
}

/** Why items are refused, by id: by a rule, or by what is asked before saves. */
async function refusedIn(
  { model }: RestorableTemplate,
  contents: readonly FittedItem[],
  ask: Ask | undefined,
): Promise<Map<number, Incompatibility>> {
  const refused = new Map<number, Incompatibility>();
  // An item of an unchanged template was valid, or was accepted before a rule was added.
  for (const { item, label, values, isAsBefore } of contents) {
    const refusal = isAsBefore ? undefined : refusalOf(model, { label, values, before: {} });
    if (refusal) refused.set(item.id, refusal);
  }
  const open = contents.filter(({ item }) => !refused.has(item.id));
  const about = open.map(({ item, label, values }) => ({ model, id: item.id, label, values }));
  const said = (await ask?.(about)) ?? [];
  for (const [index, { item }] of open.entries()) {
    const [refusal] = said[index] ?? [];
    if (refusal) refused.set(item.id, refusal);
  }
  return refused;
}

/** The values that are compared with those of other items: all values of all items would not fit into memory. */
const uniqueValues = ({ model }: RestorableTemplate, values: ItemValues): ItemValues =>
  Object.fromEntries(
    [...uniqueFields(model).values()].flatMap(({ id }) => (id in values ? [[id, values[id]]] : [])),
  ) as ItemValues;

const namedFields = 100;

async function addPartial(
  query: Query,
  { id: template_id, key }: RestorableTemplate,
  fitted: readonly FittedItem[],
  { partial }: Found,
) {
  const some = fitted.filter(({ dropped }) => dropped.size > 0);
  partial.count += some.length;
  const listed = some.slice(0, Math.max(0, sampled - partial.sample.length));
  const labels = await findLabels(query, key, [...new Set(listed.flatMap(({ dropped }) => [...dropped]))]);
  for (const { item, label, dropped } of listed) {
    const fields = [...dropped].slice(0, namedFields).map((id) => labels.get(id) ?? id);
    partial.sample.push({ template_id, id: item.id, label, fields });
  }
}

/** Leaves out items with links to items that neither exist nor come back, until none is left. */
async function withLinks(
  query: Query,
  instanceId: number,
  templates: readonly RestorableTemplate[],
  { links, refusals }: { links: Found['links']; refusals: Refusal[] },
): Promise<RestorableTemplate[]> {
  const nameOf = (templateId: string, id: number) => `${templateId}/${id}`;
  const restored = new Set(templates.flatMap(({ id, items }) => items.map((item) => nameOf(id, item.id))));
  const others = new Map<string, { templateId: string; targetId: number }>();
  for (const id of restored)
    for (const link of links.get(Number(id.slice(id.indexOf('/') + 1))) ?? []) {
      const name = nameOf(link.templateId, link.targetId);
      if (!restored.has(name)) others.set(name, link);
    }
  const present = new Set(
    (await findTargets(query, instanceId, [...others.values()])).map(({ template_id, id }) => nameOf(template_id, id)),
  );
  let remaining = [...templates];
  for (;;) {
    let isWhole = true;
    remaining = remaining.map((template) => {
      const items = template.items.filter((item) => {
        const missing = links.get(item.id)?.find((link) => {
          const name = nameOf(link.templateId, link.targetId);
          return !restored.has(name) && !present.has(name);
        });
        if (!missing) return true;
        const { at, templateId, targetId } = missing;
        refusals.push(refusalAbout(template, item, at, `there is no item ${targetId} in ${templateId}`));
        restored.delete(nameOf(template.id, item.id));
        isWhole = false;
        return false;
      });
      return { ...template, items };
    });
    if (isWhole) return remaining.filter(({ items, restored: template }) => items.length > 0 || template);
  }
}

/** Names the first item for which there is no place. */
function limitRefusal(templates: readonly RestorableTemplate[], limit: number): Refusal[] {
  const template = templates.find(({ items }) => items.length > 0);
  const item = template?.items[0];
  if (!template || !item) return [];
  return [refusalAbout(template, item, '', `your plan allows ${numberText(limit)} items, and there would be more`)];
}

const fingerprintOf = ({ entries, templates }: Restorable, refusals: readonly Refusal[]): string =>
  createHash('md5')
    .update(JSON.stringify([entries, templates.map(({ id, model }) => [id, model.version, model.hash]), refusals]))
    .digest('hex');
