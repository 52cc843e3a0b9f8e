import { Button, CloseButton } from '@mantine/core';
import { filterOpLabels, limitsOf } from '@quartermaster/contract/field-types/filters.ts';
import { unitText } from '../../../../shared/field-types/field-cell.tsx';
import { fieldTypeViewOf } from '../../../../shared/field-types/registry.ts';
import type { FilterableField } from '../item-columns.tsx';
import classes from '../items-list.module.css';
import type { ChangeFilters, ListFilter } from '../list-state.ts';

interface FilterChipsProps {
  fields: readonly FilterableField[];
  filters: readonly ListFilter[];
  /** The filter that is being changed. */
  edited: string | undefined;
  /** Called with the chip that was pressed. */
  onEdit: (filter: ListFilter, chip: Element) => void;
  onChange: ChangeFilters;
}

/** The active filters, each with a button that opens it in the form, and one that removes it. */
export function FilterChips({ fields, filters, edited, onEdit, onChange }: FilterChipsProps) {
  if (filters.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label="Filters">
      {filters.map((filter) => {
        const field = fields.find(({ id }) => id === filter.fieldId);
        const name = field?.header ?? filter.fieldId;
        const settings = field?.settings;
        const { FilterText, filterText } = settings ? fieldTypeViewOf(settings.type) : {};
        const ends = (filter.condition === 'between' && limitsOf(filter.value)) || [filter.value];
        const text = ends.map((end) => (settings && filterText?.(end, settings, filter.condition)) ?? end).join(' – ');
        const valueText = text === '' || !settings ? text : text + unitText(settings);
        const phrase = field?.phrases?.[filter.condition];
        const description = phrase ?? `${name} ${filterOpLabels[filter.condition]} ${valueText}`.trim();
        return (
          <li key={filter.internalId} className={classes.chip} data-edited={filter.internalId === edited || undefined}>
            <button
              type="button"
              className={classes.chipText}
              aria-label={`Edit filter ${description}`}
              title={description}
              onClick={({ currentTarget }) => onEdit(filter, currentTarget.parentElement ?? currentTarget)}
            >
              {phrase === undefined ? (
                <>
                  <span>{name}</span> <span>{filterOpLabels[filter.condition]}</span>
                </>
              ) : (
                phrase
              )}
              {valueText !== '' && ' '}
              <strong>
                {FilterText && settings && valueText !== '' ? (
                  <FilterText value={filter.value} settings={settings} />
                ) : (
                  valueText
                )}
              </strong>
            </button>
            <CloseButton
              size="xs"
              aria-label={`Remove filter ${description}`}
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
