import { object, string } from 'yup';
import { wrongEmail } from './email.ts';
import { nameText } from './name.ts';

/** Validates the feedback form. */
export const feedbackRule = object({
  message: string().trim().required('Required field').min(3, 'Must be at least 3 characters'),
  name: nameText().default(''),
  email: string().trim().default('').email(wrongEmail),
});
