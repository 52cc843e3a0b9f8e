import { contentLimits, tooManyComputedSentence, tooManyFieldsSentence } from '../content/content-limits.ts';
import { imageTemplate, isReservedTemplateId, reservedTemplateIdSentence } from '../content/reserved-templates.ts';
import type { TreeField } from '../content/template-tree.ts';
import { type FieldType, fieldTypeOf, isComputedType, isRowType } from '../field-types/registry.ts';
import { checkFieldMarks } from './check-field-marks.ts';
import { type FieldMark, findMarked } from './marked-fields.ts';
import { checkShownWhen } from './shown-when.ts';
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
  const repeated = new Set([
    ...[...siblings.values()].flatMap(repeatedNames),
    ...fields.flatMap((field) => repeatedInShape(field, siblings)),
  ]);
  let computed = 0;
  fields.forEach((field, index) => {
    const path = `fields.${index}`;
    if (isComputedType(field.settings.type) && ++computed > contentLimits.computedFields)
      wrong[`${path}.settings.type`] = tooManyComputedSentence;
    if (byId.has(field.id)) wrong[`${path}.id`] = 'another field has this id';
    else byId.set(field.id, field);
    if (isReservedFieldId(field.id)) wrong[`${path}.id`] = reservedFieldIdSentence;
    if (!fieldTypeOf(field.settings.type).inPalette) wrong[`${path}.settings.type`] = 'this type cannot be added';
    for (const [setting, reason] of Object.entries(checkFieldSettings(field.settings))) {
      wrong[`${path}.settings.${setting}`] = reason;
    }
    if (repeated.has(field)) wrong[`${path}.settings.name`] ??= repeatedNameSentence;
  });
  const find = (id: string) => byId.get(id);
  const marked = (mark: FieldMark) => findMarked(fields, mark)?.id;
  fields.forEach((field, index) => {
    const reason = checkPlace(field, byId, siblings.get(field.parentId) ?? []);
    if (reason) wrong[`fields.${index}.parentId`] = reason;
    else if (field.settings.unique && isInRows(field, byId))
      wrong[`fields.${index}.settings.unique`] = uniqueInRowsSentence;
    const ofShownWhen = checkShownWhen(field.id, find);
    if (ofShownWhen) wrong[`fields.${index}.settings.shownWhen`] = ofShownWhen;
    for (const [mark, markReason] of Object.entries(checkFieldMarks(field.id, find, marked))) {
      wrong[`fields.${index}.settings.${mark}`] = markReason;
    }
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

/**
 * Fields of a shape with the name of a field next to the shape: both are in the same row. Shapes themselves have no place
 * in an export.
 */
export function repeatedInShape<F extends Pick<TreeField, 'id' | 'settings' | 'parentId'>>(
  { id, settings, parentId }: F,
  siblings: ReadonlyMap<string | null, readonly F[]>,
): F[] {
  if (fieldTypeOf(settings.type).rows?.is !== 'shape') return [];
  const around = siblings.get(parentId) ?? [];
  const names = new Set(
    around.flatMap(({ settings: other }) => (fieldTypeOf(other.type).rows?.is === 'shape' ? [] : other.name)),
  );
  return (siblings.get(id) ?? []).filter(({ settings: sibling }) => names.has(sibling.name));
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

/** True for shapes and row types, which belong together in a dynamic group. */
export const isAboutShapes = (type: FieldType): boolean => {
  const { rows } = fieldTypeOf(type);
  return rows?.is === 'shape' || rows?.is === 'shapeName';
};

/**
 * Error message if a field of the parent type cannot contain fields of these types, otherwise undefined; `null` is the
 * top level.
 */
export function refusalOfChildren(parent: FieldType | null, children: readonly FieldType[]): string | undefined {
  const [only, second] = children;
  const holds = parent === null ? undefined : fieldTypeOf(parent).holds;
  const ofRows = children.filter(isAboutShapes);
  if (ofRows.length > 0 && holds !== 'rows') return 'Shape and Row type can only be in a Dynamic group';
  const types = ofRows.filter((type) => fieldTypeOf(type).rows?.is === 'shapeName');
  if (ofRows.length > 0 && types.length !== 1) return 'Dynamic group with shapes needs one Row type';
  if (parent === null || only === undefined) return undefined;
  if (holds === 'value') return 'Only Group and Dynamic group can have children';
  return holds === 'rows' && second === undefined && fieldTypeOf(only).holds === 'rows'
    ? 'Dynamic group cannot have another dynamic group as its only child'
    : undefined;
}

/** Error message for a field that contains itself. */
export const insideItselfSentence = 'a field cannot be inside itself';

/** Error message for groups nested deeper than {@link templateDepth}. */
export const tooDeepSentence = `groups can be at most ${templateDepth} deep`;

/** Ids that no field can have. */
export const reservedFieldIds: readonly string[] = [
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

/** Error message for a unique field in a dynamic group. */
export const uniqueInRowsSentence = 'a field in rows cannot be unique';

/** The parents of a field in a valid place lead to the top level. */
function isInRows({ parentId }: TreeField, byId: ReadonlyMap<string, TreeField>): boolean {
  const parent = parentId === null ? undefined : byId.get(parentId);
  return parent !== undefined && (fieldTypeOf(parent.settings.type).holds === 'rows' || isInRows(parent, byId));
}

const typesOfLevels = new WeakMap<readonly TreeField[], FieldType[]>();

/** The types of siblings that decide where they can be: the first two, and those about shapes; found once for a level. */
function typesAmong(siblings: readonly TreeField[]): FieldType[] {
  const known = typesOfLevels.get(siblings);
  if (known) return known;
  const all = siblings.map(({ settings }) => settings.type);
  const types = [...all.slice(0, 2), ...all.slice(2).filter(isAboutShapes)];
  typesOfLevels.set(siblings, types);
  return types;
}

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
  return refusalOfChildren(parent?.settings.type ?? null, typesAmong(siblings));
}
