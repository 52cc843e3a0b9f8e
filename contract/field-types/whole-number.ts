/** The largest whole number that JSON carries exactly (2^53 - 1). */
export const largestWholeNumber = Number.MAX_SAFE_INTEGER;

/** What is said of a whole number that JSON does not carry exactly. */
export const inexactIntegerSentence = `should be between ${-largestWholeNumber} and ${largestWholeNumber}, as larger numbers are not kept exactly`;
