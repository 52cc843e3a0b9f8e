import { Checkbox, CloseButton, Group, Input } from '@mantine/core';
import { useId } from 'react';
import type { FieldInput } from '../field-type-view.ts';
import classes from './boolean.module.css';

/** An unset value must not look like a checked one. */
const quiet = { variant: 'outline', color: 'gray' } as const;

/** A checkbox with a third state: not set. */
export const BooleanInput: FieldInput<'boolean'> = ({ label, help, value, onChange, onBlur, error }) => {
  const helpId = useId();
  const isSet = typeof value === 'boolean';
  return (
    <Input.Wrapper {...help} descriptionProps={{ id: helpId }} error={error} labelElement="div">
      <Group gap="xs" wrap="nowrap" className={classes.boolean}>
        <Checkbox
          label={label}
          {...(help.description !== undefined && { 'aria-describedby': helpId })}
          checked={value === true}
          indeterminate={!isSet}
          {...(isSet ? {} : quiet)}
          onChange={(event) => onChange(event.currentTarget.checked)}
          onBlur={onBlur}
        />
        {isSet ? (
          <CloseButton size="sm" aria-label="Clear" title="Clear" onClick={() => onChange(null)} />
        ) : (
          <span className={classes.unset}>Not set</span>
        )}
      </Group>
    </Input.Wrapper>
  );
};
