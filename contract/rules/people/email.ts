import { string } from 'yup';

/** Error message for an invalid email address. */
export const wrongEmail = 'Please enter a valid email address';

/** A required email address. */
export const requiredEmail = string().trim().required('Email is a required field').email(wrongEmail);
