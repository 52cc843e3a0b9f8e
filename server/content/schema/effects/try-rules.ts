import { computeValues } from '@quartermaster/contract/conditions/compute-values.ts';
import { conditionLimits } from '@quartermaster/contract/conditions/condition-limits.ts';
import type { FindBroken } from '@quartermaster/contract/conditions/template-rules.ts';
import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import type { FieldEffect } from '@quartermaster/contract/endpoints/templates.ts';
import { AppError } from '../../../core/base/errors.ts';
import { createPauses } from '../../../core/base/pauses.ts';
import type { Query } from '../../../core/database/database.ts';
import { maxErrors } from '../../model/check-values.ts';
import { changedValues } from '../../model/current-values.ts';
import type { Leaf, TemplateChange } from '../../model/template-model.ts';
import type { SampledItem } from './effects-repository.ts';
import { textOf } from './incompatible.ts';
import { readPages } from './rules-repository.ts';
import { type End, sampledItems } from './search.ts';

type IncompatibleValues = FieldEffect['incompatible'];

/** The items that break new rules, by the field at which the rules are shown. */
export interface RuleTrial {
  errors: ReadonlyMap<string, IncompatibleValues>;
  warnings: ReadonlyMap<string, IncompatibleValues>;
}

/** What a trial needs to know about the rules and the items. */
export interface TriedRules {
  find: FindBroken;
  /** The fields and the leaves of the saved template. */
  tree: readonly TreeNode[];
  leaves: ReadonlyMap<string, Leaf>;
  /** What the save replaces and converts in the items. */
  pending: Pick<TemplateChange, 'replaced' | 'converted'>;
  /** Items that will be replaced themselves. */
  except?: readonly number[];
}

/** Steps of all evaluations of a trial, some 20 seconds of work; a million items can take 400 each. */
const stepsOfTrial = 400_000_000;

/** Tries rules on all items of a template, outside of transactions; with `first` only until an item is refused. */
export async function tryRules(query: Query, templateKey: number, rules: TriedRules, end: End): Promise<RuleTrial> {
  const trial = createTrial();
  const except = new Set(rules.except);
  let steps = stepsOfTrial;
  const pause = createPauses();
  for await (const page of readPages(query, templateKey)) {
    for (const item of page) {
      if (except.has(item.id)) continue;
      steps -= tryItem(rules, item, trial);
      if (steps < 0) throw new AppError('invalid', { message: tooExpensive });
      if (end === 'first' && trial.errors.size > 0) return trial;
      await pause();
    }
  }
  return trial;
}

const tooExpensive =
  'The new conditions take too long on the items of this template. Simplify them, or save some of them at a time.';

/** True if one of these items breaks a rule that refuses it. */
export function isAnyBroken(rules: TriedRules, items: readonly SampledItem[]): boolean {
  const trial = createTrial();
  for (const item of items) tryItem(rules, item, trial);
  return trial.errors.size > 0;
}

const createTrial = () => ({
  errors: new Map<string, IncompatibleValues>(),
  warnings: new Map<string, IncompatibleValues>(),
});

/** Adds what an item breaks to the trial; returns the number of steps. */
function tryItem(
  { find, tree, leaves, pending }: TriedRules,
  { id, label, values: stored }: SampledItem,
  trial: ReturnType<typeof createTrial>,
): number {
  const budget = { left: conditionLimits.stepsOfItem };
  const { values } = computeValues(tree, changedValues(pending, stored));
  const counted = new Set<string>();
  for (const { at, rule, message } of find(values, maxErrors, budget)) {
    const [fieldId = '', ...path] = at.split('.');
    const found = rule.warning ? trial.warnings : trial.errors;
    const key = `${fieldId} ${rule.warning === true}`;
    if (counted.has(key)) continue;
    counted.add(key);
    const known = found.get(fieldId) ?? { count: 0, sample: [] };
    if (known.count < sampledItems) {
      const leaf = leaves.get(fieldId);
      const value = leaf ? textOf(leaf, valueAt(values, leaf, path)) : '';
      known.sample.push({ id, label, value, reason: message });
    }
    found.set(fieldId, { ...known, count: known.count + 1 });
  }
  return conditionLimits.stepsOfItem - budget.left;
}

/** The value of a leaf in the rows at a path. */
function valueAt(values: ItemValues, { field, groups }: Leaf, path: readonly string[]): unknown {
  const row = groups.reduce(
    (inner: ItemValues | undefined, group, depth) => inner && rowsOf(inner[group])[Number(path[depth])],
    values,
  );
  return row?.[field.id];
}
