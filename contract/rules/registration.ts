import { object, string } from 'yup';
import { wrongEmail } from './email.ts';
import { nameText } from './name.ts';

/** Validates the registration form. */
export const registrationRule = object({
  account_name: nameText()
    .required('Name is a required field')
    .min(2, 'Must be at least 2 characters')
    .max(32, 'Must be at most 32 characters'),
  email: string().trim().required(wrongEmail).min(5, wrongEmail).max(64, wrongEmail).email(wrongEmail),
});
