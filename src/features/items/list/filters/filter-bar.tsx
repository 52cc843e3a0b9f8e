import { Button } from '@mantine/core';
import { memo, type ReactNode, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { toolButton } from '../../../../shared/ui/compact.ts';
import { IconFilter } from '../../../../shared/ui/icons/filter.ts';
import type { FilterableField } from '../item-columns.tsx';
import classes from '../items-list.module.css';
import type { ChangeFilters, ListFilter } from '../list-state.ts';
import { FilterChips } from './filter-chips.tsx';
import { ConditionSelect, FieldSelect } from './filter-selects.tsx';
import { FilterValue } from './filter-value.tsx';
import { useFilterFocus } from './use-filter-focus.ts';
import { useFilterPopover } from './use-filter-popover.ts';
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
  const { draft, field, wrong, editing } = typed;
  const { valueBox, toggle, form, focusField, focusValue } = useFilterFocus(typed);
  const bar = useRef<HTMLDivElement>(null);
  const { isOpen, position, openAt, close, leave } = useFilterPopover({ bar, form, toggle, onLeave: typed.stop });
  const formId = useId();
  const stop = () => {
    flushSync(() => {
      close();
      typed.stop();
    });
    toggle.current?.focus();
  };

  return (
    <search className={classes.filters}>
      <div ref={bar} className={classes.bar}>
        {search}
        <FilterChips
          fields={fields}
          filters={filters}
          edited={editing}
          onEdit={(filter, chip) => {
            typed.edit(filter);
            openAt(chip);
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
          onClick={({ currentTarget }) => {
            if (isOpen) return stop();
            flushSync(() => {
              typed.stop();
              openAt(currentTarget);
            });
            focusField();
          }}
        >
          Filter
        </Button>
        <div className={classes.actions}>{children}</div>
        {isOpen && (
          <form
            ref={form}
            id={formId}
            className={classes.filterForm}
            data-chosen={field !== undefined || undefined}
            style={position}
            onSubmit={(event) => {
              event.preventDefault();
              if (typed.submit()) stop();
            }}
            onBlur={({ relatedTarget }) => leave(relatedTarget)}
            onKeyDown={(event) => {
              const hasList = event.target instanceof Element && event.target.ariaExpanded === 'true';
              if (event.key !== 'Escape' || hasList) return;
              event.preventDefault();
              stop();
            }}
            noValidate
          >
            <FieldSelect fields={fields} value={draft.fieldId} onChange={typed.chooseField} error={wrong.fieldId} />
            <ConditionSelect
              conditions={field?.conditions ?? none}
              value={draft.condition}
              onChange={typed.chooseCondition}
              error={wrong.condition}
            />
            <FilterValue
              field={field}
              draft={draft}
              onChange={typed.changeValue}
              error={wrong.value}
              boxRef={valueBox}
            />
            <FilterEnd
              onRemove={
                editing === undefined
                  ? undefined
                  : () => {
                      onChange((before) => before.filter(({ internalId }) => internalId !== editing));
                      stop();
                    }
              }
            />
          </form>
        )}
      </div>
      {notes}
    </search>
  );
});

/** The buttons of the form; a filter that is edited can be removed. */
const FilterEnd = ({ onRemove }: { onRemove: (() => void) | undefined }) => (
  <div className={classes.filterEnd}>
    {onRemove && (
      <Button variant="subtle" color="gray" onClick={onRemove}>
        Remove
      </Button>
    )}
    <Button type="submit" variant="default">
      Apply
    </Button>
  </div>
);
