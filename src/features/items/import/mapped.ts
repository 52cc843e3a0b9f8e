import type { ImportMatch } from '@quartermaster/contract/endpoints/imports.ts';
import type { OpenSheet } from '../../../shared/sheets/open-sheet.ts';
import type { WrittenReading } from '../../../shared/sheets/written-numbers.ts';
import type { Mapping } from './map-columns.ts';

/** How rows find their items. */
export interface Matching {
  match?: ImportMatch;
  key?: string;
}

/** The choice that leaves the numbers of a column as they are. */
export const asWritten = 'as-written' as const;

/** How the numbers of a column can be read. */
export type NumberReading = WrittenReading | typeof asWritten;

/** The columns of a file as the user has mapped them. */
export interface Mapped {
  sheet: OpenSheet;
  mapping: Mapping;
  /** The column that is the label of items besides its own target. */
  label: number | null;
  matching: Matching;
  /** What new items get in key fields that no column fills, by field id. */
  patterns: Readonly<Record<string, string>>;
  /** How a person has chosen to read numbers, by the letters of columns. */
  readings: Readonly<Record<string, NumberReading>>;
}
