/** Bounds of the content of an instance and of what a call carries of it; they are the same on every plan. */
export const contentLimits = {
  /** Fields of a template, groups among them. */
  templateFields: 2000,
  /** Rows of an item, in all its dynamic groups together. */
  itemRows: 10_000,
  /** Cells of an item: its rows, times the fields that each of them has. */
  itemCells: 200_000,
  /** Bytes of an item's values as JSON. */
  itemBytes: 2 * 1024 * 1024,
  /** UTF-16 units of a text. */
  textLength: 256 * 1024,
  /** Fields that the save of an item carries. */
  saveFields: 20_000,
  /** Items that one call saves, or asks for by their ids. */
  batchItems: 1000,
  /** Bytes of a body with items. */
  itemsBody: 8 * 1024 * 1024,
  /** Bytes of a body with a template. */
  templateBody: 4 * 1024 * 1024,
  /** Objects and lists in any body: to make them takes longer than to read as many bytes of text. */
  bodyMembers: 150_000,
} as const;

const format = new Intl.NumberFormat('en-US');

/** What is said of a template with too many fields. */
export const tooManyFieldsSentence = (fields: number): string =>
  `A template can have at most ${format.format(contentLimits.templateFields)} fields, and this one would have ${format.format(fields)}. Remove some, or make two templates of it.`;

/** The bounds in words, for documents. */
export const contentLimitsText = `A template has at most ${format.format(contentLimits.templateFields)} fields. An item has at most ${format.format(contentLimits.itemRows)} rows, ${format.format(contentLimits.itemCells)} cells (its rows, times the fields that each of them has), ${contentLimits.itemBytes / 1024 / 1024} MiB of values and texts of ${format.format(contentLimits.textLength)} characters. A save of an item carries at most ${format.format(contentLimits.saveFields)} fields, a batch ${format.format(contentLimits.batchItems)} items, a body with items ${contentLimits.itemsBody / 1024 / 1024} MiB, one with a template ${contentLimits.templateBody / 1024 / 1024} MiB, any other 1 MiB, and each at most ${format.format(contentLimits.bodyMembers)} objects and lists. What was saved before beyond a bound is read and exported, and may become smaller.`;
