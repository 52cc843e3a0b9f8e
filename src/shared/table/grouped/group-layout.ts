import { rowHeight } from '../fitting-rows.ts';

/** Rows of a {@link GroupedTable} below one header. */
export interface TableGroup<Row> {
  /** Unique in the table. */
  key: string;
  name: string;
  /** The loaded ones, from the start. */
  rows: readonly Row[];
  /** How many rows it has, loaded or not. */
  total: number;
}

/** A place in the table, by indexes: a row of a group, or (`null`) the header of the group. */
export interface Place {
  group: number;
  row: number | null;
}

/** A line of the table; those of a group follow each other: header, column heads, rows, a note without rows, a gap. */
export type Line =
  | { kind: 'header' | 'heads' | 'note' | 'gap'; group: number }
  | { kind: 'row'; group: number; index: number };

const heights = { header: 44, heads: rowHeight, note: 44, gap: 12 };

/** Where the lines of all groups are, as line numbers and in pixels from the top. */
export interface GroupLayout {
  lines: number;
  lineAt: (line: number) => Line;
  /** The height of a line in pixels. */
  lineHeight: (kind: Line['kind']) => number;
  /** The number of a line. */
  lineOf: (group: number, row: number | null) => number;
  topOf: (line: number) => number;
  heightOf: (group: number) => number;
  /** The height of the groups in a range, exclusive of its end. */
  gapBetween: (from: number, to: number) => number;
}

/** Computes the positions of the table's lines without an array of them: there can be 100,000. */
export function layoutOf(groups: readonly { total: number }[], ofRow: number): GroupLayout {
  const groupHeight = (total: number) =>
    heights.header + (total > 0 ? heights.heads + total * ofRow : heights.note) + heights.gap;
  const starts: number[] = [];
  const tops: number[] = [];
  let lines = 0;
  let top = 0;
  for (const { total } of groups) {
    starts.push(lines);
    tops.push(top);
    lines += total > 0 ? total + 3 : 3;
    top += groupHeight(total);
  }
  const totalOf = (group: number) => groups[group]?.total ?? 0;
  const groupOf = (line: number) => {
    let low = 0;
    for (let high = starts.length - 1; low < high; ) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= line) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const lineAt = (line: number): Line => {
    const group = groupOf(line);
    const total = totalOf(group);
    const at = line - (starts[group] ?? 0);
    if (at === 0) return { kind: 'header', group };
    if (total === 0) return { kind: at === 1 ? 'note' : 'gap', group };
    if (at === 1) return { kind: 'heads', group };
    return at < total + 2 ? { kind: 'row', group, index: at - 2 } : { kind: 'gap', group };
  };
  return {
    lines,
    lineAt,
    lineHeight: (kind) => (kind === 'row' ? ofRow : heights[kind]),
    lineOf: (group, row) => (starts[group] ?? 0) + (row === null ? 0 : row + 2),
    topOf: (line) => {
      const found = lineAt(line);
      const start = tops[found.group] ?? 0;
      if (found.kind === 'header') return start;
      if (found.kind === 'row') return start + heights.header + heights.heads + found.index * ofRow;
      return found.kind === 'gap' ? start + groupHeight(totalOf(found.group)) - heights.gap : start + heights.header;
    },
    heightOf: (group) => groupHeight(totalOf(group)),
    gapBetween: (from, to) => (tops[to] ?? top) - (tops[from] ?? top),
  };
}

/** The rows between two places, including both. */
export function placesBetween(layout: GroupLayout, a: Place, b: Place): Place[] {
  const [from, to] = [a, b].map(({ group, row }) => layout.lineOf(group, row)).sort((x, y) => x - y);
  const places: Place[] = [];
  for (let line = from ?? 0; line <= (to ?? -1); line++) {
    const found = layout.lineAt(line);
    if (found.kind === 'row') places.push({ group: found.group, row: found.index });
  }
  return places;
}
