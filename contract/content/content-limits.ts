import { listLimits } from '../field-types/list-limits.ts';
import { longestText } from '../field-types/longest-text.ts';
import { languageLimit } from '../languages.ts';
import { numberText } from '../number-text.ts';

/** Limits on the content of an instance and on the content in one request; they are the same on every plan. */
export const contentLimits = {
  /** Fields of a template, including groups. */
  templateFields: 2000,
  /** Computed fields of a template. */
  computedFields: 100,
  /** Groups and links of a menu. */
  menuNodes: 2000,
  /** Rows of an item, across all its dynamic groups. */
  itemRows: 10_000,
  /** Cells of an item: rows times the number of fields in each row. */
  itemCells: 200_000,
  /** Bytes of an item's values as JSON, and of a record in a body. */
  itemBytes: 2 * 1024 * 1024,
  /** Length of an item's label in characters. */
  labelLength: 255,
  /** Length of a text in UTF-16 code units. */
  textLength: longestText,
  /** Fields in one save of an item. */
  saveFields: 20_000,
  /** Items that one request saves, or fetches by id. */
  batchItems: 1000,
  /** Changed fields whose values are in an entry of a history or of a change set. */
  quotedFields: 3,
  /** Columns of a list with a bar next to each number. */
  columnBars: 4,
  /** Values by which a list counts its items. */
  listGroups: 100,
  /** Values in all records of one request. */
  recordValues: 150_000,
  /** Bytes of a request body with items. */
  itemsBody: 8 * 1024 * 1024,
  /** Bytes of a request body with a selection of changes. */
  syncBody: 4 * 1024 * 1024,
  /** Items that a bulk edit names by id, leaves out, or creates. */
  bulkItems: 10_000,
  /** Items of a bulk edit that the call itself prepares and applies; more are edited by a job. */
  bulkAtOnce: 1000,
  /** Bytes of their documents, with the estimated growth, up to which the call edits them. */
  bulkBytesAtOnce: 4 * 1024 * 1024,
  /** Items that a bulk edit selects by filters. */
  bulkSelection: 1_000_000,
  /** Operations of a bulk edit. */
  bulkOperations: 50,
  /** Bytes of the file of an import, and its rows and columns. */
  importBody: 256 * 1024 * 1024,
  importRows: 200_000,
  importColumns: 16_000,
  /** Bytes of a request body with a template. */
  templateBody: 4 * 1024 * 1024,
  /**
   * Objects and arrays in any request body: creating them takes longer than parsing the same number of bytes of text.
   */
  bodyMembers: 150_000,
  /** How deep they may be in each other: groups in groups are far below. */
  bodyDepth: 200,
} as const;

/** Error message for a template with too many fields. */
export const tooManyFieldsSentence = (fields: number): string =>
  `A template can have at most ${numberText(contentLimits.templateFields)} fields, and this one would have ${numberText(fields)}. Remove some, or make two templates of it.`;

/** Error message for a computed field beyond the limit. */
export const tooManyComputedSentence = `a template can have at most ${contentLimits.computedFields} computed fields`;

/** Error message for a menu with too many groups and links. */
export const tooManyNodesSentence = (nodes: number): string =>
  `A menu can have at most ${numberText(contentLimits.menuNodes)} groups and links, and this one would have ${numberText(nodes)}. Remove some.`;

/** The limits as text for the documentation. */
export const contentLimitsText = `A template has at most ${numberText(contentLimits.templateFields)} fields, ${contentLimits.computedFields} of them computed, a menu at most ${numberText(contentLimits.menuNodes)} groups and links. An item has at most ${numberText(contentLimits.itemRows)} rows, ${numberText(contentLimits.itemCells)} cells (its rows, times the fields that each of them has), ${contentLimits.itemBytes / 1024 / 1024} MiB of values and texts of ${numberText(contentLimits.textLength)} characters. A list of texts or numbers has at most ${numberText(listLimits.entries)} entries and as many characters as a text. A localised text has at most ${2 * languageLimit} languages, each with as many characters as a text, and a project at most ${languageLimit}. A save of an item carries at most ${numberText(contentLimits.saveFields)} fields, a batch ${numberText(contentLimits.batchItems)} items, or as many records with ${numberText(contentLimits.recordValues)} values, a body with items ${contentLimits.itemsBody / 1024 / 1024} MiB, one with a template ${contentLimits.templateBody / 1024 / 1024} MiB, any other 1 MiB, and each at most ${numberText(contentLimits.bodyMembers)} objects and lists, ${contentLimits.bodyDepth} deep in each other. A bulk edit has at most ${contentLimits.bulkOperations} operations, names, leaves out and creates at most ${numberText(contentLimits.bulkItems)} items, and selects at most ${numberText(contentLimits.bulkSelection)} by filters; up to ${numberText(contentLimits.bulkAtOnce)} of them with at most ${contentLimits.bulkBytesAtOnce / 1024 / 1024} MiB, including the estimated growth, are edited in the call itself, more by a job. A file of an import has at most ${contentLimits.importBody / 1024 / 1024} MiB, ${numberText(contentLimits.importRows)} rows and ${numberText(contentLimits.importColumns)} columns; up to ${numberText(contentLimits.bulkAtOnce)} rows with ${contentLimits.bulkBytesAtOnce / 1024 / 1024} MiB are imported in the call itself, more by a job. Older content beyond a limit can be read and exported, and may be reduced.`;
