import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** An input for a password that can be shown and hidden, by keyboard too; unlike Mantine's it says where it is wrong. */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput
    aria-invalid={props.error ? true : undefined}
    visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the characters', tabIndex: 0 }}
    {...props}
  />
);
