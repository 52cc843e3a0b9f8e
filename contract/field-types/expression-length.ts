/** Length of the longest expression of a formula or a condition, in UTF-16 code units. */
export const expressionLength = 1000;
