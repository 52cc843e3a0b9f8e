/** Pixels: a column that somebody sizes may be narrower and wider than one that takes the width of its content. */
const bounds = { least: 48, most: 900 };

/** A width that somebody may give a column. */
export const boundedWidth = (width: number): number => Math.round(Math.min(bounds.most, Math.max(bounds.least, width)));
