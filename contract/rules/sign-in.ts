import { object, string } from 'yup';
import { requiredEmail } from './email.ts';

/** What the sign-in form takes. */
export const signInRule = object({
  email: requiredEmail,
  password: string().required('Password is a required field'),
});
