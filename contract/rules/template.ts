import { type FieldType, fieldTypeOf } from '../field-types/registry.ts';
import type { TreeField } from '../template-tree.ts';
import { imageTemplate, reservedTemplateIds } from '../templates.ts';
import { checkFieldSettings, checkTemplateId, checkTemplateName } from './template-settings.ts';

/** Most groups within each other. */
export const templateDepth = 16;

/** What a save says of a template. */
export interface TemplateDraft {
  id: string;
  label: string;
  fields: readonly TreeField[];
}

/** What the console says where somebody wants to change the image template. */
export const reservedTemplateSentence =
  'This is a reserved template and cannot be modified. Any changes to this template are restricted to ensure its integrity.';

/** What is wrong with a template, by path (`label`, `fields.2.settings.name`); empty where it can be saved. */
export function checkTemplate({ id, label, fields }: TemplateDraft): Record<string, string> {
  const wrong: Record<string, string> = {};
  const idReason = checkTemplateId(id) ?? (reservedTemplateIds.includes(id) ? 'This ID is reserved' : undefined);
  if (idReason) wrong.id = idReason;
  const labelReason = checkTemplateName(label);
  if (labelReason) wrong.label = labelReason;
  return { ...wrong, ...checkFields(fields) };
}

/** What is wrong with the fields of a template and the tree that they make, by path. */
export function checkFields(fields: readonly TreeField[]): Record<string, string> {
  const wrong: Record<string, string> = {};
  const byId = new Map<string, TreeField>();
  const siblings = Map.groupBy(fields, ({ parentId }) => parentId);
  const repeated = new Set([...siblings.values()].flatMap(repeatedNames));
  fields.forEach((field, index) => {
    const path = `fields.${index}`;
    if (byId.has(field.id)) wrong[`${path}.id`] = 'another field has this id';
    else byId.set(field.id, field);
    if (isReservedFieldId(field.id)) wrong[`${path}.id`] = 'this id is reserved';
    if (!fieldTypeOf(field.settings.type).inPalette) wrong[`${path}.settings.type`] = 'this type cannot be added';
    for (const [setting, reason] of Object.entries(checkFieldSettings(field.settings))) {
      wrong[`${path}.settings.${setting}`] = reason;
    }
    if (repeated.has(field)) wrong[`${path}.settings.name`] ??= repeatedNameSentence;
  });
  fields.forEach((field, index) => {
    const reason = checkPlace(field, byId, siblings.get(field.parentId) ?? []);
    if (reason) wrong[`fields.${index}.parentId`] = reason;
  });
  return wrong;
}

/** What is said of a field that has the name of another one in the same parent. */
export const repeatedNameSentence = 'name must be unique within the same parent';

/** Fields whose name another one before them has, of those that lie in the same parent; rows of dynamic groups do not count. */
export function repeatedNames<F extends Pick<TreeField, 'settings'>>(siblings: readonly F[]): F[] {
  const names = new Set<string>();
  return siblings.filter(
    ({ settings: { type, name } }) => type !== 'dynamic-group-row' && names.size === names.add(name).size,
  );
}

/** Why a field of a type cannot hold fields of these types, or nothing; `null` is the top of the template. */
export function refusalOfChildren(parent: FieldType | null, children: readonly FieldType[]): string | undefined {
  const [only, second] = children;
  if (parent === null || only === undefined) return undefined;
  const { holds } = fieldTypeOf(parent);
  if (holds === 'value') return 'Only Group and Dynamic group can have children';
  return holds === 'rows' && second === undefined && fieldTypeOf(only).holds === 'rows'
    ? 'Dynamic group cannot have another dynamic group as its only child'
    : undefined;
}

/** What is said where a field would be around itself. */
export const insideItselfSentence = 'a field cannot be inside itself';

/** What is said where there are more groups within each other than {@link templateDepth}. */
export const tooDeepSentence = `groups can be at most ${templateDepth} deep`;

// Lists are filtered and sorted by these two beside the fields; the image's field id belongs to the reserved template.
const reservedFieldIds: readonly string[] = ['id', 'label', imageTemplate.fieldId, 'prototype'];

// The values of an item are an object by field id, and every object has members such as `constructor` already.
const isReservedFieldId = (id: string): boolean => reservedFieldIds.includes(id) || id in Object.prototype;

function checkPlace(
  field: TreeField,
  byId: ReadonlyMap<string, TreeField>,
  siblings: readonly TreeField[],
): string | undefined {
  let depth = 0;
  for (let id = field.parentId; id !== null; depth += 1) {
    const parent = byId.get(id);
    if (!parent) return 'the field that holds this one is missing';
    if (parent === field) return insideItselfSentence;
    if (depth >= templateDepth) return tooDeepSentence;
    id = parent.parentId;
  }
  const parent = field.parentId === null ? undefined : byId.get(field.parentId);
  return refusalOfChildren(
    parent?.settings.type ?? null,
    // Whether there is a second one is all that matters beside the first.
    siblings.slice(0, 2).map(({ settings }) => settings.type),
  );
}
