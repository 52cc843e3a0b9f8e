import { fieldStatus } from '@quartermaster/contract/content/item-fields.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import type { FieldEffect } from '@quartermaster/contract/endpoints/templates.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { removedOptions } from '@quartermaster/contract/rules/replaced-options.ts';
import type { Query } from '../../../core/database/database.ts';
import { countOptions } from '../../documents/value-changes/replaced-repository.ts';
import type { Restoring } from '../../documents/value-changes/restore-sql.ts';
import {
  type FieldChange,
  type FieldPosition,
  formerLeaf,
  isRestored,
  leafOf,
  reasonNoValueStays,
  replacedLeaves,
  type TemplateChanges,
} from '../../model/field-changes.ts';
import { conversionsIn } from '../../model/field-conversions.ts';
import { type Leaf, leavesOfTree, type TemplateModel } from '../../model/template-model.ts';
import { describeConverted } from './converted.ts';
import * as current from './effects-repository.ts';
import { describeIncompatible, describeUnrestorable, hasIncompatibleValue, none } from './incompatible.ts';
import { newRules } from './new-rules.ts';
import * as former from './restored-repository.ts';
import { type RuleTrial, type TriedRules, tryRules } from './try-rules.ts';

/** The effects of a save on the items. */
interface Effects {
  items: number;
  effects: FieldEffect[];
}

/**
 * Determines the effects of changes from the indexes; only the items of a sample are read. Values of the items
 * `except`, which will be replaced, do not count as incompatible.
 */
export async function describeEffects(
  query: Query,
  model: TemplateModel,
  { fields, changes: all }: Pick<TemplateChanges, 'fields' | 'changes'>,
  except: readonly number[] = [],
): Promise<Effects> {
  const { key: templateKey } = model;
  const changes = all.filter(({ isAbsorbed }) => !isAbsorbed);
  const restoring = restoringOf(model, changes);
  const items = await current.countItems(query, templateKey);
  const known = changes.flatMap((change) => (change.before && isCounted(change) ? [leafOf(change.before)] : []));
  const counts = await current.countByField(query, templateKey, known);
  const restored = await former.countRestored(query, restoring, returningLeaves(restoring, changes));
  const missingInRows = await countMissingInRows(query, restoring, changes);
  const context: Context = { query, model, items, counts, restoring, restored, missingInRows, except };
  const effects: FieldEffect[] = [];
  for (const change of changes) effects.push(await describeEffect(context, change));
  const rules = triedRulesOf(model, { fields, changes: all }, except);
  if (!rules || items === 0) return { items, effects };
  return { items, effects: withTrial(effects, await tryRules(query, templateKey, rules, 'last')) };
}

/** The rules to be tried before they hold; undefined if there are none. */
export function triedRulesOf(
  { tree }: TemplateModel,
  { fields, changes }: Pick<TemplateChanges, 'fields' | 'changes'>,
  except: readonly number[] = [],
): TriedRules | undefined {
  const find = newRules(tree, fields);
  if (!find) return undefined;
  const saved = buildTree(fields);
  const pending = { replaced: replacedLeaves(changes), converted: conversionsIn(changes) };
  return { find, tree: saved, leaves: leavesOfTree(saved), pending, except };
}

/** Adds the items that break rules; the rules of a field can change although the field stays. */
function withTrial(effects: readonly FieldEffect[], { errors, warnings }: RuleTrial): FieldEffect[] {
  const known = new Set(effects.map(({ field_id }) => field_id));
  const others = [...new Set([...errors.keys(), ...warnings.keys()])].filter((id) => !known.has(id));
  return [...effects, ...others.map(unchanged)].map((effect) => {
    const broken = errors.get(effect.field_id);
    const warned = warnings.get(effect.field_id);
    return {
      ...effect,
      // Values that do not fit the field at all are resolved first.
      ...(broken && effect.incompatible.count === 0 && { incompatible: broken }),
      ...(warned && { warnings: warned }),
    };
  });
}

const unchanged = (field_id: string): FieldEffect => ({
  field_id,
  status: fieldStatus.updated,
  items: 0,
  missing: 0,
  restored: 0,
  unrestorable: none,
  incompatible: none,
});

/** True if item values forbid one of the changes: a save needs no more while it holds its locks. */
export async function hasIncompatibleValues(
  query: Query,
  model: TemplateModel,
  changes: readonly FieldChange[],
): Promise<boolean> {
  const restoring = restoringOf(model, changes);
  for (const change of changes) if (await hasIncompatibleValue(query, restoring, change)) return true;
  return false;
}

/** The values that the changes restore. */
export const restoringOf = ({ key, instanceId }: TemplateModel, changes: readonly FieldChange[]): Restoring => ({
  templateKey: key,
  instanceId,
  leaves: changes.filter(isRestored).flatMap(({ removal }) => (removal ? [formerLeaf(removal)] : [])),
});

