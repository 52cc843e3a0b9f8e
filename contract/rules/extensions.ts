import { object } from 'yup';
import { webAddress } from './web-address.ts';

/** The form in which an owner allows an extension. */
export const extensionRule = object({ address: webAddress });
