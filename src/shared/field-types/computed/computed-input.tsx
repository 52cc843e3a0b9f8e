import { Textarea } from '@mantine/core';
import type { FieldInput } from '../field-type-view.ts';
import { unitSection } from '../number/unit-section.tsx';
import classes from './computed.module.css';

const words = new Map<unknown, string>([
  [true, 'True'],
  [false, 'False'],
]);

/** A computed value, which cannot be changed. */
export const ComputedInput: FieldInput<'computed-number' | 'computed-text' | 'computed-boolean'> = ({
  settings: { unit },
  label,
  help,
  value,
  error,
}) => (
  <Textarea
    label={label}
    {...help}
    rows={1}
    classNames={{ input: classes.input ?? '' }}
    readOnly
    placeholder="No value"
    value={words.get(value) ?? String(value ?? '')}
    error={error}
    {...(unit !== undefined && unitSection(unit))}
  />
);
