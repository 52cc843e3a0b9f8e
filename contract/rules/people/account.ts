import { object, string } from 'yup';
import { nameText } from '../name.ts';
import { requiredEmail } from './email.ts';

/** Validates the name of an account. */
export const accountNameRule = object({
  name: nameText().required('Name is a required field').max(32, 'Maximum 32 characters allowed'),
});

/** Validates a change of email: the emailed code and the new address. */
export const changeEmailRule = object({
  email: requiredEmail,
  code: string().trim().required('Code is a required field'),
});

/** Validates the forgot-password form. */
export const forgotPasswordRule = object({
  email: requiredEmail,
});
