import type { Operation } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { type FieldValue, isEmpty, type OperationName } from '@quartermaster/contract/field-types/field-type.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { operationsOf, readOperations } from '@quartermaster/contract/rules/bulk-edits/operations.ts';
import { checkFilterDraft, toFilter } from '@quartermaster/contract/rules/filter.ts';
import type { FieldNode } from '../../../../../shared/data/templates.ts';
import { blankFilter, draftOf, type TypedFilter } from '../../filters/filter-draft.ts';
import { type EditableField, operationNamesOf } from './editable-fields.ts';

/** An operation that may still be incomplete. */
export interface OperationDraft {
  key: number;
  /** Empty until a field is chosen. */
  fieldId: string;
  op: OperationName;
  value: FieldValue;
  find: string;
  /** The condition on rows; null for all of them. */
  where: TypedFilter | null;
}

/** The errors of an operation, by input. */
export type OperationErrors = Partial<Record<'field' | 'op' | 'value' | 'find' | 'where', string>>;

/** An operation without input. */
export const blankOperation = (key: number): OperationDraft => ({
  key,
  fieldId: '',
  op: 'set',
  value: null,
  find: '',
  where: null,
});

/** Changes the field of an operation; what was entered for another field goes. */
export function withField(draft: OperationDraft, field: EditableField | undefined): OperationDraft {
  const names = field ? operationNamesOf(field.settings) : [];
  const op = names.includes(draft.op) ? draft.op : (names[0] ?? 'set');
  return { ...blankOperation(draft.key), fieldId: field?.id ?? '', op };
}

/** Starts a condition on the rows of a field. */
export const blankCondition = ({ conditions: [first] }: EditableField): TypedFilter => ({
  ...blankFilter,
  fieldId: first?.id ?? '',
  condition: first?.conditions[0] ?? '',
});

/** True if nothing was entered. */
export const isBlank = ({ fieldId }: OperationDraft): boolean => fieldId === '';

const whereErrorOf = (where: TypedFilter, field: EditableField): string | undefined => {
  const wrong = checkFilterDraft(
    draftOf(where),
    field.conditions.find(({ id }) => id === where.fieldId),
  );
  return wrong.fieldId ?? wrong.condition ?? wrong.value;
};

function toOperation(draft: OperationDraft, field: EditableField): Operation {
  const { op, value, find } = draft;
  const takes = operationsOf(field.settings)[op]?.takes ?? 'nothing';
  const { wire } = fieldTypeOf(field.settings.type);
  const isOfField = takes === 'value' || takes === 'list';
  const sent = isOfField && !isEmpty(value) ? wire.write(value, field.settings) : value;
  const filter = draft.where && draftOf(draft.where);
  return {
    field_id: field.id,
    op,
    ...(takes !== 'nothing' && { value: sent }),
    ...(takes === 'replacement' && { find }),
    ...(filter?.condition && { where: toFilter({ ...filter, condition: filter.condition }) }),
  };
}

/** The operations of a form, and the errors of each; without `operations` if there is an error. */
export function readDrafts(
  tree: readonly FieldNode[],
  fields: readonly EditableField[],
  drafts: readonly OperationDraft[],
): { errors: OperationErrors[]; operations: Operation[] | undefined } {
  const read = drafts.map((draft): { errors: OperationErrors; operation?: Operation } => {
    const field = fields.find(({ id }) => id === draft.fieldId);
    if (!field) return { errors: { field: 'Choose a field' } };
    const where = draft.where ? whereErrorOf(draft.where, field) : undefined;
    if (where !== undefined) return { errors: { where } };
    const operation = toOperation(draft, field);
    // The fields are those that the user may change.
    const result = readOperations(tree, [operation], { mayEditReadOnly: true });
    return { operation, errors: 'wrong' in result ? errorsOf(result.wrong) : {} };
  });
  const errors = read.map((one) => one.errors);
  const isValid = errors.every((one) => Object.keys(one).length === 0);
  return { errors, operations: isValid ? read.flatMap(({ operation }) => operation ?? []) : undefined };
}

/** The rule's errors by path, such as `operations.0.value`, by input. */
function errorsOf(wrong: Record<string, string>): OperationErrors {
  const errors: OperationErrors = {};
  for (const [path, reason] of Object.entries(wrong)) {
    const name = path.split('.')[2];
    errors[name === 'op' || name === 'value' || name === 'find' || name === 'where' ? name : 'field'] ??= reason;
  }
  return errors;
}

/** The errors that are shown: not those of an input that is still empty. */
export function shownErrors({ value, find, where }: OperationDraft, errors: OperationErrors): OperationErrors {
  const visible: OperationErrors = {};
  if (errors.op) visible.op = errors.op;
  if (errors.value && !isEmpty(value)) visible.value = errors.value;
  if (errors.find && (find !== '' || !isEmpty(value))) visible.find = errors.find;
  if (errors.where && where && (where.value !== '' || where.upTo !== '')) visible.where = errors.where;
  return visible;
}
