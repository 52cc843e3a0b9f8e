import { contentLimits } from '../content/content-limits.ts';
import type { Vocabulary } from '../content/field-names.ts';
import { levelOf, type TreeNode } from '../content/template-tree.ts';
import type { RecordKind } from '../endpoints/body-kinds.ts';
import { readOptionsAs } from '../field-types/choice.ts';
import { isEmpty } from '../field-types/field-type.ts';
import { isItemId, readItemId } from '../field-types/item-link.ts';
import { fieldTypeOf } from '../field-types/registry.ts';
import { inexactIntegerSentence, isInexact } from '../field-types/whole-number.ts';
import { numberText } from '../number-text.ts';
import { checkLabel } from '../rules/bulk-edits/operations.ts';
import { unescapeFormula } from './csv-text.ts';
import { readCell } from './read-cell.ts';
import { type ColumnPlace, resolveColumn, type TextPart } from './resolve-column.ts';
import { asSent } from './sent-digits.ts';
import {
  type SheetRow,
  type SheetTexts,
  type SheetValue,
  type SheetValues,
  shownCell,
  type WrongCell,
} from './sheet-row.ts';
import { isSystemColumn, noVersion, systemColumns, unreadColumn } from './system-columns.ts';

/** A row as read, with the cells that have no value. */
export interface ReadRow {
  row: SheetRow;
  wrong: WrongCell[];
}

/** Reads the rows of one file. */
export interface SheetReader {
  /** `csv`: a row as texts by the names of the columns; `json-lines`: values by column, and rows as lists. */
  read: (record: Readonly<Record<string, unknown>>) => ReadRow;
  /** The columns so far that belong to no field, and are not read. */
  ignored: ReadonlySet<string>;
  /** The columns so far without the numbers of their rows, with the ids of their fields. */
  fields: ReadonlyMap<string, string>;
  /** The texts so far that were understood as options though they are written in another way, by column. */
  readAs: readonly ReadAs[];
}

/** A text of a column, and the labels of the options that it was understood as. */
export interface ReadAs {
  column: string;
  field_id: string;
  text: string;
  as: string;
}

/** How many ignored columns are named, and how many characters of each. */
const namedIgnored = { columns: 100, length: 400 };

/** The longest name of a column whose place is remembered, so that a file of many names needs little memory. */
const longestKnown = 400;

interface ReaderOptions {
  vocabulary?: Vocabulary;
  /** The whole template, if only a part of it is read: names are those of all its fields. */
  fullTree?: readonly TreeNode[];
}

/** The levels of a whole tree, by those of a part of it. */
function pairLevels(
  part: readonly TreeNode[],
  full: readonly TreeNode[],
  pairs = new Map<readonly TreeNode[], readonly TreeNode[]>(),
): ReadonlyMap<readonly TreeNode[], readonly TreeNode[]> {
  pairs.set(part, full);
  const byId = new Map(full.map((node) => [node.field.id, node]));
  for (const { field, children } of part) pairLevels(children, byId.get(field.id)?.children ?? [], pairs);
  return pairs;
}

const fieldIn = (resolved: ReturnType<typeof resolveColumn>): string | undefined =>
  resolved && ('target' in resolved ? resolved.target.node.field : resolved.field).id;

