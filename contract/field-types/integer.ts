import { checkIntegerText } from '../filters.ts';
import { numberType } from './number.ts';

const largest = Number.MAX_SAFE_INTEGER;

/** What is said of a whole number that JSON does not carry exactly. */
export const inexactIntegerSentence = `should be between ${-largest} and ${largest}, as larger numbers are not kept exactly`;

/** A whole number that JSON carries exactly (up to 2^53 - 1). */
export const integer = numberType(
  'Integer',
  [
    { rule: 'whole', reason: 'should be integer' },
    { rule: 'atLeast', measure: 'number', limit: -largest, reason: inexactIntegerSentence },
    { rule: 'atMost', measure: 'number', limit: largest, reason: inexactIntegerSentence },
  ],
  checkIntegerText,
);
