import { createHash } from 'node:crypto';
import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import { notField } from '@quartermaster/contract/content/field-names.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { createSheetReader, type ReadAs } from '@quartermaster/contract/sheets/read-row.ts';
import type { FileRow, Part } from '../../content/change-sets/imports/import-row.ts';
import { immediateLimits } from '../../content/change-sets/run/apply-now.ts';
import { AppError } from '../../core/base/errors.ts';
import { lineError } from '../../core/http/record-lines.ts';
import type { Records } from '../../core/http/records.ts';
import type { TotalRow } from '../../core/tables/imports.ts';
import { withoutTotals } from './without-totals.ts';

/** The rows and bytes of a part. */
const partLimits = { rows: 250, bytes: 512 * 1024 };

/** The wrong cells that are kept of a row. */
const keptWrong = 20;

export interface Received {
  rows: number;
  bytes: number;
  ignored: string[];
  /** The columns without the numbers of their rows, with the ids of their fields. */
  fields: ReadonlyMap<string, string>;
  readAs: readonly ReadAs[];
  /** The rows that were left out, as they sum others. */
  totals: readonly TotalRow[];
  /** Of all rows. */
  hash: string;
  /** All parts, if they are few; else they are stored. */
  parts: Part<FileRow>[] | undefined;
}

type Sheet = Readonly<Record<string, unknown>>;

interface Options {
  tree: readonly TreeNode[];
  /** The fields that are read; all if undefined. */
  part?: readonly TreeNode[] | undefined;
  /** Columns of no field, or of one that is not read, are ignored, and otherwise refused. */
  ignoresUnknown: boolean;
  /** True if rows of CSV that sum others are read as items. */
  withTotals: boolean;
}

/**
 * Reads the rows of a file as they arrive. Those of a small one are returned; once there are more, each part is passed to
 * `store`.
 */
export async function receiveRows(
  records: Records<Sheet>,
  { tree, part, ignoresUnknown, withTotals }: Options,
  store: (part: Part<FileRow>) => Promise<void>,
): Promise<Received> {
  // A call with rows takes no other kinds.
  const kind = records.kind === 'csv' ? 'csv' : 'json-lines';
  const reader = createSheetReader(part ?? tree, kind, part ? { fullTree: tree } : {});
  const hash = createHash('md5');
  const parts = new Parts(store);
  const totals: TotalRow[] = [];
  let hasField = false;
  // Rows of JSON are what a program says they are.
  const rowsToRead = kind === 'csv' && !withTotals ? withoutTotals(records, totals) : records;
  for await (const { line, value } of rowsToRead) {
    refuseTooMany(parts.rows, line, value);
    const { row, wrong } = reader.read(value);
    if (part && !ignoresUnknown) refuseOthers(reader.ignored, line);
    // All rows of CSV have the columns of the first one: the rest of the file would be read in vain.
    if (kind === 'csv' && !ignoresUnknown) refuseUnknown(tree, [...reader.ignored]);
    hasField ||= wrong.length > 0 || row.label !== undefined || Object.keys(row.values).length > 0;
    const text = JSON.stringify(value);
    hash.update(text).update('\n');
    await parts.add({ ...row, line, wrong: wrong.slice(0, keptWrong) }, text.length);
  }
  if (parts.rows === 0) throw noRows(totals);
  const ignored = [...reader.ignored];
  if (!ignoresUnknown) refuseUnknown(tree, ignored);
  if (!hasField)
    throw new AppError('invalid', {
      message: 'No column of the file is a field of the template. Name the columns as the template names its fields.',
    });
  const { rows, bytes } = parts;
  return {
    rows,
    bytes,
    ignored,
    fields: reader.fields,
    readAs: reader.readAs,
    totals,
    hash: hash.digest('hex'),
    parts: await parts.end(),
  };
}

const noRows = (totals: readonly TotalRow[]): AppError =>
  new AppError('invalid', {
    message:
      totals.length > 0
        ? 'The file has no rows but totals. Send rows of items, or with_totals=true.'
        : 'The file has no rows. Send at least one.',
  });

/** The unknown columns that an error names. */
const namedUnknown = 20;

function refuseUnknown(tree: readonly TreeNode[], unknown: readonly string[]): void {
  const [first] = unknown;
  if (first === undefined) return;
  const named = unknown.slice(0, namedUnknown).map((column): [string, string] => [column, notField(tree, column)]);
  const others = unknown.length > 1 ? ', as are others' : '';
  throw new AppError('invalid', {
    message: `The column "${first}" ${named[0]?.[1]}${others}. Correct it, leave it out, or send ignore_unknown=true.`,
    fields: Object.fromEntries(named.map(([column, reason]) => [`columns.${column}`, reason])),
  });
}

function refuseOthers([other]: ReadonlySet<string>, line: number): void {
  if (other === undefined) return;
  throw lineError('invalid', line, `has the column "${other.slice(0, 400)}", which this address does not read`);
}

function refuseTooMany(rows: number, line: number, value: Sheet): void {
  const columns = Object.keys(value).length;
  if (columns > contentLimits.importColumns)
    throw lineError(
      'invalid',
      line,
      `has ${numberText(columns)} columns, and at most ${numberText(contentLimits.importColumns)} are read`,
    );
  if (rows === contentLimits.importRows)
    throw new AppError('too_large', {
      message: `The file has more than ${numberText(contentLimits.importRows)} rows. Split it, and import one after the other.`,
    });
}

/** Collects rows in parts; keeps them until there are more than a call imports. */
class Parts {
  rows = 0;
  bytes = 0;
  #kept: Part<FileRow>[] | undefined = [];
  #open: FileRow[] = [];
  #openBytes = 0;
  #number = 0;
  readonly #store: (part: Part<FileRow>) => Promise<void>;

  constructor(store: (part: Part<FileRow>) => Promise<void>) {
    this.#store = store;
  }

  async add(row: FileRow, bytes: number): Promise<void> {
    this.rows += 1;
    this.bytes += bytes;
    this.#open.push(row);
    this.#openBytes += bytes;
    if (this.#open.length === partLimits.rows || this.#openBytes >= partLimits.bytes) await this.#close();
    if (this.rows > immediateLimits.items || this.bytes > immediateLimits.bytes) await this.#storeKept();
  }

  async end(): Promise<Part<FileRow>[] | undefined> {
    if (this.#open.length > 0) await this.#close();
    return this.#kept;
  }

  async #close(): Promise<void> {
    const part = { part: this.#number, rows: this.#open };
    this.#number += 1;
    [this.#open, this.#openBytes] = [[], 0];
    if (this.#kept) this.#kept.push(part);
    else await this.#store(part);
  }

  async #storeKept(): Promise<void> {
    const parts = this.#kept ?? [];
    this.#kept = undefined;
    for (const part of parts) await this.#store(part);
  }
}
