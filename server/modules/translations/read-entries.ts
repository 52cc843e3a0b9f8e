import { isItemId, readItemId } from '@quartermaster/contract/field-types/item-link.ts';
import { unescapeFormula } from '@quartermaster/contract/sheets/csv-text.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Records } from '../../core/http/records.ts';
import { readMark } from './texts.ts';

/** The most texts of a file, and columns of them: a sheet may have some of its own. */
const mostTexts = 50_000;
const most = { records: mostTexts, values: 20 * mostTexts, valuesOfOne: 64 };

/** A text of a file. */
export interface Entry {
  line: number;
  templateId: string;
  itemId: number | null;
  /** The id of the value. */
  field: string;
  sourceLanguage: string;
  targetLanguage: string;
  source: string;
  target: string;
  /** True if the translator says that it is a translation of this source. */
  isDone: boolean;
  /** What the translation was when the file was made; undefined if the file has no mark of it. */
  was: { mark: string; isOutdated: boolean } | undefined;
}

type Record = Readonly<{ [name: string]: string }>;

const needed = ['template', 'item', 'field', 'source_language', 'target_language', 'source', 'target'] as const;

/** Reads the texts of a file; throws 422 for one that is not of this form, or has too many. */
export async function readEntries(records: Records<Record>): Promise<Entry[]> {
  const read = await records.readAll(most);
  const [first] = read;
  if (!first) throw new AppError('invalid', { message: 'The file has no texts.' });
  const isCsv = records.kind === 'csv';
  if (isCsv) refuseColumns(first.value);
  return read.map(({ line, value }) =>
    isCsv ? toEntry(line, value, unescapeFormula) : toEntry(line, fromUnit(value)),
  );
}

function refuseColumns(value: Record): void {
  const missing = needed.find((name) => value[name] === undefined);
  if (missing === undefined) return;
  const reason = `has no column "${missing}"`;
  throw new AppError('invalid', { message: `Line 1 ${reason}.`, fields: { 'lines.1': reason } });
}

/** A unit is named by its item and the id of the value. */
function fromUnit({ file = '', unit = '', ...value }: Record): Record {
  const [, item = '', field = ''] = /^(\d+)\.(.+)$/.exec(unit) ?? [];
  return { ...value, template: file, item, field: field === '' ? unit : field };
}

const done: ReadonlySet<string> = new Set(['current', 'translated']);

function toEntry(line: number, value: Record, textOf = (text: string) => text): Entry {
  const read = (name: string) => textOf(value[name] ?? '');
  const id = readItemId(read('item'));
  return {
    line,
    templateId: read('template'),
    itemId: isItemId(id) ? id : null,
    field: read('field'),
    sourceLanguage: read('source_language'),
    targetLanguage: read('target_language'),
    source: read('source'),
    target: read('target'),
    isDone: done.has(read('state')),
    was: readMark(read('was')),
  };
}
