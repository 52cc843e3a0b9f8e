import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { ImportOutcome } from '@quartermaster/contract/endpoints/imports.ts';
import type { SheetRow, WrongCell } from '@quartermaster/contract/sheets/sheet-row.ts';
import type { Incompatibility } from '../incompatibility.ts';

/** A row of a file as it is stored until it is checked. */
export interface FileRow extends SheetRow {
  /** The line on which it begins. */
  line: number;
  wrong: readonly WrongCell[];
}

/** What the check of an import has found for a row. */
export interface CheckedRow {
  line: number;
  outcome: ImportOutcome;
  /** `null` for a new item, and if there is none. */
  id: number | null;
  /** Of a new item: its place among the new ones of the file, from 0. */
  place?: number;
  /** The state of the item that it was compared with. */
  version: number | null;
  hash?: string;
  /** The content afterwards, with the row's values where both have changed a field; omitted if nothing changes. */
  label: string;
  values?: ItemValues;
  /** The fields that both have changed. */
  conflicts?: readonly string[];
  refusal?: Incompatibility;
  /** What is wrong besides. */
  further?: readonly Incompatibility[];
}

/** Rows that are stored together, in the order of the file. */
export interface Part<Row> {
  part: number;
  rows: readonly Row[];
}

/** Reads all parts of an import again. */
export type ReadParts<Row> = () => AsyncIterable<Part<Row>>;

/** Reads parts with checked rows; those before a part, and those without rows of these outcomes, can be left out. */
export type ReadChecked = (filter?: {
  from?: number;
  outcomes?: readonly ImportOutcome[];
}) => AsyncIterable<Part<CheckedRow>>;

/** How many rows of each outcome there are. */
export type OutcomeCounts = Record<ImportOutcome, number>;

/** The outcomes in the order in which they are counted. */
export const outcomes = ['added', 'changed', 'unchanged', 'conflict', 'refused'] as const;

/** Counts rows by their outcome. */
export function countOutcomes(rows: Iterable<Pick<CheckedRow, 'outcome'>>): OutcomeCounts {
  const counts: OutcomeCounts = { added: 0, changed: 0, unchanged: 0, conflict: 0, refused: 0 };
  for (const { outcome } of rows) counts[outcome] += 1;
  return counts;
}
