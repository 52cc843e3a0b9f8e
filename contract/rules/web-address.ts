import { string } from 'yup';

/** The longest address that users can choose, in characters. */
export const webAddressLength = 1000;

const isWebAddress = (value: string): boolean => {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
};

/** An address that the server calls. The server also refuses those of private networks. */
export const webAddress = string()
  .trim()
  .required('Address is a required field')
  .max(webAddressLength, `Must be at most ${webAddressLength} characters`)
  .test(
    'address',
    'Must be an address that begins with https://, without a user name and password',
    (value) => value === undefined || value === '' || isWebAddress(value),
  );
