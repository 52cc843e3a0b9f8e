import { object, string } from 'yup';

/** What the sign-in form takes. */
export const signInRule = object({
  email: string().trim().required('Email is a required field').email('Please enter a valid email address'),
  password: string().required('Password is a required field'),
});
