import { object, string } from 'yup';
import { wrongEmail } from './email.ts';
import { nameText } from './name.ts';

const tooShort = 'Must be at least 2 characters';
const tooLong = 'Must be at most 32 characters';
const accountName = nameText().min(2, tooShort).max(32, tooLong);

/** What an invited person may give as their name, or leave out. */
export const invitedNameRule = object({ account_name: accountName });

/** Validates the registration form. */
export const registrationRule = object({
  // Asked for first, or an empty name would be too short.
  account_name: nameText().required('Name is a required field').min(2, tooShort).max(32, tooLong),
  email: string().trim().required(wrongEmail).min(5, wrongEmail).max(64, wrongEmail).email(wrongEmail),
});
