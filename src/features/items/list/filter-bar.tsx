import { Button, TextInput } from '@mantine/core';
import type { FilterOp } from '@quartermaster/contract/field-types/filters.ts';
import { checkFilterDraft, type FilterDraft } from '@quartermaster/contract/rules/filter.ts';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, memo, useCallback, useRef, useState } from 'react';
import { fieldTypeViewOf } from '../../../shared/field-types/registry.ts';
import { SearchKey } from '../../../shared/table/search/search-key.tsx';
import { useKey } from '../../../shared/ui/hooks/use-key.ts';
import { isTyping } from '../../../shared/ui/hooks/use-page-event.ts';
import { FilterChips } from './filter-chips.tsx';
import { ConditionSelect, FieldSelect } from './filter-selects.tsx';
import type { FilterableField } from './item-columns.tsx';
import classes from './items-list.module.css';
import { type ChangeFilters, type ListFilter, toListFilter } from './list-state.ts';

interface FilterBarProps {
  fields: readonly FilterableField[];
  filters: readonly ListFilter[];
  onChange: ChangeFilters;
}

const none: never[] = [];
const blank: FilterDraft = { fieldId: 'label', condition: 'contains', value: '' };

/** Adds filters to a list, all of which must match; `/` focuses it. Memoized because rows change more often. */
export const FilterBar = memo(function FilterBar({ fields, filters, onChange }: FilterBarProps) {
  const [draft, setDraft] = useState<FilterDraft>(blank);
  const [isTried, setTried] = useState(false);
  const valueBox = useRef<HTMLDivElement>(null);
  const field = fields.find(({ id }) => id === draft.fieldId);
  const wrong = isTried ? checkFilterDraft(draft, field) : {};

  const focusValue = () => valueBox.current?.querySelector<HTMLElement>('input, select')?.focus();
  useKey((event) => event.key === '/' && !isTyping(event), focusValue);

  const chooseField = useCallback(
    (fieldId: string | null) => {
      const conditions = fields.find(({ id }) => id === fieldId)?.conditions ?? none;
      setDraft({ fieldId: fieldId ?? '', condition: conditions[0] ?? '', value: '' });
      setTried(false);
    },
    [fields],
  );
  const chooseCondition = useCallback(
    (condition: FilterOp | '') => setDraft((before) => ({ ...before, condition })),
    [],
  );
  const add = (event: FormEvent) => {
    event.preventDefault();
    const { fieldId, condition, value } = draft;
    setTried(true);
    if (condition === '' || Object.keys(checkFilterDraft(draft, field)).length > 0) return;
    const added = toListFilter({ fieldId, condition, value: value.trim() });
    onChange((before) => {
      const isThere = before.some(({ internalId }) => internalId === added.internalId);
      return isThere ? before : [...before, added];
    });
    setDraft({ ...draft, value: '' });
    setTried(false);
    focusValue();
  };
  const setValue = (value: string) => setDraft({ ...draft, value });
  const FilterInput = field?.settings && fieldTypeViewOf(field.settings.type).FilterInput;

  return (
    <search className={classes.filters}>
      <form className={classes.filterForm} onSubmit={add} noValidate>
        <FieldSelect fields={fields} value={draft.fieldId} onChange={chooseField} error={wrong.fieldId} />
        <ConditionSelect
          conditions={field?.conditions ?? none}
          value={draft.condition}
          onChange={chooseCondition}
          error={wrong.condition}
        />
        <div ref={valueBox} className={classes.filterValue}>
          {FilterInput && field.settings ? (
            <FilterInput
              settings={field.settings}
              value={draft.value}
              onChange={setValue}
              label="Filter value"
              error={wrong.value}
            />
          ) : (
            <TextInput
              aria-label="Filter value"
              placeholder="Value"
              value={draft.value}
              onChange={(event) => setValue(event.currentTarget.value)}
              error={wrong.value}
              maxLength={1000}
              autoComplete="off"
              rightSection={<SearchKey />}
              rightSectionPointerEvents="none"
            />
          )}
        </div>
        <Button type="submit" variant="default" leftSection={<IconPlus size={16} aria-hidden />}>
          Add filter
        </Button>
      </form>
      <FilterChips
        fields={fields}
        filters={filters}
        onChange={(change) => {
          onChange(change);
          focusValue();
        }}
      />
    </search>
  );
});
