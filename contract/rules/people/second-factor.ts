import { object, string } from 'yup';

/** The message for a code that was not entered. */
export const requiredCode = 'Code is a required field';

/** Validates what a change of the second factor asks for: the password, and a code of the app or a recovery code. */
export const secondFactorRule = object({
  password: string().required('Password is a required field'),
  code: string().trim().required(requiredCode),
});
