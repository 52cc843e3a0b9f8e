import { setImmediate as breathe } from 'node:timers/promises';
import { numberText } from '@quartermaster/contract/number-text.ts';
import type { Query } from '../../../core/database/database.ts';
import { type AskDeps, findAsk } from '../../checks/ask-checks.ts';
import { batchesBySize } from '../batches.ts';
import type { Incompatibility } from '../incompatibility.ts';
import { type CheckedDraft, type CheckParts, checkRows, type TakenKey, usedBy } from './check-rows.ts';
import { type FileIndex, indexFile, type Matching, type Whole, wholeFile } from './file-index.ts';
import {
  type CheckedRow,
  countOutcomes,
  type FileRow,
  type OutcomeCounts,
  type Part,
  type ReadChecked,
  type ReadParts,
} from './import-row.ts';
import { readVersionsNow } from './revision-repository.ts';

/** Where the parts of an import are stored. */
export interface PartStore {
  read: ReadParts<FileRow>;
  readChecked: ReadChecked;
  /** Stores what was found for rows, in parts of its own, in place of what the part had before. */
  write: (part: Part<CheckedRow>, counts: OutcomeCounts) => Promise<void>;
}

/** What a check has found in all rows. */
export interface CheckedImport {
  newRows: number;
  counts: OutcomeCounts;
}

/** The rows that cannot be applied without others, by those. */
type Reliant = Map<number, number[]>;

/** A row that many others link to has a long list, which is not copied for each. */
function relyOn(reliant: Reliant, row: number, other: number): void {
  const others = reliant.get(row);
  if (others) others.push(other);
  else reliant.set(row, [other]);
}

/**
 * Determines what an import does to each row's item. Rows are read twice: links, and values of unique fields, can need any
 * other row. Of a file that was read before, the index is given.
 */
export async function checkImport(
  deps: AskDeps,
  parts: Omit<CheckParts, 'index' | 'indexes' | 'ask'> & Matching,
  store: PartStore,
  known?: FileIndex,
): Promise<CheckedImport> {
  const index = known ?? (await indexFile(deps.database.query, parts.model, parts, store.read));
  const counts = await checkTemplates(deps, [{ ...parts, index, store, source: wholeFile }]);
  return { newRows: index.newRows, counts };
}

/** The rows of a template that are checked. */
export interface CheckedTemplate extends Omit<CheckParts, 'indexes' | 'ask'> {
  store: PartStore;
  /** As its index was made. */
  source: Whole;
}

/** Determines what the rows of several templates do, which can link to each other's new items. */
export async function checkTemplates(deps: AskDeps, templates: readonly CheckedTemplate[]): Promise<OutcomeCounts> {
  const { query } = deps.database;
  const ask = templates[0] && (await findAsk(deps, { id: templates[0].model.instanceId }));
  const indexes = new Map(templates.map(({ model, index }) => [model.id, index]));
  const refused = new Map<number, number>();
  const reliant: Reliant = new Map();
  const keys = new Keys();
  const counts = countOutcomes([]);
  for (const { store, source, ...checks } of templates) {
    const parts: CheckParts = { ...checks, indexes, ask };
    let [at, part] = [source.before.rows, 0];
    for await (const { rows } of store.read()) {
      for await (const batch of inBatches(query, parts, rows, at)) {
        const drafts = await checkRows(query, parts, batch, at);
        const checked = drafts.map((draft) => draft.checked);
        for (const draft of drafts) {
          if (draft.checked.outcome === 'refused') refused.set(at, draft.checked.line);
          else for (const row of draft.reliesOn) relyOn(reliant, row, at);
          keys.add(at, draft);
          at += 1;
        }
        const found = countOutcomes(checked);
        addCounts(counts, found);
        await store.write({ part, rows: checked }, found);
        part += 1;
        await breathe();
      }
    }
  }
  const refusals = findReliant(refused, reliant, keys.refusals(), templates[0]?.source.name);
  if (refusals.size > 0)
    for (const { store, source } of templates) await refuseReliant(store, source, refusals, counts);
  return counts;
}

