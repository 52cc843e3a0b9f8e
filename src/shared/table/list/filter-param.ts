import type { FilterDraft } from '@quartermaster/contract/rules/filter.ts';

/** A filter in the URL of a list of items, in the parameter `filter`. */
export const filterParam = ({
  fieldId,
  condition,
  value,
}: Pick<FilterDraft, 'fieldId' | 'condition' | 'value'>): string => `${fieldId}:${condition}:${value}`;
