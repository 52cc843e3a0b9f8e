import { Select } from '@mantine/core';
import type { ChangedTemplate } from '@quartermaster/contract/endpoints/sync.ts';

interface TemplateFilterProps {
  templates: readonly Pick<ChangedTemplate, 'template_id' | 'name'>[];
  value: string | undefined;
  onChange: (templateId: string | undefined) => void;
}

/** Chooses one of the templates with changes; all of them where none is chosen. */
export const TemplateFilter = ({ templates, value, onChange }: TemplateFilterProps) => (
  <Select
    aria-label="Template"
    placeholder="All templates"
    data={templates.map(({ template_id, name }) => ({ value: template_id, label: name }))}
    value={value ?? null}
    onChange={(templateId) => onChange(templateId ?? undefined)}
    searchable
    clearable
    clearButtonProps={{ 'aria-label': 'Show all templates' }}
    nothingFoundMessage="No template of that name"
    limit={200}
  />
);
