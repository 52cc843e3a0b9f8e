import { object, string } from 'yup';
import { requiredEmail } from './email.ts';

/** Validates the sign-in form. */
export const signInRule = object({
  email: requiredEmail,
  password: string().required('Password is a required field'),
});
