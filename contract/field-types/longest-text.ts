/** Length of the longest text in an item, in UTF-16 code units. */
export const longestText = 256 * 1024;
