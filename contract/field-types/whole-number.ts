/** The largest whole number that JSON represents exactly (2^53 - 1). */
export const largestWholeNumber = Number.MAX_SAFE_INTEGER;

/** Error message for a whole number that JSON does not represent exactly. */
export const inexactIntegerSentence = `should be between ${-largestWholeNumber} and ${largestWholeNumber}, as larger numbers are not stored exactly`;

/** Error message for a value of an integer that is no number, or one with a fraction. */
export const notWholeSentence = 'should be integer';
