import { computeValues } from '@quartermaster/contract/conditions/compute-values.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { changedReadOnly } from '@quartermaster/contract/content/read-only-values.ts';
import { mapWithPauses } from '../../core/base/pauses.ts';
import type { Query } from '../../core/database/database.ts';
import { type ItemContent, readBases, readItems, type TargetItem } from '../history/content-repository.ts';
import { merge } from '../history/merge.ts';
import { type TemplateModel, templateModel } from '../model/template-model.ts';
import { loadTemplate } from '../model/template-models.ts';
import type { Batch, ChangeSet, ChangeSetItem, ChangeSetTemplate, NewContent, SyncedState } from './change-set.ts';
import { findIncompatibility, type Incompatibility } from './incompatibility.ts';

/** A template of a change set, with the models for reading and writing its items. */
export interface Models {
  source: TemplateModel | undefined;
  target: TemplateModel | undefined;
  /** The target's model after the change set; undefined if the template is removed. */
  after: TemplateModel | undefined;
  /** True if items of the source fit it unchanged. */
  isSameAsSource: boolean;
}

/** Loads the models of a template in the source and the target, and the one after the change set. */
export async function loadModels(query: Query, changeSet: ChangeSet, template: ChangeSetTemplate): Promise<Models> {
  const { templateId, change, after: state, targetKey, model } = template;
  const { target } = changeSet.pair;
  const { instance } = changeSet.source;
  const before = targetKey === null ? undefined : (model ?? (await loadTemplate(query, target.id, templateId)));
  const from = instance ? await loadTemplate(query, instance.id, templateId) : undefined;
  const after =
    state && change !== 'removed'
      ? templateModel({
          key: targetKey ?? template.formerKey ?? 0,
          instanceId: target.id,
          id: templateId,
          label: state.label,
          version: state.version,
          hash: '',
          fields: state.fields,
        })
      : before;
  return {
    source: from,
    target: before,
    after: change === 'removed' ? undefined : after,
    isSameAsSource: from !== undefined && (state !== null || from.hash === before?.hash),
  };
}

/** The result of a change set for an item of the target. */
export interface ItemOutcome {
  item: ChangeSetItem;
  /** The content afterwards; undefined if the item is removed. */
  after: ItemContent | undefined;
  target: TargetItem | undefined;
  source: NewContent | undefined;
  /** The item's state as last synced afterwards, if the content is not what was synced. */
  previous: SyncedState | undefined;
  /** True if the content differs from the source's, so that a decision is stored. */
  isKept: boolean;
  /** True if the item has its new content already. */
  isUnchanged: boolean;
  /** True if a decision omits fields that both sides have changed. */
  isOpen: boolean;
  incompatibility: Incompatibility | undefined;
}

/** True for an item that a decision keeps exactly as it is. */
export const isSameAsTarget = ({ isKept, after, target }: Pick<ItemOutcome, 'isKept' | 'after' | 'target'>): boolean =>
  isKept &&
  (after === target ||
    JSON.stringify([after?.label, after?.values]) === JSON.stringify([target?.label, target?.values]));

/** The label of an item, or of the original of a copy, before the change. */
export const labelBefore = ({ item, source, target }: Pick<ItemOutcome, 'item' | 'source' | 'target'>): string =>
  target?.label ?? source?.original?.label ?? item.label;

/** Determines the results for items of a template; their current states are read unless they are given. */
export async function resolveItems(
  query: Query,
  changeSet: ChangeSet,
  template: ChangeSetTemplate,
  models: Models,
  { items, targets: known }: Pick<Batch, 'items'> & Partial<Batch>,
): Promise<ItemOutcome[]> {
  const ids = items.map(({ id }) => id);
  const targets = known ?? (await readItems(query, template.targetKey, ids));
  const sources = await changeSet.source.read(query, template, ids, targets);
  const merged = items.filter(({ decision }) => decision?.take === 'fields').map(({ id }) => id);
  const bases = changeSet.source.instance ? await readBases(query, template.targetKey, merged) : undefined;
  return mapWithPauses(items, (item): ItemOutcome => {
    const read = sources.get(item.id);
    const source = item.change === 'removed' ? undefined : read;
    const target = targets.get(item.id);
    const isUnchanged = source?.isUnchanged ?? false;
    const outcome = { item, source, target, previous: read?.synced, isKept: false, isOpen: false, isUnchanged };
    const { decision } = item;
    const isLocked = changeSet.expected?.mayEditReadOnly === false;
    const refusalOf = (content: ItemContent | undefined, fits: boolean) =>
      (isLocked ? lockedIn(models, target, content) : undefined) ?? incompatibilityIn(models, content?.values, fits);
    if (decision?.take === 'target') return { ...outcome, after: target, isKept: true, incompatibility: undefined };
    if (decision?.take === 'fields') {
      const content = computed(models, merge({ base: bases?.get(item.id), source, target }, decision));
      const isKept = content !== undefined && !isSame(content, source);
      return {
        ...outcome,
        after: content,
        isKept,
        isOpen: !content,
        incompatibility: refusalOf(content, false),
      };
    }
    const after = models.isSameAsSource ? source : computed(models, source);
    return {
      ...outcome,
      after,
      incompatibility:
        source?.refusal === undefined ? refusalOf(after, models.isSameAsSource) : (source.refusal ?? undefined),
    };
  });
}

/** Content with the computed values of the template that it gets, which may differ from the one that it comes from. */
function computed<C extends ItemContent>({ after }: Models, content: C | undefined): C | undefined {
  if (!after || !content) return content;
  const { values } = computeValues(after.tree, content.values);
  return values === content.values ? content : { ...content, values };
}

const isSame = (a: ItemContent, b: ItemContent | undefined): boolean =>
  a.label === b?.label && JSON.stringify(sorted(a.values)) === JSON.stringify(sorted(b.values));

const sorted = (values: ItemValues) => Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1));

const incompatibilityIn = (
  { after, source }: Models,
  values: ItemValues | undefined,
  fits: boolean,
): Incompatibility | undefined => (!after || !values || fits ? undefined : findIncompatibility(values, after, source));

/** The first read-only value that would change; an item that was removed since comes back as it was. */
function lockedIn(
  { after }: Models,
  target: ItemContent | undefined,
  content: ItemContent | undefined,
): Incompatibility | undefined {
  if (!after || !target || !content) return undefined;
  for (const [at, reason] of changedReadOnly(after.tree, target.values, content.values))
    return { field_id: at.split('.')[0] ?? at, reason };
  return undefined;
}
