/** A row of a table that can be drawn: by its weight, an item, a text, or no drop at all. */
export interface DropRow {
  /** Above zero. */
  weight: number;
  /** The id of an item, which is drawn on from if it is a table. */
  item?: number;
  text?: string;
}

/** An item that can be dropped; with rows, a table that is drawn on from. */
export interface DropItem {
  template_id: string;
  id: number;
  label: string;
  /** The path of its picture. */
  image?: string;
  /** Of those with a weight above zero; if there are none, the table drops nothing. */
  rows?: DropRow[];
}

/** What a node of a nest is: an item, a text, or no drop. */
export type DropName = { item: DropItem } | { text: string } | null;

interface DropEdge {
  weight: number;
  /** The index of a node. */
  to: number;
}

/** The rows of each node of a nest, which lead to others by their index; `null` for an end result. The first node is drawn from. */
export type DropTables = readonly (readonly DropEdge[] | null)[];

/** Tables that lead to others, and what they end in: each item, text and "no drop" is one node, however many rows lead to it. */
export interface DropNest {
  tables: DropTables;
  /** Of each node; `null` for the first one, too. */
  names: readonly DropName[];
}

/** Joins the rows that are drawn from with the items below them. An item that is not among these is named by its id. */
export function toNest(rows: readonly DropRow[], items: readonly DropItem[]): DropNest {
  const byId = new Map(items.map((item) => [item.id, item]));
  const names: DropName[] = [null];
  const indexes = new Map<string, number>();
  const nameOf = ({ item: id, text }: DropRow): DropName => {
    if (id === undefined) return text === undefined ? null : { text };
    const item = byId.get(id);
    if (item?.rows?.length === 0) return null;
    return item ? { item } : { text: `#${id}` };
  };
  const indexOf = (row: DropRow): number => {
    const name = nameOf(row);
    const key = dropKey(name);
    const index = indexes.get(key) ?? names.push(name) - 1;
    indexes.set(key, index);
    return index;
  };
  const toEdges = (list: readonly DropRow[]) => list.map((row) => ({ weight: row.weight, to: indexOf(row) }));
  const tables: (DropEdge[] | null)[] = [toEdges(rows.length > 0 ? rows : [{ weight: 1 }])];
  // There are more names until the last table is read.
  for (let index = 1; index < names.length; index++) {
    const name = names[index];
    tables.push(name && 'item' in name && name.item.rows ? toEdges(name.item.rows) : null);
  }
  return { tables, names };
}

/** Identifies a node of a nest by what it is, whatever else the nest has. */
export const dropKey = (name: DropName): string =>
  name === null ? 'none' : 'item' in name ? `item:${name.item.id}` : `text:${name.text}`;

/** The order in which each table comes before what it leads to; if there is none, the nodes of a cycle, of which the first is the last, too. */
export function sortTables(tables: DropTables): { order: number[] } | { cycle: number[] } {
  const before = tables.map(() => 0);
  for (const rows of tables) for (const { to } of rows ?? []) before[to] = (before[to] ?? 0) + 1;
  const order = before.flatMap((count, index) => (count === 0 ? [index] : []));
  // Grows as tables are done.
  for (const index of order) {
    for (const { to } of tables[index] ?? []) {
      const left = (before[to] ?? 0) - 1;
      before[to] = left;
      if (left === 0) order.push(to);
    }
  }
  return order.length === tables.length ? { order } : { cycle: findCycle(tables, new Set(order)) };
}

/** A cycle among the nodes that have no order: each of them is led to by another one. */
function findCycle(tables: DropTables, sorted: ReadonlySet<number>): number[] {
  const from = new Map<number, number>();
  for (const [index, rows] of tables.entries())
    if (!sorted.has(index)) for (const { to } of rows ?? []) from.set(to, index);
  let [at = 0] = from.keys();
  const path: number[] = [];
  while (!path.includes(at)) {
    path.push(at);
    at = from.get(at) ?? at;
  }
  const cycle = path.slice(path.indexOf(at)).toReversed();
  // From what is nearest to the first table, as nodes are numbered by their distance from it.
  const start = cycle.indexOf(Math.min(...cycle));
  const [first = 0, ...others] = [...cycle.slice(start), ...cycle.slice(0, start)];
  return [first, ...others, first];
}
