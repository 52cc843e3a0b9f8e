import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { reasonNoLinkFits } from '@quartermaster/contract/field-types/registry.ts';
import { checkValues } from '../model/check-values.ts';
import type { TemplateModel } from '../model/template-model.ts';

/** The reason why an item does not fit a template; `field_id` is the field concerned. */
export interface Incompatibility {
  field_id: string;
  /** The row of the field, if known. */
  path?: readonly number[];
  reason: string;
  /** What was sent, if it could not be read. */
  value?: string;
}

/** The first reason why values of an item in one template do not fit another; undefined if they do. */
export function findIncompatibility(
  values: ItemValues,
  model: TemplateModel,
  from: TemplateModel | undefined,
): Incompatibility | undefined {
  const misplaced = findMisplaced(values, model, from, []);
  if (misplaced) return misplaced;
  for (const [at, reason] of checkValues(model.tree, values)) return { field_id: at.split('.')[0] ?? at, reason };
  return undefined;
}

function findMisplaced(
  row: ItemValues,
  model: TemplateModel,
  from: TemplateModel | undefined,
  groups: readonly string[],
): Incompatibility | undefined {
  for (const [id, value] of Object.entries(row)) {
    const leaf = model.leaves.get(id);
    const holdsRows = Array.isArray(value) && value.some((entry) => typeof entry === 'object');
    if (!leaf || leaf.groups.join() !== groups.join() || leaf.holdsRows !== holdsRows)
      return { field_id: id, reason: 'the template has no such field' };
    const was = from?.leaves.get(id);
    const reason = was && reasonNoLinkFits(was.field.settings, leaf.field.settings);
    if (reason !== undefined) return { field_id: id, reason };
    for (const inner of leaf.holdsRows ? rowsOf(value) : []) {
      const wrong = findMisplaced(inner, model, from, [...groups, id]);
      if (wrong) return wrong;
    }
  }
  return undefined;
}
