import { numberType } from './number.ts';

/** A number with a decimal point, as an IEEE 754 double. */
export const float = numberType('Float', false, []);
