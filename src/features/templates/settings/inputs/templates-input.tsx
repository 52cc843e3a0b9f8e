import { MultiSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useInstanceId } from '../../../../shared/access/active-instance.ts';
import { templateQueries } from '../../../../shared/data/templates.ts';
import { errorText } from '../../../../shared/http/error-text.ts';
import { useTemplateOptions } from '../../../../shared/links/template-labels.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import type { SettingInput } from './setting-input.ts';

/** Selects several of the instance's templates by typing; Backspace removes the last one. */
export const TemplatesInput: SettingInput = ({ setting, value, onChange, onBlur, error, isReadOnly }) => {
  const ids = Array.isArray(value) ? value.map(String) : [];
  const { data, error: failure, refetch } = useQuery(templateQueries.choices(useRequest(), useInstanceId()));
  // A deleted template is still one of the field's.
  const options = useTemplateOptions([...new Set([...(data?.templates ?? []).map(({ id }) => id), ...ids])]);
  const { label, description } = setting;
  if (isReadOnly) {
    const labels = ids.map((id) => options.find((option) => option.value === id)?.label ?? id);
    return <TextInput label={label} description={description} value={labels.join(', ')} readOnly />;
  }
  return (
    <MultiSelect
      label={label}
      description={description}
      withAsterisk
      searchable
      clearable
      hidePickedOptions
      selectFirstOptionOnChange
      data={options}
      limit={200}
      value={ids}
      onChange={onChange}
      onBlur={onBlur}
      onDropdownOpen={() => {
        if (failure) void refetch();
      }}
      error={error}
      placeholder={ids.length === 0 ? 'Search by name' : ''}
      nothingFoundMessage={failure ? errorText(failure) : data ? 'No templates' : 'Loading…'}
      clearButtonProps={{ 'aria-label': 'Clear' }}
    />
  );
};
