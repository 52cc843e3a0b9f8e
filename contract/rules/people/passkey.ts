import { object } from 'yup';
import { nameText } from '../name.ts';

/** How many passkeys an account can have. */
export const passkeyLimit = 20;

const name = nameText().required('Name is a required field').max(32, 'Maximum 32 characters allowed');

/** Validates the name of a passkey. */
export const passkeyRule = object({ name });

/** Validates the name of a new passkey, which has to differ from the names of the account's other ones. */
export const newPasskeyRule = (names: readonly string[]) => {
  const taken = new Set(names.map((one) => one.toLowerCase()));
  const message = 'You have a passkey with this name. Choose another one, so that you can tell them apart.';
  return object({ name: name.test('taken', message, (value) => !taken.has(value.toLowerCase())) });
};
