import { object, string } from 'yup';
import { requiredEmail } from './email.ts';
import { requiredCode } from './second-factor.ts';

/** Validates the sign-in form; the code is only sent once it was asked for. */
export const signInRule = object({
  email: requiredEmail,
  password: string().required('Password is a required field'),
  code: string().trim().min(1, requiredCode),
});
