import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { type FieldSettings, type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import type { FieldNode } from '../../../../shared/data/templates.ts';
import { compareRows, type FieldDifference } from '../../../../shared/item-diff/compare-rows.ts';

type Json = null | boolean | number | string | Json[] | JsonObject;
interface JsonObject {
  [key: string]: Json;
}

/**
 * The fields in which two versions of an exported item differ, one of which can be missing. As the template may have changed since, fields
 * are those of the JSON: objects are groups, lists of objects are rows.
 */
export function exportedDifferences(before: string | null, after: string | null): FieldDifference[] {
  const [old, next] = [fieldsOf(before), fieldsOf(after)];
  const nodes = nodesOf([next, old]);
  return compareRows(nodes, valuesOf(nodes, old), valuesOf(nodes, next));
}

function fieldsOf(item: string | null): JsonObject {
  const { id: _, ...fields }: JsonObject = item === null ? {} : JSON.parse(item);
  return fields;
}

/** The fields of these objects, which have mostly the same. */
function nodesOf(objects: readonly JsonObject[], parent = ''): FieldNode[] {
  const keys = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  return keys.map((name, order): FieldNode => {
    const id = `${parent}/${name}`;
    const values = objects.flatMap((object) => (object[name] == null ? [] : [object[name]]));
    const entries = values.every(Array.isArray) ? values.flat() : [];
    const node = (type: FieldType, children: FieldNode[] = []): FieldNode => ({
      field: { ...unused, id, order, parentId: null, settings: settingsOf(type, name) },
      children,
    });
    if (values.length > 0 && values.every(isObject)) return node('group', nodesOf(values, id));
    if (entries.length > 0 && entries.every(isObject)) return node('dynamic-group', nodesOf(entries, id));
    return node(typeOf(values));
  });
}

/** What the API has in addition. */
const unused = { children: [], created_at: '', updated_at: '' };

const settingsOf = (type: FieldType, name: string) =>
  ({ ...fieldTypes[type].defaultSettings, type, name, label: name }) as FieldSettings;

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The type of field that shows such values. */
function typeOf(values: readonly Json[]): FieldType {
  const areAll = (kind: string) => values.length > 0 && values.every((value) => typeof value === kind);
  if (areAll('number')) return 'float';
  if (areAll('boolean')) return 'boolean';
  if (areAll('string')) return 'long-text';
  return values.length > 0 && values.every(Array.isArray) ? 'text-list' : 'text';
}

/** The values of an object by the ids of these fields; those of groups are next to them. */
function valuesOf(nodes: readonly FieldNode[], object: JsonObject): ItemValues {
  const entries = nodes.flatMap(({ field: { id, settings }, children }): [string, ItemValues[string]][] => {
    const value = object[settings.name] ?? null;
    if (value === null) return [];
    if (settings.type === 'group') return isObject(value) ? Object.entries(valuesOf(children, value)) : [];
    if (settings.type === 'dynamic-group')
      return [[id, Array.isArray(value) ? value.filter(isObject).map((row) => valuesOf(children, row)) : []]];
    if (settings.type === 'text-list') return [[id, Array.isArray(value) ? value.map(textOf) : []]];
    return [[id, settings.type === 'text' || typeof value === 'object' ? textOf(value) : value]];
  });
  return Object.fromEntries(entries);
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
