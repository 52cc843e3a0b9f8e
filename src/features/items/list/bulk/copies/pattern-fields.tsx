import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus } from '../../../../../shared/ui/icons/plus.ts';
import { IconX } from '../../../../../shared/ui/icons/x.ts';
import classes from '../bulk.module.css';
import type { EditableField } from '../edit/editable-fields.ts';
import { FieldPicker } from '../edit/field-picker.tsx';
import type { FieldPatterns } from './use-field-patterns.ts';

interface PatternFieldsProps extends FieldPatterns {
  fields: readonly EditableField[];
}

/** The inputs for the values of copies: a field and its pattern each. */
export function PatternFields({ fields, patterns, add, change, remove }: PatternFieldsProps) {
  return (
    <>
      {patterns.map(({ key, fieldId, pattern, wrong }) => (
        <div key={key} className={classes.pattern}>
          <FieldPicker
            fields={fields}
            value={fieldId}
            onChange={(field) => change(key, { fieldId: field?.id ?? '' })}
            error={undefined}
            taken={patterns.filter((one) => one.key !== key).map((one) => one.fieldId)}
          />
          <TextInput
            aria-label="Pattern"
            placeholder="Pattern, for example sword_{n:02}"
            value={pattern}
            onChange={({ currentTarget }) => change(key, { pattern: currentTarget.value })}
            error={wrong}
            autoComplete="off"
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="input-sm"
            aria-label="Remove this field"
            title="Remove this field"
            onClick={() => remove(key)}
          >
            <IconX size={18} />
          </ActionIcon>
        </div>
      ))}
      {patterns.length < fields.length && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.add ?? ''}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={add}
        >
          Give a field another value
        </Button>
      )}
    </>
  );
}