/** The leaves restored by a field, or by the fields of a group. */
function returningLeaves(restoring: Restoring, changes: readonly FieldChange[]): Map<string, Leaf[]> {
  const leaves = new Map(restoring.leaves.map((leaf) => [leaf.field.id, leaf]));
  return new Map(
    changes.flatMap(({ id, removal, after }): [string, Leaf[]][] => {
      if (!removal || !after) return [];
      const ids = after.holds === 'group' ? after.leaves.map(({ field }) => field.id) : [id];
      return [[id, ids.flatMap((leafId) => leaves.get(leafId) ?? [])]];
    }),
  );
}

interface Context {
  query: Query;
  model: TemplateModel;
  items: number;
  /** Items with a value, by field key. */
  counts: ReadonlyMap<number, number>;
  restoring: Restoring;
  restored: ReadonlyMap<string, former.Restored>;
  /** Items with a row that lacks a newly required value, by field id. */
  missingInRows: ReadonlyMap<string, number>;
  except: readonly number[];
}

async function describeEffect(context: Context, change: FieldChange): Promise<FieldEffect> {
  const { id, status, before } = change;
  const { items, isExact } = await countHolders(context, before);
  return {
    field_id: id,
    status,
    items,
    ...(!isExact && { items_is_exact: false }),
    missing: countMissing(context, change),
    restored: context.restored.get(id)?.restored ?? 0,
    ...(await describeRemovedOptions(context, change)),
    ...(await describeConverted(context.query, context.model, change)),
    unrestorable: await describeUnrestorable(
      context.query,
      context.restoring,
      change,
      context.restored.get(id)?.blocked,
    ),
    incompatible: await describeIncompatible(context.query, context.restoring, change, context.except),
  };
}

/** The options that a change removes from items, with the number of the items. */
async function describeRemovedOptions({ query, model }: Context, { before, after }: FieldChange) {
  if (!before || !after || reasonNoValueStays(before.field, before.groups, after) !== undefined) return {};
  const removed = removedOptions(before.field.settings, after.field.settings);
  if (removed.length === 0) return {};
  const leaf = { ...leafOf(before), options: Object.fromEntries(removed.map(({ id }) => [id, null])) };
  const counts = new Map((await countOptions(query, model.key, [leaf])).map(({ id, items }) => [id, items]));
  const used = removed.filter(({ id }) => counts.has(id));
  if (used.length === 0) return {};
  return { removed_options: used.map(({ id, label }) => ({ id, label, items: counts.get(id) ?? 0 })) };
}

/** Items with a value in the former field; for rows and groups up to a bound. */
function countHolders(
  { query, model, counts }: Context,
  before: FieldPosition | undefined,
): Promise<current.CountedItems> {
  const [leaf] = before?.leaves ?? [];
  if (before?.holds === 'value' && !isInRows(before))
    return Promise.resolve({ items: counts.get(leaf?.field.key ?? 0) ?? 0, isExact: true });
  return current.countAny(query, model.key, before?.leaves ?? []);
}

/** Values in rows are counted exactly only if the count shows how many items lack a value. */
const isCounted = (change: FieldChange): boolean =>
  change.before !== undefined && (!isInRows(change.before) || isNewlyRequired(change));

const isInRows = ({ groups }: FieldPosition): boolean => groups.length > 0;

const requires = ({ field: { settings } }: FieldPosition): boolean =>
  fieldTypeOf(settings.type).missing(settings) !== undefined;

/** True if a change makes an optional value required. */
const isNewlyRequired = ({ before, after }: FieldChange): boolean =>
  after !== undefined &&
  requires(after) &&
  !(before && requires(before) && before.groups.join() === after.groups.join());

function countMissing({ items, counts, restored, missingInRows }: Context, change: FieldChange): number {
  const { id, before, after } = change;
  if (!after || !isNewlyRequired(change)) return 0;
  if (after.groups.length > 0) return missingInRows.get(id) ?? 0;
  return items - (before ? (counts.get(before.field.key) ?? 0) : (restored.get(id)?.restored ?? 0));
}

async function countMissingInRows(
  query: Query,
  restoring: Restoring,
  changes: readonly FieldChange[],
): Promise<Map<string, number>> {
  const leaves = changes.flatMap((change) =>
    change.after && change.after.groups.length > 0 && isNewlyRequired(change) ? [leafOf(change.after)] : [],
  );
  const now = await current.countRowsWithout(query, restoring.templateKey, leaves);
  const more = await former.countRestoredRowsWithout(query, restoring, leaves);
  return new Map(leaves.map(({ field }, index) => [field.id, (now[index] ?? 0) + (more[index] ?? 0)]));
}
