import type { ImportMatch } from '@quartermaster/contract/endpoints/imports.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { shownCell } from '@quartermaster/contract/sheets/sheet-row.ts';
import type { Query } from '../../../core/database/database.ts';
import type { StoredField } from '../../../core/tables/content.ts';
import { type IndexedKey, nameOfKey } from '../../documents/item-keys.ts';
import type { TemplateModel } from '../../model/template-model.ts';
import { uniqueFields } from '../../model/unique-fields.ts';
import type { Incompatibility } from '../incompatibility.ts';
import type { FileRow, ReadParts } from './import-row.ts';
import { findByKeys, indexedKey } from './unique-values.ts';

/** How the rows of a file find their items. */
export interface Matching {
  match: ImportMatch | undefined;
  /** The unique field to match by. */
  keyField: StoredField | undefined;
}

/** The rows that have a value of a unique field. */
interface UniqueRows {
  field: StoredField;
  /** The first row with each value. */
  first: Map<string, number>;
  /** The rows that name the field. */
  named: Set<number>;
}

/**
 * Which items the rows of a template are about, by the places of the rows in the file or proposal, and which values of unique
 * fields they have.
 */
export interface FileIndex {
  rows: number;
  newRows: number;
  /** The item of a row, `null` for a new one. */
  itemOf: (row: number) => number | null;
  /** The place of a new row among the new ones of the file or proposal. */
  placeOf: (row: number) => number;
  rowOf: (itemId: number) => number | undefined;
  /** The items that rows are about, whether or not they exist. */
  items: () => Iterable<number>;
  /** Why a row cannot be the second one about its item or with its value. */
  repeated: ReadonlyMap<number, Incompatibility>;
  unique: readonly UniqueRows[];
}

/** What rows are part of. */
export interface Whole {
  /** Its name in reasons. */
  name: 'file' | 'proposal';
  /** How many rows, and new ones among them, come before these: those of other templates. */
  before: { rows: number; newRows: number };
}

/** A file with rows of one template. */
export const wholeFile: Whole = { name: 'file', before: { rows: 0, newRows: 0 } };

const repeatedItem = (name: Whole['name'], line: number): Incompatibility => ({
  field_id: 'fields',
  reason: `the item is in the ${name} already, in line ${numberText(line)}`,
});
const repeatedValue = (name: Whole['name'], line: number): string =>
  `is in the ${name} already, in line ${numberText(line)}`;

/** Reads all rows of a template once and remembers what rows have to know about each other. */
export async function indexFile(
  query: Query,
  model: TemplateModel,
  matching: Matching,
  readParts: ReadParts<FileRow>,
  source = wholeFile,
): Promise<FileIndex> {
  const index = new Collected(model, source);
  for await (const { rows } of readParts()) {
    const ids = await matchRows(query, model, matching, rows);
    rows.forEach((row, at) => {
      index.add(row, ids[at] ?? null);
    });
  }
  return index;
}

/** The items of rows, whether or not those named by id exist. */
async function matchRows(
  query: Query,
  { key: templateKey }: TemplateModel,
  { match, keyField: field }: Matching,
  rows: readonly FileRow[],
): Promise<(number | null)[]> {
  const byId = (row: FileRow) => (match === undefined || match === 'id' ? (row.id ?? null) : null);
  const ids = rows.map(byId);
  if (!field || match === 'new' || match === 'id') return ids;
  const keyed = rows.flatMap((row, at): { at: number; key: IndexedKey }[] => {
    const key = ids[at] === null ? indexedKey(field, row.values[field.id]) : undefined;
    return key ? [{ at, key }] : [];
  });
  const found = await findByKeys(
    query,
    { templateKey, field },
    keyed.map(({ key }) => key),
  );
  keyed.forEach(({ at }, index) => {
    ids[at] = found[index] ?? null;
  });
  return ids;
}

class Collected implements FileIndex {
  readonly repeated = new Map<number, Incompatibility>();
  readonly unique: UniqueRows[];
  newRows = 0;
  readonly #whole: Whole;
  readonly #lines: number[] = [];
  /** The id of an item, or that of no item minus the place of a new one. */
  readonly #items: number[] = [];
  readonly #rows = new Map<number, number>();

  constructor(model: TemplateModel, source: Whole) {
    this.#whole = source;
    this.unique = [...uniqueFields(model).values()].map((field) => ({ field, first: new Map(), named: new Set() }));
  }

  get rows(): number {
    return this.#lines.length;
  }

  itemOf(row: number): number | null {
    const item = this.#items[row - this.#whole.before.rows] ?? 0;
    return item > 0 ? item : null;
  }

  placeOf(row: number): number {
    return -(this.#items[row - this.#whole.before.rows] ?? 0);
  }

  rowOf(itemId: number): number | undefined {
    return this.#rows.get(itemId);
  }

  items(): Iterable<number> {
    return this.#rows.keys();
  }

  add({ line, values }: FileRow, id: number | null): void {
    const { name, before } = this.#whole;
    const row = before.rows + this.#lines.length;
    this.#lines.push(line);
    const other = id === null ? undefined : this.#rows.get(id);
    if (other !== undefined) this.repeated.set(row, repeatedItem(name, this.#lineOf(other)));
    else if (id !== null) this.#rows.set(id, row);
    this.#items.push(id ?? -(before.newRows + this.newRows));
    if (id === null) this.newRows += 1;
    if (other === undefined) this.#addValues(row, values);
  }

  #addValues(row: number, values: FileRow['values']): void {
    for (const { field, first, named } of this.unique) {
      if (values[field.id] === undefined) continue;
      named.add(row);
      const key = indexedKey(field, values[field.id]);
      if (!key) continue;
      const name = nameOfKey(key);
      const other = first.get(name);
      if (other === undefined) first.set(name, row);
      else if (!this.repeated.has(row))
        this.repeated.set(row, {
          field_id: field.id,
          reason: repeatedValue(this.#whole.name, this.#lineOf(other)),
          value: shownCell(String(values[field.id])),
        });
    }
  }

  #lineOf(row: number): number {
    return this.#lines[row - this.#whole.before.rows] ?? 0;
  }
}
