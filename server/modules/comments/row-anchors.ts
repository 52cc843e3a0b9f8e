import { createHash } from 'node:crypto';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import * as anchors from '@quartermaster/contract/content/row-anchors.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { StoredField } from '../../core/tables/content.ts';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 12);

/** The dynamic groups around a field, outermost first, by field id; with itself, if it is one and a row of it is meant. */
export function groupsAround(fields: readonly StoredField[], fieldId: string, { isRow = false } = {}): string[] {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const groups: string[] = [];
  const self = byId.get(fieldId);
  for (let field = isRow ? self : byId.get(self?.parentId ?? ''); field; field = byId.get(field.parentId ?? ''))
    if (fieldTypeOf(field.settings.type).holds === 'rows') groups.unshift(field.id);
  return groups;
}

/** What rows are found by later, as threads store it. */
export const storeRows = (
  levels: readonly anchors.RowLevel[],
  hasFewValues?: (fieldId: string) => boolean,
): anchors.StoredRow[] => anchors.storeRows(hashOf, levels, hasFewValues);

/** The indexes that stored rows have now; null if one of them is not found for sure. */
export const findRows = (
  values: ItemValues,
  groups: readonly string[],
  stored: readonly anchors.StoredRow[],
  known?: anchors.RowHashes,
): number[] | null => anchors.findRows(hashOf, values, groups, stored, known);
