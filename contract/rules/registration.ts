import { object, string } from 'yup';
import { wrongEmail } from './email.ts';
import { nameText } from './name.ts';

const accountName = nameText().min(2, 'Must be at least 2 characters').max(32, 'Must be at most 32 characters');

/** What an invited person may give as their name, or leave out. */
export const invitedNameRule = object({ account_name: accountName });

/** What the registration form takes. */
export const registrationRule = object({
  account_name: accountName.required('Name is a required field'),
  email: string().trim().required(wrongEmail).min(5, wrongEmail).max(64, wrongEmail).email(wrongEmail),
});
