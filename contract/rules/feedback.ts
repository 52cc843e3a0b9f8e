import { object, string } from 'yup';
import { nameText } from './name.ts';
import { wrongEmail } from './people/email.ts';

/** Validates the feedback form. */
export const feedbackRule = object({
  message: string().trim().required('Required field').min(3, 'Must be at least 3 characters'),
  name: nameText().default(''),
  email: string().trim().default('').email(wrongEmail),
});
