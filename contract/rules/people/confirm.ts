import { object, string } from 'yup';
import { requiredCode } from './second-factor.ts';

/** Validates what confirms that it is the user: a password, or a code of the second factor. */
export const confirmRule = object({
  password: string().min(1, 'Password is a required field'),
  code: string().trim().min(1, requiredCode),
});
