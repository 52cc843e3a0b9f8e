import { object, string } from 'yup';
import { isWebAddress, webhookUrlLength } from './webhooks.ts';

/** The form in which an owner allows an extension. The server also refuses addresses of private networks. */
export const extensionRule = object({
  address: string()
    .trim()
    .required('Address is a required field')
    .max(webhookUrlLength, `Must be at most ${webhookUrlLength} characters`)
    .test(
      'address',
      'Must be an address that begins with https://, without a user name and password',
      (value) => value === undefined || value === '' || isWebAddress(value),
    ),
});
