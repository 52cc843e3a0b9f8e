import { Select } from '@mantine/core';
import { foldText } from '@quartermaster/contract/texts.ts';
import { useMemo } from 'react';
import { FieldIcon } from '../../../../../shared/field-types/field-icon.tsx';
import classes from '../bulk.module.css';
import type { EditableField } from './editable-fields.ts';

interface FieldPickerProps {
  fields: readonly EditableField[];
  value: string;
  onChange: (field: EditableField | undefined) => void;
  error: string | undefined;
  /** Fields that cannot be chosen again. */
  taken?: readonly string[];
  /** Whether it gets the focus when its dialog opens, or when it is rendered. */
  takesFocus?: 'with-dialog' | 'at-once' | undefined;
}

/** Chooses a field of a template by its name or those of its groups, in the template's order. */
export function FieldPicker({ fields, value, onChange, error, taken = [], takesFocus }: FieldPickerProps) {
  const byId = useMemo(() => new Map(fields.map((field) => [field.id, field])), [fields]);
  const data = useMemo(() => groupsOf(fields, taken), [fields, taken]);
  return (
    <Select
      aria-label="Field"
      placeholder="Field"
      data={data}
      value={value || null}
      onChange={(id) => onChange(id === null ? undefined : byId.get(id))}
      error={error}
      data-autofocus={takesFocus === 'with-dialog' || undefined}
      autoFocus={takesFocus === 'at-once'}
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      nothingFoundMessage="No field with that name"
      limit={200}
      maxDropdownHeight={320}
      filter={({ options, search }) => {
        const sought = foldText(search.trim());
        const isFound = (id: string) => foldText(wholeName(byId.get(id))).includes(sought);
        return options
          .map((option) =>
            'group' in option ? { ...option, items: option.items.filter(({ value: id }) => isFound(id)) } : option,
          )
          .filter((option) => ('group' in option ? option.items.length > 0 : isFound(option.value)));
      }}
      renderOption={({ option }) => (
        <span className={classes.option}>
          <FieldIcon type={byId.get(option.value)?.settings.type ?? 'text'} />
          {byId.get(option.value)?.name}
        </span>
      )}
    />
  );
}

/** The name that the input shows: several groups may have a field of the same name. */
const wholeName = (field: EditableField | undefined) => (field ? [...field.path, field.name].join(' › ') : '');

interface FieldOption {
  value: string;
  label: string;
  disabled: boolean;
}

/** The fields, those of a group below its name. */
function groupsOf(fields: readonly EditableField[], taken: readonly string[]) {
  const options: (FieldOption | { group: string; items: FieldOption[] })[] = [];
  for (const field of fields) {
    const group = field.path.join(' › ');
    const option = { value: field.id, label: wholeName(field), disabled: taken.includes(field.id) };
    const last = options.at(-1);
    if (group === '') options.push(option);
    else if (last && 'group' in last && last.group === group) last.items.push(option);
    else options.push({ group, items: [option] });
  }
  return options;
}
