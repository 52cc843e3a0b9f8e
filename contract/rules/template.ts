import { contentLimits, tooManyFieldsSentence } from '../content/content-limits.ts';
import type { TreeField } from '../content/template-tree.ts';
import { imageTemplate, isReservedTemplateId, reservedTemplateIdSentence } from '../endpoints/templates.ts';
import { type FieldType, fieldTypeOf, isRowType } from '../field-types/registry.ts';
import { checkFieldSettings, checkTemplateId, checkTemplateName } from './template-settings.ts';

/** Most groups within each other. */
export const templateDepth = 16;

/** What a save says of a template. */
export interface TemplateDraft {
  id: string;
  label: string;
  /** 0 or nothing of a new one: only that chooses its id. */
  version?: number;
  fields: readonly TreeField[];
}

/** What the console says where somebody wants to change the image template. */
export const reservedTemplateSentence =
  'This is a reserved template and cannot be modified. Any changes to this template are restricted to ensure its integrity.';

/** What is wrong with a template, by path (`label`, `fields.2.settings.name`); empty where it can be saved. */
export function checkTemplate({ id, label, version = 0, fields }: TemplateDraft): Record<string, string> {
  const wrong: Record<string, string> = {};
  const isReserved = version === 0 && isReservedTemplateId(id);
  const idReason = checkTemplateId(id) ?? (isReserved ? reservedTemplateIdSentence : undefined);
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

/** What is said of a field that has the name of another one in the same parent. */
export const repeatedNameSentence = 'name must be unique within the same parent';

/** Fields whose name another one before them has, of those that lie in the same parent; rows of dynamic groups do not count. */
export function repeatedNames<F extends Pick<TreeField, 'settings'>>(siblings: readonly F[]): F[] {
  const names = new Set<string>();
  return siblings.filter(({ settings: { type, name } }) => !isRowType(type) && names.size === names.add(name).size);
}

/** What is said of a field whose name is that of another one in the same parent but for upper and lower case. */
export const similarNameSentence = 'another name in the same parent differs from this one by upper and lower case only';

/** Where a field lies and what it is called: while both stay, so may a name that is much like another one's. */
export const namedPlace = ({ settings, parentId }: Pick<TreeField, 'settings' | 'parentId'>): string =>
  `${parentId ?? ''}/${settings.name}`;

/**
 * Fields of one parent whose name differs from another one's by case only, which many readers of JSON take for the same. One that
 * has its name already (`isSaved`) may keep it beside others of that kind.
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

/** Which of a template's fields have a name that a save must not give them, by path, beside what {@link checkFields} finds. */
export function checkSimilarNames(fields: readonly TreeField[], before: readonly TreeField[]): Record<string, string> {
  const saved = new Map(before.map((field) => [field.id, namedPlace(field)]));
  const siblings = [...Map.groupBy(fields, ({ parentId }) => parentId).values()];
  const similar = new Set(
    siblings.flatMap((some) => similarNames(some, (field) => saved.get(field.id) === namedPlace(field))),
  );
  return Object.fromEntries(
    fields.flatMap((field, index) =>
      similar.has(field) ? [[`fields.${index}.settings.name`, similarNameSentence]] : [],
    ),
  );
}

/** Why a template cannot have so many fields, or nothing; one that had more `before` may keep them. */
export const checkFieldCount = (fields: number, before: number): string | undefined =>
  fields > Math.max(contentLimits.templateFields, before) ? tooManyFieldsSentence(fields) : undefined;

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

const reservedFieldIds: readonly string[] = [
  // Lists are filtered and sorted by these two beside the fields.
  'id',
  'label',
  // That of the reserved template.
  imageTemplate.fieldId,
  // The values of an item are an object by field id, and every object has such members already.
  'prototype',
  ...Object.getOwnPropertyNames(Object.prototype),
];

const isReservedFieldId = (id: string): boolean => reservedFieldIds.includes(id);

/** What is said of a field's id that lists or objects have for something else. */
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
    // Whether there is a second one is all that matters beside the first.
    siblings.slice(0, 2).map(({ settings }) => settings.type),
  );
}
