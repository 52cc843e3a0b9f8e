import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { type FieldValue, isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { fieldTypeOf, isFileType } from '@quartermaster/contract/field-types/registry.ts';
import type { Query } from '../../core/database/database.ts';
import type { StoredField } from '../../core/tables/content.ts';
import { findImagePaths, findTargets } from '../documents/item-repository.ts';
import { linksOf } from '../model/check-values.ts';
import type { TemplateModel } from '../model/template-model.ts';
import { addMissing, type FittedValues, fitValues, isRows, labelOf, type Refuse } from './fit-values.ts';
import type { ItemAtVersion } from './versions-repository.ts';

/** What values refer to that may not exist any more. */
interface Present {
  links: ReadonlySet<string>;
  images: ReadonlySet<string>;
}

/** The former values of an item in the form that its template has now, without links and images that do not exist any more. */
export async function fitVersion(
  query: Query,
  model: TemplateModel,
  { values, fields }: Pick<ItemAtVersion, 'values' | 'fields'>,
): Promise<FittedValues> {
  const { values: formed, missing } = fitValues(model, values, fields ?? model.fields);
  const present = await findPresent(query, model, formed);
  const fitted = withPresent(model, formed, present, (fieldId, reason) =>
    addMissing(missing, { field_id: fieldId, label: labelOf(fieldId, model.fields), reason }),
  );
  return { values: inStoredOrder(fitted), missing };
}

const nameOf = ({ templateId, id }: { templateId: string; id: number }): string => `${templateId}/${id}`;

async function findPresent(query: Query, model: TemplateModel, values: ItemValues): Promise<Present> {
  const links = linksOf(model.tree, values);
  const paths = pathsIn(model, values);
  const [found, images] = await Promise.all([
    links.length > 0 ? findTargets(query, model.instanceId, links) : [],
    paths.length > 0 ? findImagePaths(query, model.instanceId, paths) : new Set<string>(),
  ]);
  return { links: new Set(found.map(({ template_id, id }) => nameOf({ templateId: template_id, id }))), images };
}

const pathsIn = (model: TemplateModel, row: ItemValues): string[] =>
  Object.entries(row).flatMap(([id, value]) => {
    const leaf = model.leaves.get(id);
    if (leaf?.holdsRows) return rowsOf(value).flatMap((inner) => pathsIn(model, inner));
    return leaf && isFileType(leaf.field.settings.type) && typeof value === 'string' ? [value] : [];
  });

function withPresent(model: TemplateModel, row: ItemValues, present: Present, refuse: Refuse): ItemValues {
  return Object.fromEntries(
    Object.entries(row).flatMap(([id, value]): [string, ItemValues[string]][] => {
      const leaf = model.leaves.get(id);
      if (!leaf) return [];
      if (leaf.holdsRows) return [[id, rowsOf(value).map((inner) => withPresent(model, inner, present, refuse))]];
      const fitting = presentPart(leaf.field, value as FieldValue, present, refuse);
      return isEmpty(fitting) ? [] : [[id, fitting]];
    }),
  );
}

/** A value without what does not exist any more. */
function presentPart(
  { id: fieldId, settings }: StoredField,
  value: FieldValue,
  { links, images }: Present,
  refuse: Refuse,
): FieldValue {
  const type = fieldTypeOf(settings.type);
  if (isFileType(settings.type) && typeof value === 'string' && !images.has(value)) {
    refuse(fieldId, 'its image does not exist any more');
    return null;
  }
  if (!type.links) return value;
  const leads = (one: FieldValue): boolean => {
    const missing = (type.index.entries(one, settings).links ?? []).find((link) => !links.has(nameOf(link)));
    if (missing) refuse(fieldId, `there is no item ${missing.id} in ${missing.templateId}`);
    return missing === undefined;
  };
  if (Array.isArray(value)) return (value as number[]).filter((entry) => leads([entry]));
  return leads(value) ? value : null;
}

/** The same values with their keys in the order in which the database stores them, so that equal ones are equal as text. */
export const inStoredOrder = (values: ItemValues): ItemValues =>
  Object.fromEntries(
    Object.entries(values)
      .toSorted(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))
      .map(([id, value]) => [id, isRows(value) ? value.map(inStoredOrder) : value]),
  );
