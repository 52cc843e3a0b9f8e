/**
 * SQL: true for a text that is not ASCII when it is folded, which is not done for texts that are ASCII before. Compared for
 * equality, of which the planner expects few rows, and so uses the index of these texts.
 */
export const isBeyondAscii = (column: string): string => `${hasLonger(column)} and ${hasLonger(`fold(${column})`)}`;

/** True if a character takes more than a byte. */
const hasLonger = (text: string): string => `sign(octet_length(${text}) - char_length(${text})) = 1`;
