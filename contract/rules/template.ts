import { contentLimits, tooManyFieldsSentence } from '../content/content-limits.ts';
import { imageTemplate, isReservedTemplateId, reservedTemplateIdSentence } from '../content/reserved-templates.ts';
import type { TreeField } from '../content/template-tree.ts';
import { type FieldType, fieldTypeOf, isRowType } from '../field-types/registry.ts';
import { checkFieldSettings, checkTemplateId, checkTemplateName } from './template-settings.ts';

/** Maximum nesting depth of groups. */
export const templateDepth = 16;

/** A template to validate before a save. */
export interface TemplateDraft {
  id: string;
  label: string;
  /** 0 or undefined for a new template; only then is its id checked against the reserved ones. */
  version?: number;
  fields: readonly TreeField[];
}

/** Message when a user tries to change the image template. */
export const reservedTemplateSentence =
  'This is a reserved template and cannot be modified. Any changes to this template are restricted to ensure its integrity.';

/** Validation errors of a template, by path (`label`, `fields.2.settings.name`); empty if it can be saved. */
export function checkTemplate({ id, label, version = 0, fields }: TemplateDraft): Record<string, string> {
  const wrong: Record<string, string> = {};
  const isReserved = version === 0 && isReservedTemplateId(id);
  const idReason = checkTemplateId(id) ?? (isReserved ? reservedTemplateIdSentence : undefined);
  if (idReason) wrong.id = idReason;
  const labelReason = checkTemplateName(label);
  if (labelReason) wrong.label = labelReason;
  return { ...wrong, ...checkFields(fields) };
}

/** Validation errors of a template's fields and of their tree, by path. */
export function checkFields(fields: readonly TreeField[]): Record<string, string> {
  const wrong: Record<string, string> = {};
  const byId = new Map<string, TreeField>();
  const siblings = Map.groupBy(fields, ({ parentId }) => parentId);
  const repeated = new Set([...siblings.values()].flatMap(repeatedNames));
  fields.forEach((field, index) => {
    const path = `fields.${index}`;
    if (byId.has(field.id)) wrong[`${path}.id`] = 'another field has this id';
    else byId.set(field.id, field);
    if (isReservedFieldId(field.id)) wrong[`${path}.id`] = reservedFieldIdSentence;
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

/** Error message for a field with the same name as a sibling. */
export const repeatedNameSentence = 'name must be unique within the same parent';

/** Siblings whose name an earlier sibling already has; rows of dynamic groups do not count. */
export function repeatedNames<F extends Pick<TreeField, 'settings'>>(siblings: readonly F[]): F[] {
  const names = new Set<string>();
  return siblings.filter(({ settings: { type, name } }) => !isRowType(type) && names.size === names.add(name).size);
}

/** Error message for a field whose name differs from a sibling's only by case. */
export const similarNameSentence = 'another name in the same parent differs from this one by upper and lower case only';

/** A field's parent and name: while both are unchanged, a name that resembles a sibling's is allowed. */
export const namedPosition = ({ settings, parentId }: Pick<TreeField, 'settings' | 'parentId'>): string =>
  `${parentId ?? ''}/${settings.name}`;

/**
 * Siblings whose names differ only by case, which many JSON parsers treat as equal. A field that is already saved under
 * its name (`isSaved`) may keep it.
 */
export function similarNames<F extends Pick<TreeField, 'settings'>>(
  siblings: readonly F[],
  isSaved: (field: F) => boolean,
): F[] {
  const named = siblings.filter(({ settings }) => !isRowType(settings.type));
  const alike = Map.groupBy(named, ({ settings }) => settings.name.toLowerCase());
  return [...alike.values()].flatMap((fields) => {
    const names = new Set(fields.map(({ settings }) => settings.name));
    if (names.size < 2) return [];
    const [first] = fields;
    const known = fields.find(isSaved) ?? first;
    return fields.filter((field) => !isSaved(field) && field.settings.name !== known?.settings.name);
  });
}

/**
 * Fields that a save must not rename to a name that differs from a sibling's only by case, by path; complements {@link
 * checkFields}.
 */
export function checkSimilarNames(fields: readonly TreeField[], before: readonly TreeField[]): Record<string, string> {
  const saved = new Map(before.map((field) => [field.id, namedPosition(field)]));
  const siblings = [...Map.groupBy(fields, ({ parentId }) => parentId).values()];
  const similar = new Set(
    siblings.flatMap((some) => similarNames(some, (field) => saved.get(field.id) === namedPosition(field))),
  );
  return Object.fromEntries(
    fields.flatMap((field, index) =>
      similar.has(field) ? [[`fields.${index}.settings.name`, similarNameSentence]] : [],
    ),
  );
}

/** Error message for too many fields, otherwise undefined; a template that had more `before` may keep that number. */
export const checkFieldCount = (fields: number, before: number): string | undefined =>
  fields > Math.max(contentLimits.templateFields, before) ? tooManyFieldsSentence(fields) : undefined;

/**
 * Error message if a field of the parent type cannot contain fields of these types, otherwise undefined; `null` is the
 * top level.
 */
export function refusalOfChildren(parent: FieldType | null, children: readonly FieldType[]): string | undefined {
  const [only, second] = children;
  if (parent === null || only === undefined) return undefined;
  const { holds } = fieldTypeOf(parent);
  if (holds === 'value') return 'Only Group and Dynamic group can have children';
  return holds === 'rows' && second === undefined && fieldTypeOf(only).holds === 'rows'
    ? 'Dynamic group cannot have another dynamic group as its only child'
    : undefined;
}

/** Error message for a field that contains itself. */
export const insideItselfSentence = 'a field cannot be inside itself';

/** Error message for groups nested deeper than {@link templateDepth}. */
export const tooDeepSentence = `groups can be at most ${templateDepth} deep`;

const reservedFieldIds: readonly string[] = [
  // Besides fields, lists can be filtered and sorted by these two.
  'id',
  'label',
  // The field of the reserved template.
  imageTemplate.fieldId,
  // Item values are an object by field id, and every object has these members already.
  'prototype',
  ...Object.getOwnPropertyNames(Object.prototype),
];

const isReservedFieldId = (id: string): boolean => reservedFieldIds.includes(id);

/** Error message for a field id that lists or objects use for something else. */
export const reservedFieldIdSentence = `this id is reserved: no field can have the id ${reservedFieldIds.join(', ')}`;

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
    // Only the first child, and whether there is a second one, matter.
    siblings.slice(0, 2).map(({ settings }) => settings.type),
  );
}
