import { Textarea } from '@mantine/core';
import type { FieldInput } from '../field-type-view.ts';
import classes from './text.module.css';

/** Text of any length: the box grows with it. */
export const TextFieldInput: FieldInput<'text'> = ({ settings, label, help, value, onChange, onBlur, error }) => (
  <Textarea
    label={label}
    {...help}
    placeholder={settings.placeholder}
    withAsterisk={settings.required}
    rows={1}
    classNames={{ input: classes.text ?? '' }}
    value={typeof value === 'string' ? value : ''}
    onChange={(event) => onChange(event.currentTarget.value)}
    onBlur={onBlur}
    error={error}
  />
);
