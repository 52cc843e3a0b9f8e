import type { ItemValues } from '../content/item-fields.ts';
import type { FieldValue } from '../field-types/field-type.ts';
import type { LocalisedText } from '../field-types/localised.ts';

/**
 * A link of a sheet: `text` is the key of the item if its template has a key field, else its id. Only the caller knows
 * other templates.
 */
export type SheetLink = { templateId: string } & ({ id: number } | { text: string });

/** Texts by language; languages that are not named keep theirs, and an empty text removes one. */
export type SheetTexts = Readonly<Record<string, { text: string; from?: string }>>;

/** A value of a sheet; `null` and no links clear the field. */
export type SheetValue =
  | Exclude<FieldValue, LocalisedText>
  | { links: readonly SheetLink[] }
  | { texts: SheetTexts }
  | SheetRows
  | SheetValues[];

/**
 * Rows of a dynamic group without their number, by their indexes from 0: there are `filled` of them afterwards, or as many
 * as before if those are more.
 */
export interface SheetRows {
  filled: number;
  named: Readonly<Record<string, SheetValues>>;
}

/**
 * Values of an item, or of one row of a dynamic group, by field id. Fields that are not named keep their values; in a
 * row, those of the row in the same place.
 */
export interface SheetValues {
  [fieldId: string]: SheetValue;
}

/** An item as a row of a sheet, or a record, has it. */
export interface SheetRow {
  id?: number;
  version?: number;
  label?: string;
  values: SheetValues;
}

/** As much of a refused cell as is shown. */
export const shownCell = (text: string): string => text.slice(0, 200);

/** Why a cell has no value. */
export interface WrongCell {
  column: string;
  /** `null` for the columns that are no fields. */
  fieldId: string | null;
  /** Row indexes from 0, from the outermost dynamic group inwards; `null` outside of any. */
  path: number[] | null;
  reason: string;
  /** The cell as a text, shortened. */
  value?: string;
}

/** An item as it is written to a sheet. */
export interface SheetItem {
  id: number;
  version: number;
  internal_label: string;
  values: ItemValues;
}
