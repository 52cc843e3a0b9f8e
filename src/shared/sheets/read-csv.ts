import type { Cell } from '@quartermaster/contract/sheets/csv-text.ts';
import { isSeparator, type Separator, separatorLine, separators } from '@quartermaster/contract/sheets/separators.ts';
import Papa from 'papaparse';
import { sheetLimits } from './sheet-limits.ts';
import { SheetProblem, tooManyCells } from './sheet-problem.ts';

/** How many characters at the start tell the separator: more than a row has, as a row that is cut tells a wrong one. */
const guessedFrom = 4 * 1024 * 1024;

/** The separator of a text file: the chosen one, or else the one that its first line names, or the recognised one. */
export function findSeparator(text: string, chosen: Separator | undefined): Separator {
  const named = separatorLine(text);
  return chosen ?? named?.separator ?? separatorOf(named ? text.slice(named.line.length) : text);
}

/** The rows of a text file. */
export function readCsv(text: string, separator: Separator): Cell[][] {
  const named = separatorLine(text);
  const body = named ? text.slice(named.line.length) : text;
  if (countOf(body, separator) > sheetLimits.cells) throw tooManyCells();
  const { data, errors } = Papa.parse<string[]>(body, { delimiter: separator });
  const open = errors.find(({ type }) => type === 'Quotes');
  if (open)
    throw new SheetProblem(
      `Row ${(open.row ?? 0) + 1 + (named ? 1 : 0)} has a quote that is not closed. Close it, or write a quote in a cell twice.`,
    );
  // So that rows have the numbers that a sheet program shows.
  return named ? [[], ...data] : data;
}

function countOf(text: string, separator: string): number {
  let count = 0;
  for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + 1)) count += 1;
  return count;
}

/** The separator with which the first rows have the same number of cells. Empty lines would count as rows of one. */
function separatorOf(text: string): Separator {
  const { meta } = Papa.parse(text.slice(0, guessedFrom), {
    delimitersToGuess: Object.keys(separators),
    skipEmptyLines: 'greedy',
    preview: 20,
  });
  return isSeparator(meta.delimiter) ? meta.delimiter : ',';
}
