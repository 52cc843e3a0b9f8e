import { object, string } from 'yup';
import { requiredEmail } from './email.ts';
import { nameText } from './name.ts';

/** What the name of an account may be. */
export const accountNameRule = object({
  name: nameText().required('Name is a required field').max(32, 'Maximum 32 characters allowed'),
});

/** What changes the email of an account: the code that was mailed, and the new address. */
export const changeEmailRule = object({
  email: requiredEmail,
  code: string().trim().required('Code is a required field'),
});

/** What the forgotten-password form takes. */
export const forgotPasswordRule = object({
  email: requiredEmail,
});
