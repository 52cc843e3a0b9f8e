import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { checkLabel, labelField } from '@quartermaster/contract/rules/bulk-edits/operations.ts';
import type { Query } from '../../../core/database/database.ts';
import { findTargets } from '../../documents/item-repository.ts';
import { checkSize } from '../../documents/save/prepare-item.ts';
import { checkValues, type Link, linksOf } from '../../model/check-values.ts';
import type { TemplateModel } from '../../model/template-model.ts';
import type { Incompatibility } from '../incompatibility.ts';

/** New content of an item, and the values that it had before. */
interface Checked {
  label: string;
  values: ItemValues;
  before: ItemValues;
}

/** The first reason why a save by hand would refuse the content, apart from missing link targets; else undefined. */
export function refusalOf(model: TemplateModel, { label, values, before }: Checked): Incompatibility | undefined {
  const ofLabel = checkLabel(label);
  if (ofLabel) return { field_id: labelField, reason: ofLabel };
  for (const [at, reason] of checkValues(model.tree, values)) return refusalAt(at, reason);
  const [tooLarge] = checkSize(model, values, before);
  return tooLarge && refusalAt(tooLarge[0], tooLarge[1]);
}

/** A refusal of a value by its item field id. */
export function refusalAt(at: string, reason: string): Incompatibility {
  const [field_id = at, ...path] = at.split('.');
  return { field_id, reason, ...(path.length > 0 && { path: path.map(Number) }) };
}

const nameOf = ({ templateId, targetId }: Pick<Link, 'templateId' | 'targetId'>) => `${templateId}/${targetId}`;

/** The links of new content that its item did not have before. */
export function newLinksOf({ tree }: TemplateModel, { values, before }: Omit<Checked, 'label'>): Link[] {
  const links = linksOf(tree, values);
  if (links.length === 0) return links;
  const known = new Set(linksOf(tree, before).map(nameOf));
  return links.filter((link) => !known.has(nameOf(link)));
}

/** For each list of links, the first one without a target, worded as in a save. */
export async function missingTargets(
  query: Query,
  instanceId: number,
  lists: readonly (readonly Link[])[],
): Promise<(Incompatibility | undefined)[]> {
  const targets = new Map(lists.flat().map((link) => [nameOf(link), link]));
  if (targets.size === 0) return [];
  const found = await findTargets(query, instanceId, [...targets.values()]);
  const present = new Set(found.map((row) => nameOf({ templateId: row.template_id, targetId: row.id })));
  return lists.map((links) => {
    const missing = links.find((link) => !present.has(nameOf(link)));
    return missing && refusalAt(missing.at, `there is no item ${missing.targetId} in ${missing.templateId}`);
  });
}
