import type { OperationName } from '@quartermaster/contract/field-types/field-type.ts';
import { type FieldSettings, fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { labelField, labelSettings, operationsOf } from '@quartermaster/contract/rules/bulk-edits/operations.ts';
import { subjectOfField } from '@quartermaster/contract/rules/filter.ts';
import type { FieldNode } from '../../../../../shared/data/templates.ts';
import type { FilterableField } from '../../item-columns.tsx';

/** A field that many items can be edited in at once. */
export interface EditableField {
  id: string;
  name: string;
  /** The names of the groups around it, outermost first. */
  path: string[];
  settings: FieldSettings;
  isInRows: boolean;
  /** The fields that conditions on its rows can be about; empty outside of rows. */
  conditions: FilterableField[];
}

/** The label of the items, and the fields of their template with operations that the user may change, in its order. */
export const editableFields = (
  tree: readonly FieldNode[],
  { mayEditReadOnly }: { mayEditReadOnly: boolean },
): EditableField[] => [
  { id: labelField, name: 'Label', path: [], settings: labelSettings, isInRows: false, conditions: [] },
  ...fieldsIn(tree, [], null).filter(({ settings }) => mayEditReadOnly || !settings.readOnly),
];

/** The operations of a field, in the order of its type. */
export const operationNamesOf = (settings: FieldSettings): OperationName[] =>
  Object.keys(operationsOf(settings)) as OperationName[];

/** `rows` are the values of the same row, and of the rows around it, for conditions; null outside of rows. */
function fieldsIn(nodes: readonly FieldNode[], path: string[], rows: FilterableField[] | null): EditableField[] {
  return nodes.flatMap(({ field: { id, settings }, children }): EditableField[] => {
    const name = settings.label || settings.name;
    const { holds } = fieldTypeOf(settings.type);
    if (holds === 'group') return fieldsIn(children, [...path, name], rows);
    if (holds === 'rows')
      return fieldsIn(children, [...path, name], [...(rows ?? []), ...conditionsIn(children, [name])]);
    if (operationNamesOf(settings).length === 0) return [];
    return [{ id, name, path, settings, isInRows: rows !== null, conditions: rows ?? [] }];
  });
}

/** The values of a row, as subjects of a condition. */
const conditionsIn = (nodes: readonly FieldNode[], path: string[]): FilterableField[] =>
  nodes.flatMap(({ field: { id, settings }, children }): FilterableField[] => {
    const { filter, holds } = fieldTypeOf(settings.type);
    const name = settings.label || settings.name;
    if (holds === 'group') return conditionsIn(children, [...path, name]);
    if (holds !== 'value' || filter.conditions.length === 0) return [];
    const header = [...path, name].join(' / ');
    return [{ id, header, settings, ...subjectOfField(settings) }];
  });
