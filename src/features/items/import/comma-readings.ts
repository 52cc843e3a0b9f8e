import { exportedKinds } from '@quartermaster/contract/field-types/exported-kinds.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import type { FieldNode } from '../../../shared/data/templates.ts';
import type { Guess } from '../../../shared/sheets/guess-column.ts';
import { type CommaReading, readCommas } from '../../../shared/sheets/written-numbers.ts';
import { placeOf } from './map-columns.ts';
import { asWritten, type Mapped, type NumberReading } from './mapped.ts';

/** How the numbers of a column with commas are read. */
export interface ColumnReading {
  /** What a person has chosen, or else the only one that fits. */
  chosen: NumberReading | undefined;
  /** Those in which the field takes every value of the column. */
  fitting: readonly NumberReading[];
  /** True if it has to be chosen: several fit. */
  isOpen: boolean;
}

/** How the numbers of each column are read, if they have commas. */
export const columnReadings = (tree: readonly FieldNode[], { sheet, mapping, commas }: Mapped): ColumnReading[] =>
  sheet.columns.map(({ letters, guess }, index) => {
    const fitting = fittingReadings(tree, guess, mapping[index] ?? null);
    const [only, second] = fitting;
    const chosen = commas[letters] ?? (second ? undefined : only);
    return { chosen, fitting, isOpen: chosen === undefined && second !== undefined };
  });

function fittingReadings(tree: readonly FieldNode[], { commas }: Guess, name: string | null): readonly NumberReading[] {
  const settings = commas && name !== null ? placeOf(tree, name)?.node.field.settings : undefined;
  if (!commas || !settings) return [asWritten];
  const { family, exported } = fieldTypeOf(settings.type);
  if (family !== 'number') return [asWritten];
  return exported?.kind === exportedKinds.integer ? commas.integers : commas.readings;
}

/** How numbers with commas are read, by the names that columns are sent as. */
export const sentReadings = (tree: readonly FieldNode[], mapped: Mapped): Map<string, CommaReading> =>
  new Map(
    columnReadings(tree, mapped).flatMap(({ chosen }, index): [string, CommaReading][] => {
      const name = mapped.mapping[index];
      return name && chosen && chosen !== asWritten ? [[name, chosen]] : [];
    }),
  );

/** An example of a column's numbers that are not read as they are written: `1,250 as 1250`. */
export const readingText = ({ commas }: Guess, { chosen }: ColumnReading): string | undefined =>
  commas && chosen && chosen !== asWritten ? `${commas.example} as ${readCommas(commas.example, chosen)}` : undefined;
