import { fieldTypeOf } from '../field-types/registry.ts';
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
  const names = new Set<string>();
  fields.forEach((field, index) => {
    const path = `fields.${index}`;
    if (byId.has(field.id)) wrong[`${path}.id`] = 'another field has this id';
    else byId.set(field.id, field);
    if (isReservedFieldId(field.id)) wrong[`${path}.id`] = 'this id is reserved';
    if (!fieldTypeOf(field.settings.type).inPalette) wrong[`${path}.settings.type`] = 'this type cannot be added';
    for (const [setting, reason] of Object.entries(checkFieldSettings(field.settings))) {
      wrong[`${path}.settings.${setting}`] = reason;
    }
    const key = `${field.parentId ?? ''}\n${field.settings.name}`;
    if (names.has(key)) wrong[`${path}.settings.name`] ??= 'name must be unique within the same parent';
    names.add(key);
  });
  fields.forEach((field, index) => {
    const reason = checkPlace(field, byId, siblings.get(field.parentId)?.length === 1);
    if (reason) wrong[`fields.${index}.parentId`] = reason;
  });
  return wrong;
}

// Lists are filtered and sorted by these two beside the fields; the image's field id belongs to the reserved template.
const reservedFieldIds: readonly string[] = ['id', 'label', imageTemplate.fieldId, 'prototype'];

// The values of an item are an object by field id, and every object has members such as `constructor` already.
const isReservedFieldId = (id: string): boolean => reservedFieldIds.includes(id) || id in Object.prototype;

function checkPlace(field: TreeField, byId: Map<string, TreeField>, isOnlyChild: boolean): string | undefined {
  let depth = 0;
  for (let id = field.parentId; id !== null; depth += 1) {
    const parent = byId.get(id);
    if (!parent) return 'the field that holds this one is missing';
    if (fieldTypeOf(parent.settings.type).holds === 'value') return 'Only Group and Dynamic group can have children';
    if (parent === field) return 'a field cannot be inside itself';
    if (depth >= templateDepth) return `groups can be at most ${templateDepth} deep`;
    id = parent.parentId;
  }
  if (fieldTypeOf(field.settings.type).holds !== 'rows' || field.parentId === null) return undefined;
  const parent = byId.get(field.parentId);
  if (!parent || fieldTypeOf(parent.settings.type).holds !== 'rows') return undefined;
  return isOnlyChild ? 'Dynamic group cannot have another dynamic group as its only child' : undefined;
}
