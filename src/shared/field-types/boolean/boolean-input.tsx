import { Button, Checkbox, Group, Input } from '@mantine/core';
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
      <Group gap="sm" className={classes.boolean}>
        <Checkbox
          label={label}
          {...(help.description !== undefined && { 'aria-describedby': helpId })}
          checked={value === true}
          indeterminate={!isSet}
          {...(isSet ? {} : quiet)}
          onChange={(event) => onChange(event.currentTarget.checked)}
          onBlur={onBlur}
        />
        <span className={classes.shown}>{isSet ? (value ? 'True' : 'False') : 'Not set'}</span>
        {isSet && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onChange(null)}>
            Clear
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
};
