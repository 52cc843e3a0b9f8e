import type { ImportMatch } from '@quartermaster/contract/endpoints/imports.ts';
import type { OpenSheet } from '../../../shared/sheets/sheet-book.ts';
import type { ColumnReading } from './comma-readings.ts';
import type { Mapping } from './map-columns.ts';

/** How rows find their items. */
export interface Matching {
  match?: ImportMatch;
  key?: string;
}

/** The columns of a file as the user has mapped them. */
export interface Mapped {
  sheet: OpenSheet;
  mapping: Mapping;
  /** The column that is the label of items besides its own target. */
  label: number | null;
  matching: Matching;
  /** What new items get in key fields that no column fills, by field id. */
  patterns: Readonly<Record<string, string>>;
  /** What a person has chosen that the commas of numbers mean, by the letters of columns. */
  commas: Readonly<Record<string, ColumnReading['chosen']>>;
}
