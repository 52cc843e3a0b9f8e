import { domainToASCII } from 'node:url';
import { requiredEmail } from '@quartermaster/contract/rules/people/email.ts';

/** Characters of the longest email address. */
const longestAddress = 320;

/** True for one email address that its account can also type, for example to get a password. */
export const isEmailAddress = (text: string): boolean =>
  text.length <= longestAddress && requiredEmail.isValidSync(text, { strict: true });

/** The domain of an email address, in lower case and ASCII; empty for anything else. */
export function domainOf(email: string): string {
  const domain = /^[^\s\p{C}]+@([^\s@\p{C}]+)$/u.exec(email)?.[1] ?? '';
  return domainToASCII(domain).toLowerCase();
}

/**
 * True for two spellings of one address. Some letters, such as the Kelvin sign, become ASCII in lower case, so that a database finds another
 * address.
 */
export const isSameAddress = (one: string, other: string): boolean => asciiLower(one) === asciiLower(other);

const asciiLower = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
