import { checkIntegerText } from '../filters.ts';
import { numberType } from './number.ts';

/** A whole number that JSON carries exactly (up to 2^53 - 1). */
export const integer = numberType('Integer', [{ rule: 'whole', reason: 'should be integer' }], checkIntegerText);
