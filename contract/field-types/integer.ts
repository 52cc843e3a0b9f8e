import { fieldType } from './field-type.ts';
import { numeric, numericSettings } from './number.ts';
import { inexactIntegerSentence, largestWholeNumber, notWholeSentence } from './whole-number.ts';

/** A whole number that JSON represents exactly (up to 2^53 - 1). */
export const integer = fieldType({
  ...numeric(true, [
    { rule: 'whole', reason: notWholeSentence },
    { rule: 'atLeast', measure: 'number', limit: -largestWholeNumber, reason: inexactIntegerSentence },
    { rule: 'atMost', measure: 'number', limit: largestWholeNumber, reason: inexactIntegerSentence },
  ]),
  label: 'Integer',
  settings: numericSettings(true),
  // Floats that look the same may differ.
  canBeUnique: true,
  canDecide: true,
});