/** Splits rows so that their items, in both versions that are compared, fit into memory. */
async function* inBatches(
  query: Query,
  { model, index }: CheckParts,
  rows: readonly FileRow[],
  from: number,
): AsyncGenerator<FileRow[]> {
  const placed = rows.map((row, at) => ({ row, id: index.itemOf(from + at) }));
  const batches = batchesBySize(placed, placed.length || 1, async () => {
    const ids = placed.flatMap(({ id }) => id ?? []);
    const states = ids.length > 0 ? await readVersionsNow(query, model.key, ids) : new Map<number, never>();
    return ({ row, id }) => {
      const state = states.get(id ?? 0);
      return state ? state.bytes * (row.version !== undefined && row.version < state.version ? 2 : 1) : 0;
    };
  });
  for await (const batch of batches) yield batch.map(({ row }) => row);
}

/** Adds numbers of rows to others. */
function addCounts(counts: OutcomeCounts, more: OutcomeCounts): void {
  for (const name of Object.keys(more) as (keyof OutcomeCounts)[]) counts[name] += more[name];
}

/** The values of unique fields that rows take from others, and those that these keep. */
class Keys {
  readonly #taken: { row: number; line: number; key: TakenKey }[] = [];
  readonly #kept = new Map<string, Set<number>>();

  add(row: number, { checked, takes, keeps }: CheckedDraft): void {
    if (checked.outcome !== 'refused') for (const key of takes) this.#taken.push({ row, line: checked.line, key });
    for (const fieldId of keeps) this.#kept.set(fieldId, (this.#kept.get(fieldId) ?? new Set()).add(row));
  }

  /** Why rows cannot take a value, by the rows, with their lines. */
  refusals(): Map<number, { line: number; refusal: Incompatibility }> {
    const used = this.#taken.filter(({ key }) => this.#kept.get(key.fieldId)?.has(key.from));
    return new Map(used.map(({ row, line, key }) => [row, { line, refusal: usedBy(key) }]));
  }
}

/** The rows to be refused besides those that are: for a key that is kept, and those that rely on either, with the reasons. */
function findReliant(
  refused: ReadonlyMap<number, number>,
  reliant: Reliant,
  keys: ReturnType<Keys['refusals']>,
  name: Whole['name'] = 'file',
): Map<number, Incompatibility> {
  const found = new Map([...keys].map(([row, { refusal }]) => [row, refusal]));
  const lines = [...keys].map(([row, { line }]): [number, number] => [row, line]);
  const open = [...refused, ...lines].filter(([row]) => reliant.has(row));
  for (let next = open.pop(); next; next = open.pop()) {
    const [row, line] = next;
    for (const other of reliant.get(row) ?? []) {
      if (refused.has(other) || found.has(other)) continue;
      found.set(other, reliesOnRefused(name, line));
      open.push([other, line]);
    }
  }
  return found;
}

async function refuseReliant(
  store: PartStore,
  { before }: Whole,
  refusals: ReadonlyMap<number, Incompatibility>,
  counts: OutcomeCounts,
): Promise<void> {
  let at = before.rows;
  for await (const { part, rows } of store.readChecked()) {
    const first = at;
    at += rows.length;
    if (!rows.some((_, index) => refusals.has(first + index))) continue;
    const checked = rows.map((row, index): CheckedRow => {
      const refusal = refusals.get(first + index);
      return refusal ? { ...row, outcome: 'refused', refusal } : row;
    });
    const [before, after] = [countOutcomes(rows), countOutcomes(checked)];
    for (const name of Object.keys(counts) as (keyof OutcomeCounts)[]) counts[name] += after[name] - before[name];
    await store.write({ part, rows: checked }, after);
  }
}

const reliesOnRefused = (name: Whole['name'], line: number): Incompatibility => ({
  field_id: 'fields',
  reason: `needs line ${numberText(line)} of the ${name}, which is refused`,
});
