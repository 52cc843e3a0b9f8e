import { type ItemValues, itemFieldId, rowsOf } from '../content/item-fields.ts';
import { nodesOfRow } from '../content/row-shapes.ts';
import { levelOf, type TreeNode } from '../content/template-tree.ts';
import { isEmpty } from '../field-types/field-type.ts';
import { longestText } from '../field-types/longest-text.ts';
import { isCompiled } from './compile-expression.ts';
import type { Computed, Formula } from './compile-formula.ts';
import { conditionLimits } from './condition-limits.ts';
import {
  type ComputedField,
  type ComputedLevel,
  type TemplateFormulas,
  templateFormulas,
} from './template-formulas.ts';
import { variablesOf, wholeItem } from './variables.ts';

/** An item with the values of its computed fields. */
export interface ComputedItem {
  /** The same object if all of them were right. */
  values: ItemValues;
  /** Why a computed field has no value, by item field id; not for one that only needs an empty value. */
  failed: ReadonlyMap<string, string>;
}

const nothingFailed: ReadonlyMap<string, string> = new Map();

/**
 * Computes the values of a template's computed fields, whatever they were before. Never throws: a formula that cannot be
 * evaluated results in no value.
 */
export function computeValues(tree: readonly TreeNode[], values: ItemValues): ComputedItem {
  const formulas = templateFormulas(tree);
  if (!formulas) return { values, failed: nothingFailed };
  const run = new Computation(formulas, values);
  return { values: run.compute(formulas.level, values, []), failed: run.failed };
}

/** The computation of one item, with the limits that its formulas share. */
class Computation {
  readonly failed = new Map<string, string>();
  private readonly budget = { left: conditionLimits.stepsOfItem as number };
  private textLeft = longestText;
  private item: ReadonlyMap<string, unknown> | undefined;
  private readonly formulas: TemplateFormulas;
  private readonly values: ItemValues;

  constructor(formulas: TemplateFormulas, values: ItemValues) {
    this.formulas = formulas;
    this.values = values;
  }

  /** The values of a row with its computed ones; the same object if they were right. */
  compute({ nodes, fields, rows }: ComputedLevel, row: ItemValues, path: readonly number[]): ItemValues {
    const next: ItemValues = { ...row };
    let isChanged = false;
    const set = (id: string, value: ItemValues[string]): void => {
      isChanged ||= next[id] !== value;
      next[id] = value;
    };
    for (const { id, level } of rows) {
      const before = rowsOf(row[id]);
      const after = before.map((inner, index) => this.compute(level, inner, [...path, index]));
      if (after.some((inner, index) => inner !== before[index])) set(id, after);
    }
    const { places } = levelOf(nodesOfRow(nodes, row));
    for (const field of fields) {
      // A row of another shape does not have the field.
      const result = places.has(field.id) ? this.evaluate(field, row) : { value: null };
      if ('error' in result) this.failed.set(itemFieldId(field.id, path), result.error);
      const value = 'error' in result ? null : result.value;
      if (!isEmpty(value)) set(field.id, value);
      else if (field.id in next) {
        isChanged = true;
        delete next[field.id];
      }
    }
    return isChanged ? next : row;
  }

  private evaluate({ formula, reads, readsItem }: ComputedField, row: ItemValues): Computed {
    if (!isCompiled<Formula>(formula)) return { error: formula.reason };
    const variables = variablesOf(reads, row, formula.names);
    if (readsItem) {
      this.item ??= variablesOf(this.formulas.item, this.values);
      variables.set(wholeItem, this.item);
    }
    const result = formula.evaluate(variables, this.budget);
    if ('error' in result || typeof result.value !== 'string') return result;
    this.textLeft -= result.value.length;
    return this.textLeft < 0 ? { error: 'the texts computed in the item are too long' } : result;
  }
}
