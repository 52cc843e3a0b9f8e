import { type FieldSettings, fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { labelField, labelSettings } from '@quartermaster/contract/rules/bulk-edits/operations.ts';
import type { FieldNode } from '../data/templates.ts';

/** A field with its place in the template. */
export interface PlacedField {
  settings: FieldSettings;
  name: string;
  /** The names of the groups around it, outermost first; a dynamic group has rows. */
  around: { name: string; hasRows: boolean }[];
}

/** The label and all fields of a template, by id. */
export function placedFields(tree: readonly FieldNode[]): ReadonlyMap<string, PlacedField> {
  const found = new Map<string, PlacedField>([[labelField, { settings: labelSettings, name: 'Label', around: [] }]]);
  const visit = (nodes: readonly FieldNode[], around: PlacedField['around']) => {
    for (const { field, children } of nodes) {
      const { id, settings } = field;
      const name = settings.label || settings.name;
      found.set(id, { settings, name, around });
      visit(children, [...around, { name, hasRows: fieldTypeOf(settings.type).holds === 'rows' }]);
    }
  };
  visit(tree, []);
  return found;
}

/** A field with its groups and the numbers of its rows: `Attributes 2 › Key`. */
export function pathText({ name, around }: PlacedField, rows: readonly number[] | null): string {
  let depth = 0;
  const groups = around.map((group) => {
    const row = group.hasRows ? rows?.[depth++] : undefined;
    return row === undefined ? group.name : `${group.name} ${row + 1}`;
  });
  return [...groups, name].join(' › ');
}
