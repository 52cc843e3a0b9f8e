import type { ChangeKind } from '../../../shared/ui/change/change-mark.tsx';

/** An item in a list of changes. */
export interface ListedItem {
  id: number;
  name: string;
  change: ChangeKind;
  /** True if it was edited in the target, too. */
  conflict?: boolean;
  /** True if it was saved in the source while its sync was prepared. */
  is_newer?: boolean;
}

/** A template with its changed items, or the menu, which has none. */
export interface ChangeSection {
  /** The id of the template; `null` for the menu. */
  templateId: string | null;
  name: string;
  /** The change of the template itself. */
  change: ChangeKind | null;
  counts: Record<ChangeKind, number> & { conflicts?: number };
  /** The loaded ones, from the start. */
  items: readonly ListedItem[];
  /** How many items it has, loaded or not. */
  total: number;
}

/** A place in the list: an item of a section, or (`null`) the section's header. */
export interface Place {
  section: number;
  item: number | null;
}

/** The targets of the list's checkboxes. */
export interface ListSelection {
  isItemSelected: (templateId: string, id: number) => boolean;
  isTemplateSelected: (templateId: string) => boolean;
  isMenuSelected: boolean;
  /** How many items of a section are selected. */
  countOf: (section: ChangeSection) => number;
  selectItems: (places: readonly Place[], isOn: boolean) => void;
  selectTemplate: (section: ChangeSection, isOn: boolean) => void;
  /** A whole section: the template and all its items. */
  selectSection: (section: ChangeSection, isOn: boolean) => void;
}

/** A line of the list; those of a section follow each other: header, column heads, items, a note without items, a gap. */
export type Line =
  | { kind: 'header' | 'heads' | 'note' | 'gap'; section: number }
  | { kind: 'item'; section: number; index: number };

const heights: Record<Line['kind'], number> = { header: 44, heads: 30, item: 36, note: 44, gap: 12 };

/** The height of a line in pixels. */
export const lineHeight = (kind: Line['kind']): number => heights[kind];

/** Where the lines of all sections are, as line numbers and in pixels from the top. */
export interface ListLayout {
  lines: number;
  lineAt: (line: number) => Line;
  /** The number of a line. */
  placeOf: (section: number, item: number | null) => number;
  topOf: (line: number) => number;
  heightOf: (section: number) => number;
  /** The height of the sections in a range, exclusive of its end. */
  gapBetween: (from: number, to: number) => number;
}

/** Computes the positions of the list's lines without an array of them: there can be 100,000. */
export function layoutOf(sections: readonly Pick<ChangeSection, 'total'>[]): ListLayout {
  const starts: number[] = [];
  const tops: number[] = [];
  let lines = 0;
  let top = 0;
  for (const { total } of sections) {
    starts.push(lines);
    tops.push(top);
    lines += total > 0 ? total + 3 : 3;
    top += sectionHeight(total);
  }
  const totalOf = (section: number) => sections[section]?.total ?? 0;
  const sectionOf = (line: number) => {
    let low = 0;
    for (let high = starts.length - 1; low < high; ) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= line) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const lineAt = (line: number): Line => {
    const section = sectionOf(line);
    const total = totalOf(section);
    const at = line - (starts[section] ?? 0);
    if (at === 0) return { kind: 'header', section };
    if (total === 0) return { kind: at === 1 ? 'note' : 'gap', section };
    if (at === 1) return { kind: 'heads', section };
    return at < total + 2 ? { kind: 'item', section, index: at - 2 } : { kind: 'gap', section };
  };
  return {
    lines,
    lineAt,
    placeOf: (section, item) => (starts[section] ?? 0) + (item === null ? 0 : item + 2),
    topOf: (line) => {
      const found = lineAt(line);
      const start = tops[found.section] ?? 0;
      if (found.kind === 'header') return start;
      if (found.kind === 'item') return start + heights.header + heights.heads + found.index * heights.item;
      return found.kind === 'gap'
        ? start + sectionHeight(totalOf(found.section)) - heights.gap
        : start + heights.header;
    },
    heightOf: (section) => sectionHeight(totalOf(section)),
    gapBetween: (from, to) => (tops[to] ?? top) - (tops[from] ?? top),
  };
}

const sectionHeight = (total: number): number =>
  heights.header + (total > 0 ? heights.heads + total * heights.item : heights.note) + heights.gap;
