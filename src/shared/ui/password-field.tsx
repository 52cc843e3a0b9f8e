import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A password input with a show/hide toggle that is reachable by keyboard; unlike Mantine's, it sets `aria-invalid`. */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput
    aria-invalid={props.error ? true : undefined}
    visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the characters', tabIndex: 0 }}
    {...props}
  />
);
