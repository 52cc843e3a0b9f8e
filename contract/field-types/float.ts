import { fieldType } from './field-type.ts';
import { numeric, numericSettings } from './number.ts';

/** A number with a decimal point, as an IEEE 754 double. */
export const float = fieldType({ ...numeric(false, []), label: 'Float', settings: numericSettings(false) });
