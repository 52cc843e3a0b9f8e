import { ActionIcon, Button } from '@mantine/core';
import { memo, type ReactNode, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { toolButton } from '../../../../shared/ui/compact.ts';
import { IconCheck } from '../../../../shared/ui/icons/check.ts';
import { IconFilter } from '../../../../shared/ui/icons/filter.ts';
import { IconX } from '../../../../shared/ui/icons/x.ts';
import type { FilterableField } from '../item-columns.tsx';
import classes from '../items-list.module.css';
import type { ChangeFilters, ListFilter } from '../list-state.ts';
import { FilterChips } from './filter-chips.tsx';
import { ConditionSelect, FieldSelect } from './filter-selects.tsx';
import { FilterValue } from './filter-value.tsx';
import { useFilterFocus } from './use-filter-focus.ts';
import { useTypedFilter } from './use-typed-filter.ts';

interface FilterBarProps {
  fields: readonly FilterableField[];
  filters: readonly ListFilter[];
  onChange: ChangeFilters;
  /** The input of the search, before the filters. */
  search: ReactNode;
  /** The tools, at the end of the line. */
  children: ReactNode;
  /** Below the tools and the form. */
  notes: ReactNode;
}

const none: never[] = [];

/** Adds filters to a list, which must all match, and edits them. Memoized because rows change more often. */
export const FilterBar = memo(function FilterBar(props: FilterBarProps) {
  const { fields, filters, onChange, search, children, notes } = props;
  const typed = useTypedFilter(fields, filters, onChange);
  const { draft, field, wrong, editing, reopened } = typed;
  /** The form is shown on demand. */
  const [isOpen, setOpen] = useState(false);
  const { valueBox, toggle, form, focusField, focusValue } = useFilterFocus(typed);
  const formId = useId();
  const stopEditing = () => {
    typed.stop();
    focusValue();
  };

  return (
    <search className={classes.filters}>
      <div className={classes.bar}>
        {search}
        <FilterChips
          fields={fields}
          filters={filters}
          edited={editing}
          onEdit={(filter) => {
            typed.edit(filter);
            setOpen(true);
          }}
          onChange={(change) => {
            onChange(change);
            typed.release();
            focusValue();
          }}
        />
        <Button
          ref={toggle}
          {...toolButton}
          leftSection={<IconFilter size={16} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={formId}
          title="Filter"
          onClick={() => {
            if (isOpen) typed.stop();
            flushSync(() => setOpen(!isOpen));
            if (!isOpen) focusField();
          }}
        >
          Filter
        </Button>
        <div className={classes.actions}>{children}</div>
        <form
          ref={form}
          id={formId}
          className={classes.filterForm}
          data-open={isOpen || undefined}
          onSubmit={(event) => {
            event.preventDefault();
            if (typed.submit()) focusValue();
          }}
          onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && reopened && stopEditing()}
          noValidate
        >
          <FieldSelect fields={fields} value={draft.fieldId} onChange={typed.chooseField} error={wrong.fieldId} />
          <ConditionSelect
            conditions={field?.conditions ?? none}
            value={draft.condition}
            onChange={typed.chooseCondition}
            error={wrong.condition}
          />
          <FilterValue field={field} draft={draft} onChange={typed.changeValue} error={wrong.value} boxRef={valueBox} />
          <Button type="submit" variant="default" leftSection={<IconCheck size={16} aria-hidden />}>
            Apply
          </Button>
          {reopened && (
            <ActionIcon variant="default" size="input-sm" aria-label="Keep the filter as it was" onClick={stopEditing}>
              <IconX size={18} aria-hidden />
            </ActionIcon>
          )}
        </form>
      </div>
      {notes}
    </search>
  );
});
