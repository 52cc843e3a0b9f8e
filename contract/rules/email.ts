import { string } from 'yup';

/** Said of an email address that is none. */
export const wrongEmail = 'Please enter a valid email address';

/** An email address that has to be typed. */
export const requiredEmail = string().trim().required('Email is a required field').email(wrongEmail);
