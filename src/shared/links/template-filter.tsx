import { type ComboboxItem, Select } from '@mantine/core';
import { containsText } from '@quartermaster/contract/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { useInstanceId } from '../access/active-instance.ts';
import { templateQueries } from '../data/templates.ts';
import { errorText } from '../http/error-text.ts';
import { useRequest } from '../services/request.ts';
import { texts } from '../ui/texts.ts';

interface TemplateFilterProps {
  /** The id of the template; undefined for all. */
  value: string | undefined;
  onChange: (templateId: string | undefined) => void;
  /** Deleted templates, by id, that can be chosen in addition. */
  others?: ReadonlyMap<string, string>;
}

/** Filters a list by one of the templates, searched by name or id. */
export function TemplateFilter({ value, onChange, others }: TemplateFilterProps) {
  const { data, error, refetch } = useQuery(templateQueries.list(useRequest(), useInstanceId()));
  const labels = new Map([
    ...(others ?? []),
    ...(data?.templates ?? []).map(({ id, header }) => [id, header.label] as const),
  ]);
  // A template that was deleted is still the filter of an address.
  if (value !== undefined && !labels.has(value)) labels.set(value, value);
  return (
    <Select
      aria-label="Template"
      placeholder="All templates"
      searchable
      clearable
      selectFirstOptionOnChange
      data={[...labels].map(([id, label]) => ({ value: id, label }))}
      filter={({ options, search }) => (options as ComboboxItem[]).filter((option) => matches(option, search))}
      limit={200}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      onDropdownOpen={() => {
        if (error) void refetch();
      }}
      nothingFoundMessage={error ? errorText(error) : texts.noResults}
    />
  );
}

const matches = ({ value, label }: ComboboxItem, search: string): boolean => {
  const sought = search.trim();
  return containsText(value, sought) || containsText(label, sought);
};
