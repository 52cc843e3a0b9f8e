import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** An input for a password that can be shown and hidden, by keyboard too. */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput
    visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the characters', tabIndex: 0 }}
    {...props}
  />
);
