import { numberType } from './number.ts';
import { inexactIntegerSentence, largestWholeNumber, notWholeSentence } from './whole-number.ts';

/** A whole number that JSON represents exactly (up to 2^53 - 1). */
export const integer = numberType('Integer', true, [
  { rule: 'whole', reason: notWholeSentence },
  { rule: 'atLeast', measure: 'number', limit: -largestWholeNumber, reason: inexactIntegerSentence },
  { rule: 'atMost', measure: 'number', limit: largestWholeNumber, reason: inexactIntegerSentence },
]);