/** Creates the reader of a file with items of a template, whose columns are names of fields, or else ids. */
export function createSheetReader(
  tree: readonly TreeNode[],
  kind: Exclude<RecordKind, 'xliff'>,
  { vocabulary = 'names', fullTree }: ReaderOptions = {},
): SheetReader {
  const levels = fullTree && pairLevels(tree, fullTree);
  const ignored = new Set<string>();
  const fields = new Map<string, string>();
  const readAs: ReadAs[] = [];
  const places = new WeakMap<readonly TreeNode[], Map<string, ReturnType<typeof resolveColumn>>>();
  const placeOf = (nodes: readonly TreeNode[], name: string) => {
    const known = places.get(nodes) ?? new Map<string, ReturnType<typeof resolveColumn>>();
    places.set(nodes, known);
    if (known.has(name)) return known.get(name);
    const resolved = resolveColumn(nodes, name, vocabulary);
    const level = levels?.get(nodes);
    // The name is perhaps that of a field which is not read.
    if (level && fieldIn(resolveColumn(level, name, vocabulary)) !== fieldIn(resolved)) return undefined;
    // A file of JSON can have other names in each record.
    if (known.size < contentLimits.importColumns && name.length <= longestKnown) known.set(name, resolved);
    return resolved;
  };
  /** Without the columns of no field: a file can have thousands, and each copy of a row with them takes long. */
  const placed = (record: Readonly<Record<string, unknown>>): Record<string, unknown> => {
    const entries: [string, unknown][] = [];
    for (const name of Object.keys(record)) {
      const [column = ''] = unescapeFormula(name).split('~');
      if (isSystemColumn(column) || placeOf(tree, column)) entries.push([name, record[name]]);
      else ignore({ ignored }, unescapeFormula(name));
    }
    return Object.fromEntries(entries);
  };
  return {
    ignored,
    fields,
    readAs,
    read: (record) => {
      const texts = kind === 'csv' ? unescaped(placed(record)) : record;
      const reading: Reading = { wrong: [], ignored, fields, readAs, placeOf, rows: 0 };
      const item = readSystemColumns(texts, reading.wrong);
      refuseUnread(reading, tree, texts[unreadColumn]);
      const columns = Object.fromEntries(Object.entries(joined(texts)).filter(([name]) => !isSystemColumn(name)));
      const values = readFields(reading, { nodes: tree, path: [], prefix: '', isWhole: false, sent: record }, columns);
      return { row: { ...item, values }, wrong: reading.wrong };
    },
  };
}

const unescaped = (record: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(record).map(([name, cell]) => [
      unescapeFormula(name),
      typeof cell === 'string' ? unescapeFormula(cell) : cell,
    ]),
  );

/** As a text, it would have other digits than were sent. */
const isRounded = (cell: unknown): boolean => typeof cell === 'number' && isInexact(cell);

const isScalar = (cell: unknown): boolean => cell === null || /^(string|number|boolean)$/.test(typeof cell);

/** The record with long texts joined that continue in columns like `notes~2`. */
function joined(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (!Object.keys(record).some((name) => name.includes('~'))) return record;
  const columns = new Map(Object.entries(record));
  for (const name of Object.keys(record)) {
    if (name.includes('~')) continue;
    const parts: unknown[] = [];
    for (let part = 2; isScalar(columns.get(`${name}~${part}`)); part += 1) {
      parts.push(columns.get(`${name}~${part}`));
      columns.delete(`${name}~${part}`);
    }
    const text = parts
      .filter((part) => !isEmpty(part))
      .map(String)
      .join('');
    if (text !== '') columns.set(name, `${record[name] ?? ''}${text}`);
  }
  return Object.fromEntries(columns);
}

