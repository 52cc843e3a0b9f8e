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
  /** False if some of the values could not be read: then the rules of the template are not evaluated. */
  isWhole?: boolean;
}

/** The first reason why a save by hand would refuse the content, apart from missing link targets; else undefined. */
export const refusalOf = (model: TemplateModel, content: Checked): Incompatibility | undefined =>
  refusalsOf(model, content)[0];

/** All reasons why a save by hand would refuse the content, apart from missing link targets. */
export function refusalsOf(
  model: TemplateModel,
  { label, values, before, isWhole = true }: Checked,
): Incompatibility[] {
  const ofLabel = checkLabel(label);
  const wrong = checkValues(model.tree, values, { evaluatesRules: isWhole });
  const tooLarge = wrong.size > 0 ? [] : checkSize(model, values, before);
  return [
    ...(ofLabel ? [{ field_id: labelField, reason: ofLabel }] : []),
    ...[...wrong, ...tooLarge].map(([at, reason]) => refusalAt(at, reason)),
  ];
}

/** A refusal of a value by its item field id. */
export function refusalAt(at: string, reason: string): Incompatibility {
  const [field_id = at, ...path] = at.split('.');
  return { field_id, reason, ...(path.length > 0 && { path: path.map(Number) }) };
}

const nameOf = ({ templateId, targetId }: Pick<Link, 'templateId' | 'targetId'>) => `${templateId}/${targetId}`;

/** The links of new content that its item did not have before. */
export function newLinksOf({ tree }: TemplateModel, { values, before }: Pick<Checked, 'values' | 'before'>): Link[] {
  const links = linksOf(tree, values);
  if (links.length === 0) return links;
  const known = new Set(linksOf(tree, before).map(nameOf));
  return links.filter((link) => !known.has(nameOf(link)));
}

/** For each list of links, the first one without a target, worded as in a save. */
export const missingTargets = async (
  query: Query,
  instanceId: number,
  lists: readonly (readonly Link[])[],
): Promise<(Incompatibility | undefined)[]> =>
  (await allMissingTargets(query, instanceId, lists)).map(([first]) => first);

/** For each list of links, those without a target, worded as in a save. */
export async function allMissingTargets(
  query: Query,
  instanceId: number,
  lists: readonly (readonly Link[])[],
): Promise<Incompatibility[][]> {
  const targets = new Map(lists.flat().map((link) => [nameOf(link), link]));
  if (targets.size === 0) return lists.map(() => []);
  const found = await findTargets(query, instanceId, [...targets.values()]);
  const present = new Set(found.map((row) => nameOf({ templateId: row.template_id, targetId: row.id })));
  return lists.map((links) =>
    links
      .filter((link) => !present.has(nameOf(link)))
      .map(({ at, targetId, templateId }) => refusalAt(at, `there is no item ${targetId} in ${templateId}`)),
  );
}
