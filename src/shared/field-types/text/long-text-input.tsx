import { Textarea } from '@mantine/core';
import type { FieldInput } from '../field-type-view.ts';
import classes from './text.module.css';

/** Several lines of text: the box grows with them; where the browser cannot do that, it has some from the start. */
export const LongTextInput: FieldInput<'long-text'> = ({ settings, label, help, value, onChange, onBlur, error }) => (
  <Textarea
    label={label}
    {...help}
    placeholder={settings.placeholder}
    withAsterisk={settings.required}
    rows={4}
    classNames={{ input: classes.long ?? '' }}
    data-monospace={settings.isMonospace || undefined}
    spellCheck={!settings.isMonospace}
    value={typeof value === 'string' ? value : ''}
    onChange={(event) => onChange(event.currentTarget.value)}
    onBlur={onBlur}
    error={error}
  />
);