function readSystemColumns(record: Readonly<Record<string, unknown>>, wrong: WrongCell[]): Omit<SheetRow, 'values'> {
  const refuse = (column: string, reason: string) => {
    wrong.push({ column, fieldId: null, path: null, reason, ...cellText(record[column]) });
  };
  const item: Omit<SheetRow, 'values'> = {};
  const [id, version] = [record[systemColumns.id], record[systemColumns.version]];
  const label = asSent(record, systemColumns.label, undefined);
  if (!isEmpty(id)) {
    const read = readItemId(typeof id === 'string' ? id.trim().replace(/^#/, '') : id);
    if (isItemId(read)) item.id = read;
    else refuse(systemColumns.id, 'should be the id of an item');
  }
  if (!isEmpty(version)) {
    const read = readItemId(typeof version === 'string' ? version.trim() : version);
    if (isItemId(read) || read === noVersion) item.version = read;
    else refuse(systemColumns.version, 'should be the version of the item');
  }
  if (label !== undefined) {
    const text = typeof label === 'string' ? label : typeof label === 'number' ? String(label) : '';
    const reason = isRounded(label) ? inexactIntegerSentence : checkLabel(text);
    if (reason === undefined) item.label = text;
    else refuse(systemColumns.label, reason);
  }
  return item;
}

/** Refuses the cells that the sender could not read. */
function refuseUnread({ wrong, placeOf }: Reading, tree: readonly TreeNode[], unread: unknown): void {
  if (isEmpty(unread)) return;
  if (typeof unread !== 'object' || unread === null || Array.isArray(unread)) {
    wrong.push({ column: unreadColumn, fieldId: null, path: null, reason: 'should be reasons by column' });
    return;
  }
  for (const [column, reason] of Object.entries(unread)) {
    const resolved = isSystemColumn(column) ? undefined : placeOf(tree, column);
    const path = resolved && 'target' in resolved ? resolved.target.rows.map(({ index }) => index) : [];
    const fieldId = resolved ? ('target' in resolved ? resolved.target.node.field.id : resolved.field.id) : null;
    wrong.push({ column, fieldId, path: pathOf(path), reason: String(reason).slice(0, longestReason) });
  }
}

const longestReason = 200;

interface Reading {
  wrong: WrongCell[];
  ignored: Set<string>;
  fields: Map<string, string>;
  readAs: ReadAs[];
  /** The rows of all dynamic groups of the record so far. */
  rows: number;
  placeOf: (nodes: readonly TreeNode[], name: string) => ReturnType<typeof resolveColumn>;
}

/** The fields of an item or of a row, and how their columns are named. */
interface Scope {
  nodes: readonly TreeNode[];
  path: readonly number[];
  prefix: string;
  /** True in a row of JSON: what it does not name is empty. */
  isWhole: boolean;
  /** The record or row of JSON. */
  sent: object;
}

/** The values of an item or a row while its cells are read. */
interface Draft {
  values: SheetValues;
  texts: Map<string, Record<string, { text?: string; from?: string }>>;
  groups: Map<string, RowsDraft>;
  taken: Map<string, string>;
}

interface RowsDraft {
  /** Of the group. */
  name: string;
  rows: Map<number, Draft>;
  /** The number of rows that the file names, if its cell is not empty, and its column. */
  count?: { rows: number | undefined; column: string };
  /** The number of rows up to the last one with a value. */
  filled: number;
}

const newDraft = (): Draft => ({ values: {}, texts: new Map(), groups: new Map(), taken: new Map() });

function rowsIn({ groups }: Draft, { field: { id, settings } }: TreeNode): RowsDraft {
  const rows = groups.get(id) ?? { name: settings.name, rows: new Map<number, Draft>(), filled: 0 };
  groups.set(id, rows);
  return rows;
}

function readFields(reading: Reading, scope: Scope, record: Readonly<Record<string, unknown>>): SheetValues {
  const draft = newDraft();
  for (const [name, cell] of Object.entries(record)) {
    const column = scope.prefix + name;
    const resolved = reading.placeOf(scope.nodes, name);
    if (!resolved) ignore(reading, column);
    else {
      const isPlaced = !('reason' in resolved);
      const reason = isPlaced
        ? readColumn(reading, scope, draft, {
            column,
            target: resolved.target,
            cell: sentCell(scope, name, cell, resolved.target),
          })
        : resolved.reason;
      const { field } = isPlaced ? resolved.target.node : resolved;
      remember(reading, column, field.id);
      const path = isPlaced ? placedPath(scope, resolved.target.rows) : scope.path;
      if (reason !== undefined)
        reading.wrong.push({ column, fieldId: field.id, path: pathOf(path), reason, ...cellText(cell) });
    }
  }
  return finish(reading, scope, draft);
}

/** The cell with the digits of its number; a long text was joined. */
function sentCell({ sent }: Scope, name: string, cell: unknown, { node }: ColumnPlace): unknown {
  return typeof cell === 'number' ? asSent(sent, name, node.field.settings) : cell;
}

function ignore({ ignored }: Pick<Reading, 'ignored'>, column: string): void {
  if (ignored.size < namedIgnored.columns) ignored.add(column.slice(0, namedIgnored.length));
}

function cellText(cell: unknown): { value?: string } {
  if (isEmpty(cell)) return {};
  const text = typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
  return { value: shownCell(text) };
}

/** How many texts that were understood as options are named. */
const mostReadAs = 100;

function rememberOptions(
  { readAs }: Reading,
  column: string,
  { id: field_id, settings }: TreeNode['field'],
  cell: unknown,
  value: unknown,
) {
  if (!('options' in settings) || typeof cell !== 'string' || readAs.length >= mostReadAs) return;
  const as = readOptionsAs(cell, [value].flat().map(String), settings.options);
  const path = column.replaceAll(/\.\d+(?=\.)/g, '');
  const text = shownCell(cell);
  if (as === undefined || readAs.some((other) => other.column === path && other.text === text)) return;
  readAs.push({ column: path, field_id, text, as });
}

function remember({ fields }: Reading, column: string, fieldId: string): void {
  if (column.length > longestKnown || fields.size >= contentLimits.importColumns) return;
  fields.set(column.replaceAll(/\.\d+(?=\.)/g, ''), fieldId);
}

const pathOf = (path: readonly number[]): number[] | null => (path.length === 0 ? null : [...path]);

interface PlacedCell {
  column: string;
  target: ColumnPlace;
  cell: unknown;
}

/** Reads a cell into its place; returns the reason if it cannot be read. */
function readColumn(
  reading: Reading,
  scope: Scope,
  draft: Draft,
  { column, target: { node, rows, part }, cell }: PlacedCell,
): string | undefined {
  const { id, settings } = node.field;
  const { computes, holds } = fieldTypeOf(settings.type);
  const inner = draftAt(draft, rows, !isEmpty(cell) && !computes);
  const key = [id, ...Object.values(part)].join('.');
  const other = inner.taken.get(key);
  if (other !== undefined) return `is the same field as the column ${other}`;
  inner.taken.set(key, column);
  if (part.is === 'count') return readCount(rowsIn(inner, node), column, cell);
  if (part.is !== 'value') return readPart(inner, id, part, cell);
  if (computes) return undefined;
  if (holds === 'rows') {
    const path = placedPath(scope, rows);
    const list = readRows(
      reading,
      { ...scope, nodes: node.children, path, prefix: `${column}.`, isWhole: true },
      id,
      cell,
    );
    if (list) inner.values[id] = list;
    return list ? undefined : 'should be a list of rows';
  }
  const read = readCell(settings, cell);
  if ('reason' in read) return read.reason;
  rememberOptions(reading, column, node.field, cell, read.value);
  if (isTexts(read.value)) inner.texts.set(id, { ...read.value.texts, ...inner.texts.get(id) });
  else inner.values[id] = read.value;
  return undefined;
}

const isTexts = (value: SheetValue): value is { texts: SheetTexts } =>
  typeof value === 'object' && value !== null && 'texts' in value;

const placedPath = ({ path }: Scope, rows: ColumnPlace['rows']): number[] => [
  ...path,
  ...rows.map(({ index }) => index),
];

/** The draft of the row that a column is about; those with a value count as rows. */
function draftAt(draft: Draft, rows: ColumnPlace['rows'], hasValue: boolean): Draft {
  let inner = draft;
  for (const { group, index } of rows) {
    const list = rowsIn(inner, group);
    const row = list.rows.get(index) ?? newDraft();
    list.rows.set(index, row);
    if (hasValue) list.filled = Math.max(list.filled, index + 1);
    inner = row;
  }
  return inner;
}

function readCount(list: RowsDraft, column: string, cell: unknown): string | undefined {
  list.count = { rows: undefined, column };
  if (isEmpty(cell)) return undefined;
  const rows = typeof cell === 'string' && /^\d+$/.test(cell.trim()) ? Number(cell) : cell;
  if (typeof rows !== 'number' || !Number.isInteger(rows) || rows < 0 || rows > contentLimits.itemRows)
    return `should be a number of rows, at most ${numberText(contentLimits.itemRows)}`;
  list.count = { rows, column };
  return undefined;
}

function readPart({ texts }: Draft, fieldId: string, { is, language }: TextPart, cell: unknown): string | undefined {
  if (typeof cell === 'object' && cell !== null) return 'should be a text';
  if (isRounded(cell)) return inexactIntegerSentence;
  const text = isEmpty(cell) ? '' : String(cell);
  const known = texts.get(fieldId) ?? {};
  texts.set(fieldId, known);
  // Not copied: a line can have thousands of languages.
  if (is === 'text') known[language] = { ...known[language], text };
  else if (text !== '') known[language] = { ...known[language], from: text };
  return undefined;
}

/** Counts rows before they are made; false if the record has too many, which is said once. */
function mayMake(reading: Reading, rows: number, about: Omit<WrongCell, 'reason'>): boolean {
  const hadFew = reading.rows <= contentLimits.itemRows;
  reading.rows += rows;
  if (reading.rows <= contentLimits.itemRows) return true;
  if (hadFew) {
    const reason = `has too many rows: an item has at most ${numberText(contentLimits.itemRows)} in all its dynamic groups`;
    reading.wrong.push({ ...about, reason });
  }
  return false;
}

/** The rows of a JSON value; undefined if it is none. */
function readRows(reading: Reading, scope: Scope, groupId: string, value: unknown): SheetValues[] | undefined {
  if (isEmpty(value)) return [];
  if (!Array.isArray(value)) return undefined;
  const about = { column: scope.prefix.slice(0, -1), fieldId: groupId, path: pathOf(scope.path) };
  if (!mayMake(reading, value.length, about)) return [];
  const rows: SheetValues[] = [];
  for (const [index, row] of value.entries()) {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) return undefined;
    const inner = { ...scope, path: [...scope.path, index], prefix: `${scope.prefix}${index + 1}.`, sent: row };
    rows.push({ ...emptyRow(scope.nodes), ...readFields(reading, inner, row as Record<string, unknown>) });
  }
  return rows;
}

const emptyRows = new WeakMap<readonly TreeNode[], SheetValues>();

function emptyRow(nodes: readonly TreeNode[]): SheetValues {
  const known = emptyRows.get(nodes);
  if (known) return known;
  const leaves = levelOf(nodes).leaves.filter(({ field }) => !fieldTypeOf(field.settings.type).computes);
  const empty: SheetValues = Object.fromEntries(
    leaves.map(({ field }) => [field.id, fieldTypeOf(field.settings.type).holds === 'rows' ? [] : null]),
  );
  emptyRows.set(nodes, empty);
  return empty;
}

function finish(reading: Reading, scope: Scope, draft: Draft): SheetValues {
  const { values } = draft;
  for (const [fieldId, texts] of draft.texts) values[fieldId] = { texts: namedTexts(texts) };
  for (const [groupId, list] of draft.groups) values[groupId] = finishRows(reading, scope, groupId, list);
  return values;
}

/** A mark without a text is none. */
const namedTexts = (texts: Record<string, { text?: string; from?: string }>): SheetTexts =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([language, { text, ...rest }]) =>
      text === undefined ? [] : [[language, { text, ...rest }]],
    ),
  );

function finishRows(reading: Reading, scope: Scope, groupId: string, list: RowsDraft): SheetValue {
  const { count, filled, rows } = list;
  const column = count?.column ?? `${scope.prefix}${list.name}`;
  const about = { column, fieldId: groupId, path: pathOf(scope.path) };
  if (count?.rows !== undefined && count.rows < filled)
    reading.wrong.push({
      ...about,
      reason: `has ${count.rows} rows, but row ${filled} has values; change the number, or empty the row`,
    });
  const length = count?.rows ?? filled;
  if (!mayMake(reading, length, about)) return [];
  const rowAt = (index: number, draft = newDraft()) =>
    finish(reading, { ...scope, path: [...scope.path, index] }, draft);
  if (count || scope.isWhole) return Array.from({ length }, (_, index) => rowAt(index, rows.get(index)));
  return { filled, named: Object.fromEntries([...rows].map(([index, draft]) => [index, rowAt(index, draft)])) };
}
