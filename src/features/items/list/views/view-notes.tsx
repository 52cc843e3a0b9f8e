import { CloseButton } from '@mantine/core';
import { filterOpLabels } from '@quartermaster/contract/field-types/filters.ts';
import type { TableSort } from '../../../../shared/table/table-column.ts';
import classes from '../items-list.module.css';
import type { ChangeFilters, ListFilter } from '../list-state.ts';

export interface ViewNotesProps {
  /** True if there is no view with the id in the address. */
  isMissing: boolean;
  /** Filters of the view that the template has no field for. */
  filters: readonly ListFilter[];
  /** The order of the view, if the list cannot be sorted by it. */
  sort: TableSort | undefined;
  onFilters: ChangeFilters;
  onSort: (sort: undefined) => void;
}

/** What of a saved view does not apply here, with buttons that take it out of the list. */
export function ViewNotes({ isMissing, filters, sort, onFilters, onSort }: ViewNotesProps) {
  const chip = (key: string, text: string, onRemove: () => void) => (
    <li key={key} className={classes.chip} title="The template has no such field here, or it is of another type">
      <span className={classes.chipCondition}>
        <s>{text}</s> does not apply here
      </span>
      <CloseButton size="xs" aria-label={`Remove ${text}`} onClick={onRemove} />
    </li>
  );
  return (
    <>
      {isMissing && (
        <p className={classes.viewNote} role="status">
          This view does not exist any more, or is a private one of another member.
        </p>
      )}
      <ul
        className={classes.chips}
        aria-label="Parts of the view that do not apply"
        hidden={filters.length === 0 && !sort}
      >
        {filters.map(({ internalId, fieldId, condition, value }) =>
          chip(internalId, `${fieldId} ${filterOpLabels[condition]} ${value}`.trim(), () =>
            onFilters((before) => before.filter((other) => other.internalId !== internalId)),
          ),
        )}
        {sort && chip('sort', `Sorted by ${sort.field}`, () => onSort(undefined))}
      </ul>
    </>
  );
}
