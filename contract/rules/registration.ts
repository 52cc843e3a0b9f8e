import { object, string } from 'yup';
import { nameText } from './name.ts';

/** What the registration form takes. */
export const registrationRule = object({
  account_name: nameText()
    .required('Name is a required field')
    .min(2, 'Must be at least 2 characters')
    .max(32, 'Must be at most 32 characters'),
  email: string()
    .trim()
    .required('Please enter a valid email address')
    .min(5, 'Please enter a valid email address')
    .max(64, 'Please enter a valid email address')
    .email('Please enter a valid email address'),
});
