import { TextInput } from '@mantine/core';
import type { FieldOperation } from '@quartermaster/contract/field-types/field-type.ts';
import type { ReactNode } from 'react';
import { fieldInputOf } from '../../../../../shared/field-types/inputs.ts';
import { NumberText } from '../../../../../shared/field-types/number/number-text.tsx';
import { unitSection } from '../../../../../shared/field-types/number/unit-section.tsx';
import { helpProps } from '../../../../../shared/item-form/field-help.tsx';
import classes from '../bulk.module.css';
import type { EditableField } from './editable-fields.ts';
import type { OperationDraft, OperationErrors } from './operation-draft.ts';

interface OperationValueProps {
  field: EditableField;
  takes: FieldOperation['takes'];
  draft: OperationDraft;
  onChange: (changed: Pick<OperationDraft, 'value'> | Pick<OperationDraft, 'find'>) => void;
  errors: OperationErrors;
}

/** The input of an operation: that of the field's type, a number, or texts. */
export function OperationValue({ field, takes, draft, onChange, errors }: OperationValueProps): ReactNode {
  const { value, find } = draft;
  if (takes === 'nothing') return null;
  if (takes === 'number')
    return (
      <NumberText
        aria-label="Value"
        placeholder="Value"
        inputMode="decimal"
        value={value}
        onChange={(next) => onChange({ value: next })}
        error={errors.value}
        // A factor has no unit.
        {...(draft.op === 'add' && field.settings.unit !== undefined && unitSection(field.settings.unit))}
      />
    );
  const text = (name: 'value' | 'find', label: string) => (
    <TextInput
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      value={name === 'find' ? find : String(value ?? '')}
      onChange={({ currentTarget }) =>
        onChange(name === 'find' ? { find: currentTarget.value } : { value: currentTarget.value })
      }
      error={errors[name]}
    />
  );
  if (takes === 'text') return text('value', 'Text');
  if (takes === 'replacement')
    return (
      <div className={classes.replacement}>
        {text('find', 'Find')}
        {text('value', 'Replace with')}
      </div>
    );
  const Input = fieldInputOf(field.settings.type);
  return (
    Input && (
      <Input
        settings={field.settings}
        label="Value"
        help={helpProps(field.settings)}
        value={value ?? undefined}
        onChange={(next) => onChange({ value: next })}
        onBlur={() => undefined}
        error={errors.value}
      />
    )
  );
}
