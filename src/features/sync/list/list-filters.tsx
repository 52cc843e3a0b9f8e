import { Select } from '@mantine/core';
import type { ChangedTemplate } from '@quartermaster/contract/endpoints/sync.ts';
import type { RefObject } from 'react';
import { SearchField } from '../../../shared/table/list/search-field.tsx';
import { changeWords } from '../../../shared/ui/change/change-mark.tsx';
import type { ListFilter } from '../changes/use-list-filter.ts';
import classes from '../sync.module.css';

interface ListFiltersProps {
  filter: ListFilter;
  /** The templates with changes, to filter by. */
  templates: readonly Pick<ChangedTemplate, 'template_id' | 'name'>[];
  template: string | undefined;
  searchInput: RefObject<HTMLInputElement | null>;
}

const kinds = [
  ...(['added', 'updated', 'removed'] as const).map((kind) => ({ value: kind, label: changeWords[kind] })),
  { value: 'conflict', label: 'Conflicts' } as const,
];

/** Filters the list of changes: by label or id, by kind of change or conflicts, by template. */
export const ListFilters = ({ filter, templates, template, searchInput }: ListFiltersProps) => (
  <>
    <div className={classes.search}>
      <SearchField
        label="Search changes"
        value={filter.items.search}
        onSearch={filter.setSearch}
        inputRef={searchInput}
      />
    </div>
    <Select
      className={classes.kind ?? ''}
      aria-label="Kind of change"
      placeholder="All changes"
      data={kinds}
      value={filter.items.isConflict ? 'conflict' : (filter.items.change ?? null)}
      onChange={(kind) => filter.setChange(kind ?? undefined)}
      clearable
      clearButtonProps={{ 'aria-label': 'Show all kinds of change' }}
    />
    <Select
      className={classes.filter ?? ''}
      aria-label="Template"
      placeholder="All templates"
      data={templates.map(({ template_id, name }) => ({ value: template_id, label: name }))}
      value={template ?? null}
      onChange={(templateId) => filter.setTemplate(templateId ?? undefined)}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Show all templates' }}
      nothingFoundMessage="No template with that name"
      limit={200}
    />
  </>
);
