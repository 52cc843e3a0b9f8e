/** Pixels: a column sized by the user may be narrower or wider than one sized by its content. */
const bounds = { least: 48, most: 900 };

/** Limits a width chosen by the user. */
export const boundedWidth = (width: number): number => Math.round(Math.min(bounds.most, Math.max(bounds.least, width)));
