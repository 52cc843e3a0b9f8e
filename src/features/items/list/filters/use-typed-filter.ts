import { type FilterOp, takesValue } from '@quartermaster/contract/field-types/filters.ts';
import { checkFilterDraft } from '@quartermaster/contract/rules/filter.ts';
import { useCallback, useState } from 'react';
import { useStableCallback } from '../../../../shared/ui/hooks/use-stable-callback.ts';
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
  /** True if that one was applied as its value was chosen: it follows further choices, and another field adds a filter. */
  const [isApplied, setApplied] = useState(false);
  /** How often a field has been chosen: its value is typed next. */
  const [chosen, setChosen] = useState(0);
  const field = fields.find(({ id }) => id === draft.fieldId);
  const editing = filters.some(({ internalId }) => internalId === edited) ? edited : undefined;

  const chooseField = useCallback(
    (fieldId: string | null) => {
      const conditions = fields.find(({ id }) => id === fieldId)?.conditions ?? none;
      setDraft({ ...blankFilter, fieldId: fieldId ?? '', condition: conditions[0] ?? '' });
      setTried(false);
      if (isApplied) setEdited(undefined);
      setApplied(false);
      if (fieldId !== null) setChosen((before) => before + 1);
    },
    [fields, isApplied],
  );
  /** Starts again with another draft, and with the filter that it changes. */
  const startFrom = (next: TypedFilter, changed?: string) => {
    setDraft(next);
    setTried(false);
    setEdited(changed);
    setApplied(false);
  };
  /** Adds or changes the filter; undefined if it is incomplete. */
  const apply = (next: TypedFilter): string | undefined => {
    const { fieldId, condition, value } = draftOf(next);
    if (condition === '' || Object.keys(checkFilterDraft({ fieldId, condition, value }, field)).length > 0) return;
    const added = toListFilter({ fieldId, condition, value: value.trim() });
    onChange((before) => {
      const others = before.filter(({ internalId }) => internalId !== added.internalId || internalId === editing);
      if (editing) return others.map((filter) => (filter.internalId === editing ? added : filter));
      return others.length < before.length ? before : [...before, added];
    });
    return added.internalId;
  };
  const choose = (next: TypedFilter) => {
    setDraft(next);
    const id = apply(next);
    if (id === undefined) return;
    setTried(false);
    setEdited(id);
    setApplied(isApplied || !editing);
  };
  return {
    draft,
    field,
    wrong: isTried ? checkFilterDraft(draftOf(draft), field) : {},
    edited,
    chosen,
    editing,
    chooseField,
    chooseCondition: useStableCallback((condition: FilterOp | '') => {
      const next = withCondition(draft, condition);
      if (condition !== '' && !takesValue(condition)) choose(next);
      else setDraft(next);
    }),
    /** Typed values, and the limits of a range, wait for {@link submit}. */
    changeValue: (changed: Partial<TypedFilter>, isChosen = false) => {
      const next = { ...draft, ...changed };
      if (isChosen && draft.condition !== 'between') choose(next);
      else setDraft(next);
    },
    edit: (filter: ListFilter) => startFrom(typedOf(filter), filter.internalId),
    stop: () => startFrom(blankFilter),
    /** Empties the value of an applied filter, which may be removed. */
    release: () => isApplied && startFrom({ ...draft, value: '', upTo: '' }),
    /** Applies the typed filter; returns false if it is incomplete. */
    submit: (): boolean => {
      setTried(true);
      if (apply(draft) === undefined) return false;
      startFrom({ ...draft, value: '', upTo: '' });
      return true;
    },
  };
}
