import { Select, TextInput } from '@mantine/core';
import { type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { FieldIcon } from '../../../shared/field-types/field-icon.tsx';
import { IconCheck } from '../../../shared/ui/icons/check.ts';
import classes from './settings.module.css';

interface TypeSelectProps {
  type: FieldType;
  onChange: (type: FieldType) => void;
  isReadOnly: boolean;
  error: string | undefined;
}

const isType = (name: string | null): name is FieldType => name !== null && Object.hasOwn(fieldTypes, name);
const types = Object.keys(fieldTypes).filter(isType);

/** Selects the type of a field, shown with its icon and name, from the palette's types. */
export function TypeSelect({ type, onChange, isReadOnly, error }: TypeSelectProps) {
  const sign = <FieldIcon type={type} />;
  if (isReadOnly) return <TextInput label="Type" value={fieldTypes[type].label} leftSection={sign} readOnly />;
  const offered = types.filter((other) => other === type || fieldTypes[other].inPalette);
  return (
    <Select
      label="Type"
      data={offered.map((value) => ({ value, label: fieldTypes[value].label }))}
      value={type}
      onChange={(next) => isType(next) && onChange(next)}
      allowDeselect={false}
      error={error}
      maxDropdownHeight={320}
      leftSection={sign}
      renderOption={({ option, checked }) => (
        <span className={classes.option}>
          {isType(option.value) && <FieldIcon type={option.value} />} {option.label}
          {checked && <IconCheck size={14} aria-hidden />}
        </span>
      )}
    />
  );
}
