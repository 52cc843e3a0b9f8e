import { object } from 'yup';
import { nameText } from './name.ts';

const longestName = 96;

/** The form of an address of a sheet. */
export const sheetAddressRule = object({
  name: nameText().required('Name is a required field').max(longestName, `Must be at most ${longestName} characters`),
});
