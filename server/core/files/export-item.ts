import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { type Level, leavesIn, levelOf, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';

/**
 * Precomputed JSON of a row: its text with all values empty, and the position of each field's value in it. The cost of
 * a row then depends only on the values it has; an empty row is a copy.
 */
interface Layout {
  level: Level;
  empty: string;
  holes: ReadonlyMap<string, Hole>;
}

interface Hole {
  start: number;
  end: number;
  /** For a dynamic group: the layout of its rows. */
  rows: Layout | undefined;
}

/** Text that has been written but not yet yielded. */
interface Pending {
  text: string;
}

/** Pieces are yielded once they reach this number of characters. */
const pieceLength = 64 * 1024;

/**
 * Creates a function that serializes items of a template as in an exported file: JSON with fields in template order. It
 * yields pieces, because the text can be a thousand times longer than the document: every cell of an empty row is
 * written too.
 */
export function itemExporter(tree: readonly TreeNode[]): (id: number, values: ItemValues) => Generator<string, void> {
  const layout = layoutOf(tree);
  return function* (id, values) {
    const pending: Pending = { text: layout.empty ? `{"id":${id},` : `{"id":${id}` };
    yield* writeRow(layout, values, pending);
    yield `${pending.text}}`;
  };
}

/**
 * One item as in an exported file. A string rather than an object, because JavaScript puts integer-like keys such as
 * `7` first.
 */
export const exportItem = (tree: readonly TreeNode[], id: number, values: ItemValues): string =>
  [...itemExporter(tree)(id, values)].join('');

function layoutOf(tree: readonly TreeNode[]): Layout {
  const holes = new Map<string, Hole>();
  let empty = '';
  const add = ({ field: { id, settings }, children }: TreeNode, index: number): void => {
    empty += `${index > 0 ? ',' : ''}${JSON.stringify(settings.name)}:`;
    const { holds, emptyExport = null } = fieldTypeOf(settings.type);
    if (holds === 'group') {
      // A group has no values of its own; those of its fields are in the surrounding row.
      empty += '{';
      children.forEach(add);
      empty += '}';
      return;
    }
    const start = empty.length;
    empty += holds === 'rows' ? '[]' : JSON.stringify(emptyExport);
    holes.set(id, { start, end: empty.length, rows: holds === 'rows' ? layoutOf(children) : undefined });
  };
  tree.forEach(add);
  return { level: levelOf(tree), empty, holes };
}

function* writeRow({ level, empty, holes }: Layout, row: ItemValues, pending: Pending): Generator<string, void> {
  let written = 0;
  for (const { field } of leavesIn(level, Object.keys(row))) {
    const value = row[field.id];
    const hole = holes.get(field.id);
    // The text already contains the empty value.
    if (!hole || isEmpty(value)) continue;
    pending.text += empty.slice(written, hole.start);
    if (hole.rows) yield* writeRows(hole.rows, rowsOf(value), pending);
    else pending.text += JSON.stringify(value);
    written = hole.end;
  }
  pending.text += empty.slice(written);
}

function* writeRows(layout: Layout, rows: readonly ItemValues[], pending: Pending): Generator<string, void> {
  pending.text += '[';
  for (const [index, row] of rows.entries()) {
    pending.text += index > 0 ? ',{' : '{';
    yield* writeRow(layout, row, pending);
    pending.text += '}';
    if (pending.text.length < pieceLength) continue;
    yield pending.text;
    pending.text = '';
  }
  pending.text += ']';
}
