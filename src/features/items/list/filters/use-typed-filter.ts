import type { FilterOp } from '@quartermaster/contract/field-types/filters.ts';
import { checkFilterDraft } from '@quartermaster/contract/rules/filter.ts';
import { useCallback, useState } from 'react';
import type { FilterableField } from '../item-columns.tsx';
import { type ChangeFilters, type ListFilter, toListFilter } from '../list-state.ts';
import { blankFilter, draftOf, type TypedFilter, typedOf, withCondition } from './filter-draft.ts';

const none: never[] = [];

/** The filter that is being typed: a new one, or the change of one in the list. */
export function useTypedFilter(
  fields: readonly FilterableField[],
  filters: readonly ListFilter[],
  onChange: ChangeFilters,
) {
  const [draft, setDraft] = useState<TypedFilter>(blankFilter);
  const [isTried, setTried] = useState(false);
  /** The filter that is being changed instead of adding one. */
  const [edited, setEdited] = useState<string>();
  /** How often a field has been chosen: its value is typed next. */
  const [chosen, setChosen] = useState(0);
  const field = fields.find(({ id }) => id === draft.fieldId);
  const editing = filters.some(({ internalId }) => internalId === edited) ? edited : undefined;

  const chooseField = useCallback(
    (fieldId: string | null) => {
      const conditions = fields.find(({ id }) => id === fieldId)?.conditions ?? none;
      setDraft({ ...blankFilter, fieldId: fieldId ?? '', condition: conditions[0] ?? '' });
      setTried(false);
      if (fieldId !== null) setChosen((before) => before + 1);
    },
    [fields],
  );
  const chooseCondition = useCallback(
    (condition: FilterOp | '') => setDraft((before) => withCondition(before, condition)),
    [],
  );
  /** Starts again with another draft, and with the filter that it changes. */
  const startFrom = (next: TypedFilter, changed?: string) => {
    setDraft(next);
    setTried(false);
    setEdited(changed);
  };
  return {
    draft,
    field,
    wrong: isTried ? checkFilterDraft(draftOf(draft), field) : {},
    edited,
    chosen,
    editing,
    chooseField,
    chooseCondition,
    changeValue: (changed: Partial<TypedFilter>) => setDraft({ ...draft, ...changed }),
    edit: (filter: ListFilter) => startFrom(typedOf(filter), filter.internalId),
    stop: () => startFrom(blankFilter),
    /** Adds or changes the filter; returns false if the draft is incomplete. */
    submit: (): boolean => {
      const { fieldId, condition, value } = draftOf(draft);
      setTried(true);
      if (condition === '' || Object.keys(checkFilterDraft({ fieldId, condition, value }, field)).length > 0)
        return false;
      const added = toListFilter({ fieldId, condition, value: value.trim() });
      onChange((before) => {
        const others = before.filter(({ internalId }) => internalId !== added.internalId || internalId === editing);
        if (editing) return others.map((filter) => (filter.internalId === editing ? added : filter));
        return others.length < before.length ? before : [...before, added];
      });
      startFrom({ ...draft, value: '', upTo: '' });
      return true;
    },
  };
}
