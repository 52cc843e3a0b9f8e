import type { OutcomeCounts } from '../../server/content/change-sets/imports/import-row.ts';

/** An item of the model: chests hold swords, swords lie in a chest; both by key. */
export interface ModelItem {
  template: 'sword' | 'chest';
  id: number;
  version: number;
  number: number | null;
  links: readonly string[];
  /** The number at each version. */
  former: Map<number, number | null>;
}

/** A row of a proposal: of an item by its id, or by its key. */
export interface ModelRow {
  template: 'sword' | 'chest';
  key: string;
  id: number | undefined;
  version: number | undefined;
  number: number;
  /** The keys that a row without an id links to. */
  links: readonly string[];
}

export type ModelState = Map<string, ModelItem>;

interface Found {
  outcome: keyof OutcomeCounts;
  item: ModelItem | undefined;
}

/** What each row would do, by its line; lines that are left out are missing. */
export function checkModel(state: ModelState, rows: readonly ModelRow[], without: ReadonlySet<number>) {
  const byId = new Map([...state.values()].map((item) => [item.id, item]));
  const found = new Map<number, Found>();
  rows.forEach((row, at) => {
    if (without.has(at + 1)) return;
    const item = row.id === undefined ? state.get(row.key) : byId.get(row.id);
    found.set(at + 1, { outcome: item ? ofItem(item, row) : row.id === undefined ? 'added' : 'refused', item });
  });
  // A row is refused if it links to nothing, or to a new item that is refused: until no other row is.
  for (let refused = -1, before = -2; refused !== before; ) {
    before = refused;
    rows.forEach(({ id, links }, at) => {
      const own = found.get(at + 1);
      if (own && id === undefined && links.some((key) => !resolves(state, rows, found, key))) own.outcome = 'refused';
    });
    refused = [...found.values()].filter(({ outcome }) => outcome === 'refused').length;
  }
  return found;
}

function resolves(
  state: ModelState,
  rows: readonly ModelRow[],
  found: ReadonlyMap<number, Found>,
  key: string,
): boolean {
  if (state.has(key)) return true;
  const line = rows.findIndex((row) => row.id === undefined && row.key === key) + 1;
  return line > 0 && found.has(line) && found.get(line)?.outcome !== 'refused';
}

function ofItem(item: ModelItem, { id, version = item.version, number, links }: ModelRow): keyof OutcomeCounts {
  const isRelinked = id === undefined && links.length > 0 && links.join() !== item.links.join();
  const base = item.former.get(version) ?? null;
  if (number === item.number || (number === base && version !== item.version))
    return isRelinked ? 'changed' : 'unchanged';
  return base === item.number ? 'changed' : 'conflict';
}

/** Counts what {@link checkModel} has found. */
export function countModel(found: ReadonlyMap<number, Found>): OutcomeCounts {
  const counts: OutcomeCounts = { added: 0, changed: 0, unchanged: 0, conflict: 0, refused: 0 };
  for (const { outcome } of found.values()) counts[outcome] += 1;
  return counts;
}

/** Applies rows. New items get their ids by `idOf`, once they are stored. */
export function applyModel(
  state: ModelState,
  rows: readonly ModelRow[],
  found: ReturnType<typeof checkModel>,
  { side, idOf }: { side: Side; idOf: (key: string) => number },
): void {
  for (const [line, { outcome, item }] of found) {
    const row = rows[line - 1] as ModelRow;
    if (!writes(outcome, side)) continue;
    const { template, key, number, links } = row;
    if (item) write(item, { number, links: row.id === undefined && links.length > 0 ? links : item.links });
    else state.set(key, { template, id: idOf(key), version: 1, number, links, former: new Map([[1, number]]) });
  }
}

type Side = 'new' | 'current';

const writes = (outcome: Found['outcome'], side: Side): boolean =>
  outcome === 'added' || outcome === 'changed' || (outcome === 'conflict' && side === 'new');

/** How many items {@link applyModel} writes. */
export const countWritten = (found: ReturnType<typeof checkModel>, side: Side): number =>
  [...found.values()].filter(({ outcome }) => writes(outcome, side)).length;

/** Writes a new version of an item. */
export function write(item: ModelItem, { number, links }: Pick<ModelItem, 'number' | 'links'>): void {
  item.version += 1;
  Object.assign(item, { number, links });
  item.former.set(item.version, number);
}

/** Makes the state what it was, with new versions of what differs. */
export function undoModel(
  state: ModelState,
  before: ReadonlyMap<string, Pick<ModelItem, 'number' | 'links' | 'version'>>,
) {
  for (const [key, item] of state) {
    const was = before.get(key);
    if (!was) state.delete(key);
    else if (was.version !== item.version) write(item, was);
  }
}
