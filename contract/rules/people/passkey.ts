import { object } from 'yup';
import { nameText } from '../name.ts';

/** How many passkeys an account can have. */
export const passkeyLimit = 20;

/** Validates the name of a new passkey. */
export const passkeyRule = object({
  name: nameText().required('Name is a required field').max(32, 'Maximum 32 characters allowed'),
});
