import { limitsOf, takesValue } from '@quartermaster/contract/field-types/filters.ts';
import type { FilterDraft } from '@quartermaster/contract/rules/filter.ts';
import type { ListFilter } from '../list-state.ts';

/** A filter as typed; in a range, `value` is the lower limit. */
export interface TypedFilter extends FilterDraft {
  upTo: string;
}

export const blankFilter: TypedFilter = { fieldId: '', condition: '', value: '', upTo: '' };

/** Joined with spaces, as a number may end or begin with a point. */
export const draftOf = ({ upTo, ...draft }: TypedFilter): FilterDraft => {
  if (!takesValue(draft.condition)) return { ...draft, value: '' };
  if (draft.condition !== 'between') return draft;
  const limits = [draft.value.trim(), upTo.trim()];
  return { ...draft, value: limits.some(Boolean) ? limits.join(' .. ') : '' };
};

/** With another condition; several values are not the value of a condition that takes one. */
export const withCondition = (typed: TypedFilter, condition: TypedFilter['condition']): TypedFilter => ({
  ...typed,
  condition,
  ...(typed.condition === 'anyOf' && condition !== 'anyOf' && { value: '' }),
});

export function typedOf({ fieldId, condition, value }: ListFilter): TypedFilter {
  const [low, high] = (condition === 'between' && limitsOf(value)) || [value, ''];
  return { fieldId, condition, value: low, upTo: high };
}
