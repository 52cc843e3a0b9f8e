/** The characters between the cells of a text file, and their names. */
export const separators = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Vertical bar' } as const;

/** A character between cells. */
export type Separator = keyof typeof separators;
