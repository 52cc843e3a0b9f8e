import { object, string } from 'yup';
import { nameText } from '../name.ts';
import { wrongEmail } from './email.ts';

const shortest = [2, 'Must be at least 2 characters'] as const;
const longest = [32, 'Must be at most 32 characters'] as const;

/** Validates the optional name of an invited user. */
export const invitedNameRule = object({
  account_name: nameText()
    .transform((name: unknown) => (name === '' ? undefined : name))
    .min(...shortest)
    .max(...longest),
});

/** Validates the registration form. */
export const registrationRule = object({
  account_name: nameText()
    .required('Name is a required field')
    .min(...shortest)
    .max(...longest),
  email: string().trim().required(wrongEmail).min(5, wrongEmail).max(64, wrongEmail).email(wrongEmail),
});
