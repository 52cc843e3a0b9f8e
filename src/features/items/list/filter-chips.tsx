import { Button, CloseButton } from '@mantine/core';
import { filterOpLabels } from '@quartermaster/contract/field-types/filters.ts';
import { fieldTypeViewOf } from '../../../shared/field-types/registry.ts';
import type { FilterableField } from './item-columns.tsx';
import classes from './items-list.module.css';
import type { ChangeFilters, ListFilter } from './list-state.ts';

interface FilterChipsProps {
  fields: readonly FilterableField[];
  filters: readonly ListFilter[];
  onChange: ChangeFilters;
}

/** The active filters, each with a button that removes it. */
export function FilterChips({ fields, filters, onChange }: FilterChipsProps) {
  if (filters.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label="Filters">
      {filters.map((filter) => {
        const field = fields.find(({ id }) => id === filter.fieldId);
        const name = field?.header ?? filter.fieldId;
        const FilterText = field?.settings && fieldTypeViewOf(field.settings.type).FilterText;
        return (
          <li key={filter.internalId} className={classes.chip}>
            <span className={classes.chipText} title={`${name} ${filterOpLabels[filter.condition]} ${filter.value}`}>
              {name} <span className={classes.chipCondition}>{filterOpLabels[filter.condition]}</span>{' '}
              <strong>
                {FilterText && field.settings ? (
                  <FilterText value={filter.value} settings={field.settings} />
                ) : (
                  filter.value
                )}
              </strong>
            </span>
            <CloseButton
              size="xs"
              aria-label={`Remove filter ${name} ${filterOpLabels[filter.condition]} ${filter.value}`}
              onClick={() => onChange((before) => before.filter(({ internalId }) => internalId !== filter.internalId))}
            />
          </li>
        );
      })}
      {filters.length > 1 && (
        <li>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onChange(() => [])}>
            Clear all
          </Button>
        </li>
      )}
    </ul>
  );
}
