/**
 * The sort and lookup expression of texts, equal to that of the index of labels. The full text is additionally compared with
 * `is not distinct from`, which no index supports: for `=` the planner would choose the trigram index, which is a
 * hundred times as slow.
 */
export const textKey = (text: string): string => `left(${text}, ${keyCharacters}) collate "natural"`;

/** The same of index rows, which store it: an index with the column answers without reading the rows. */
export const rowKey = (row = ''): string => `${row && `${row}.`}sort_text collate "natural"`;

/** True if only this text has its key. */
export const isKeyComplete = (text: string): boolean => text.length < keyCharacters;

const keyCharacters = 64;
