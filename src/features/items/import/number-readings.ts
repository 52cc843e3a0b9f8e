import { exportedKinds } from '@quartermaster/contract/field-types/exported-kinds.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { FieldNode } from '../../../shared/data/templates.ts';
import type { Guess } from '../../../shared/sheets/guess-column.ts';
import { readWritten, type WrittenReading } from '../../../shared/sheets/written-numbers.ts';
import { placeOf } from './map-columns.ts';
import { asWritten, type Mapped, type NumberReading } from './mapped.ts';

/** How the numbers of a column are read that can be read in several ways. */
export interface ColumnReading {
  /** What a person has chosen, or else the only one that fits. */
  chosen: NumberReading | undefined;
  /** Those in which the field takes every value of the column. */
  fitting: readonly NumberReading[];
  /** True if it has to be chosen: several fit. */
  isOpen: boolean;
}

/** How the numbers of each column are read, if they have commas. */
export const columnReadings = (tree: readonly FieldNode[], { sheet, mapping, readings }: Mapped): ColumnReading[] =>
  sheet.columns.map(({ letters, guess }, index) => {
    const fitting = fittingReadings(tree, guess, mapping[index] ?? null);
    const [only, second] = fitting;
    const chosen = readings[letters] ?? (second ? undefined : only);
    return { chosen, fitting, isOpen: chosen === undefined && second !== undefined };
  });

function fittingReadings(
  tree: readonly FieldNode[],
  { written }: Guess,
  name: string | null,
): readonly NumberReading[] {
  const settings = written && name !== null ? placeOf(tree, name)?.node.field.settings : undefined;
  if (!written || !settings) return [asWritten];
  const { family, exported } = fieldTypeOf(settings.type);
  if (family !== 'number') return [asWritten];
  const readings = exported?.kind === exportedKinds.integer ? written.integers : written.readings;
  // 25 % is 25 in a field whose unit is the percentage.
  const isOfPercents = 'unit' in settings && /[%％٪]|percent/i.test(settings.unit ?? '');
  return isOfPercents && readings.includes('percent') ? ['percent'] : readings;
}

/** How numbers with commas are read, by the names that columns are sent as. */
export const sentReadings = (tree: readonly FieldNode[], mapped: Mapped): Map<string, WrittenReading> =>
  new Map(
    columnReadings(tree, mapped).flatMap(({ chosen }, index): [string, WrittenReading][] => {
      const name = mapped.mapping[index];
      return name && chosen && chosen !== asWritten ? [[name, chosen]] : [];
    }),
  );

/** An example of a column's numbers that are not read as they are written: `1,250 as 1250`. */
export const readingText = ({ written }: Guess, { chosen }: ColumnReading): string | undefined =>
  written && chosen && chosen !== asWritten
    ? `${written.example} as ${readWritten(written.example, chosen)}`
    : undefined;
