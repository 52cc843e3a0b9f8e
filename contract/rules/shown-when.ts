import type { TreeField } from '../content/template-tree.ts';
import { type FieldSettings, fieldTypeOf } from '../field-types/registry.ts';

/** A field of a template that is checked. */
type Placed = Pick<TreeField, 'settings' | 'parentId'>;

/** Finds a field of a template by its id. */
export type FindField = (id: string) => Placed | undefined;

/** The dynamic groups around a field, innermost first; undefined for a field without a valid place. */
export function groupsAround(field: Placed, find: FindField): string[] {
  const groups: string[] = [];
  const seen = new Set<string>();
  for (let id = field.parentId; id !== null && !seen.has(id); ) {
    seen.add(id);
    const parent = find(id);
    if (!parent) break;
    if (fieldTypeOf(parent.settings.type).holds === 'rows') groups.push(id);
    id = parent.parentId;
  }
  return groups;
}

/** True if a field can decide about another one: it is in the same row, or in one around it, and has a suitable type. */
export function canDecide(other: Placed, field: Placed, find: FindField): boolean {
  if (!fieldTypeOf(other.settings.type).canDecide) return false;
  const around = groupsAround(field, find);
  const [innermost] = groupsAround(other, find);
  return innermost === undefined || around.includes(innermost);
}

/** True if whether a field is shown depends on itself, by way of others and of the groups around them. */
export function dependsOnItself(id: string, find: FindField): boolean {
  const seen = new Set<string>();
  const leadsBack = (from: string | null | undefined): boolean => {
    if (from === id) return true;
    if (from === null || from === undefined || seen.has(from)) return false;
    seen.add(from);
    const field = find(from);
    return field !== undefined && (leadsBack(field.settings.shownWhen?.field) || leadsBack(field.parentId));
  };
  return leadsBack(find(id)?.settings.shownWhen?.field);
}

/** Error message for when a field is shown; otherwise undefined. */
export function checkShownWhen(id: string, find: FindField): string | undefined {
  const field = find(id);
  const shownWhen = field?.settings.shownWhen;
  if (!field || !shownWhen) return undefined;
  const other = find(shownWhen.field);
  if (!other) return 'the field that decides about this one is missing: choose another one';
  if (dependsOnItself(id, find)) return 'a field cannot decide about itself, not even by way of others';
  if (!canDecide(other, field, find)) return 'choose a field of the same row, or of one around it';
  if (shownWhen.is.length === 0) return 'enter at least one value';
  return shownWhen.is.flatMap((value) => checkWanted(value, other.settings) ?? [])[0];
}

function checkWanted(value: string | number | boolean, settings: FieldSettings): string | undefined {
  const { wrongKind, format, exported } = fieldTypeOf(settings.type);
  const reason = wrongKind(exported?.isList ? [value] : value, settings);
  const options = 'options' in settings ? settings.options : undefined;
  if (reason === undefined && !(options && !options.some((option) => option.id === value))) return undefined;
  return `${format(value, settings)} ${reason ?? 'is no option of the field any more'}`;
}
