import {
  checkIntegerText,
  type Filter,
  type FilterOp,
  filterOps,
  idConditions,
  labelConditions,
} from '../field-types/filters.ts';

/** What can be asked of a field: its conditions, and why a typed value cannot be compared with it. */
export interface FilterSubject {
  conditions: readonly FilterOp[];
  checkFilter: (value: string) => string | undefined;
}

/** Pseudo-fields that every item has, whatever its template. */
export const pseudoFields = {
  id: { conditions: idConditions, checkFilter: checkIntegerText },
  label: { conditions: labelConditions, checkFilter: () => undefined },
} as const satisfies Record<string, FilterSubject>;

/** A filter while a person fills it in: each part is empty until it is chosen. */
export interface FilterDraft {
  fieldId: string;
  condition: FilterOp | '';
  value: string;
}

/** What is wrong with a filter, by its part; empty where it can be used. `subject` is undefined while no field is chosen. */
export function checkFilterDraft(
  draft: FilterDraft,
  subject: FilterSubject | undefined,
): Partial<Record<keyof FilterDraft, string>> {
  const wrong: Partial<Record<keyof FilterDraft, string>> = {};
  if (draft.fieldId === '' || !subject) wrong.fieldId = 'required field';
  if (draft.condition === '' || (subject && !subject.conditions.includes(draft.condition)))
    wrong.condition = 'required field';
  const value = draft.value.trim();
  const reason = value === '' ? 'Value is required' : subject?.checkFilter(value);
  if (reason) wrong.value = reason;
  return wrong;
}

/** The filter as the list call takes it; only of a draft that {@link checkFilterDraft} finds nothing wrong with. */
export const toFilter = (draft: FilterDraft & { condition: FilterOp }): Filter => ({
  template_field_id: draft.fieldId,
  op: filterOps[draft.condition],
  value: draft.value.trim(),
});
