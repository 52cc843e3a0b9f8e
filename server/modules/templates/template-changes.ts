import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { SaveTemplateField } from '@quartermaster/contract/templates.ts';
import type { StoredField } from '../../core/tables/content.ts';
import { type Slot, type TemplateModel, templateModel } from '../../core/template-model.ts';

/** A field whose new settings the values that items have may break. */
export interface Tightened {
  /** Place in the saved fields. */
  index: number;
  before: Slot;
  after: StoredField;
}

/** What a save makes of a template, and what of it concerns the values of items. */
export interface TemplateChanges {
  fields: StoredField[];
  nextFieldKey: number;
  /** Fields that are gone; their values go with them. */
  removed: Slot[];
  tightened: Tightened[];
  /** Fields that left or entered a dynamic group, by their place in the saved fields. */
  displaced: { index: number; before: Slot }[];
  isUnchanged: boolean;
}

/** Gives every field its key and times, and compares it with what it was. */
export function compareFields(
  before: TemplateModel | undefined,
  saved: readonly SaveTemplateField[],
  nextFieldKey: number,
  at: Date,
): TemplateChanges {
  const now = at.toISOString();
  const old = new Map(before?.fields.map((field) => [field.id, field]));
  let nextKey = nextFieldKey;
  const fields = saved.map((field): StoredField => {
    const { id, settings, parentId, order } = field;
    const previous = old.get(id);
    if (!previous) return { id, key: nextKey++, settings, parentId, order, created_at: now, updated_at: now };
    const next = { ...previous, settings, parentId, order };
    return sameField(previous, next) ? previous : { ...next, updated_at: now };
  });
  const after = templateModel({ key: 0, instanceId: 0, id: '', label: '', version: 0, hash: '', fields });
  const changes: TemplateChanges = {
    fields,
    nextFieldKey: nextKey,
    removed: [],
    tightened: [],
    displaced: [],
    isUnchanged: fields.length === old.size && fields.every((field) => old.get(field.id) === field),
  };
  const places = new Map(fields.map(({ id }, index) => [id, index]));
  for (const slot of before?.slots.values() ?? []) {
    const index = places.get(slot.field.id);
    const next = after.slots.get(slot.field.id);
    if (index === undefined) changes.removed.push(slot);
    // A leaf that became a group has no values any more, as a type that its values break.
    else if (!next) changes.tightened.push({ index, before: slot, after: fields[index] ?? slot.field });
    else if (next.groups.join() !== slot.groups.join()) changes.displaced.push({ index, before: slot });
    else if (!sameSettings(slot.field, next.field)) changes.tightened.push({ index, before: slot, after: next.field });
  }
  return changes;
}

const sameField = (a: StoredField, b: StoredField): boolean =>
  a.parentId === b.parentId && a.order === b.order && sameSettings(a, b);

function sameSettings({ settings: a }: StoredField, { settings: b }: StoredField): boolean {
  const entries = Object.entries(a);
  const other = new Map<string, unknown>(Object.entries(b));
  return entries.length === other.size && entries.every(([key, value]) => other.has(key) && other.get(key) === value);
}

/** Why a value that an item has cannot stay under a field's new settings, or nothing. */
export function checkValueStays({ before, after }: Tightened, value: unknown): string | undefined {
  const { settings: from } = before.field;
  const { settings: to } = after;
  const sameKind = from.type === to.type || (isNumber(from.type) && isNumber(to.type));
  if (!sameKind) return `is a value of the type ${from.type}`;
  if ('templateId' in from && 'templateId' in to && from.templateId !== to.templateId)
    return `links to ${from.templateId}`;
  return fieldTypeOf(to.type).check(value, to);
}

const isNumber = (type: string): boolean => type === 'integer' || type === 'float';
