import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { type Level, levelOf, slotsIn, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';

/**
 * A row as it is written: its whole text without any value, and where in it each of its fields has its own. So a row costs what
 * is there, and one without values is a copy.
 */
interface Layout {
  level: Level;
  empty: string;
  holes: ReadonlyMap<string, Hole>;
}

interface Hole {
  start: number;
  end: number;
  /** Of a dynamic group: that of its rows. */
  rows: Layout | undefined;
}

/** What was written and is still to be handed out. */
interface Pending {
  text: string;
}

/** From so many letters on a piece is handed out. */
const pieceLength = 64 * 1024;

/**
 * Makes the function that writes items of a template as an exported file has them: JSON, its fields in their order. An item comes in
 * pieces, as its text can be a thousand times what its document is: each cell of an empty row is written too.
 */
export function itemExporter(tree: readonly TreeNode[]): (id: number, values: ItemValues) => Generator<string, void> {
  const layout = layoutOf(tree);
  return function* (id, values) {
    const pending: Pending = { text: layout.empty ? `{"id":${id},` : `{"id":${id}` };
    yield* writeRow(layout, values, pending);
    yield `${pending.text}}`;
  };
}

/** An item as an exported file has it. JSON and no object, as JavaScript puts names like `7` first. */
export const exportItem = (tree: readonly TreeNode[], id: number, values: ItemValues): string =>
  [...itemExporter(tree)(id, values)].join('');

function layoutOf(tree: readonly TreeNode[]): Layout {
  const holes = new Map<string, Hole>();
  let empty = '';
  const add = ({ field: { id, settings }, children }: TreeNode, index: number): void => {
    empty += `${index > 0 ? ',' : ''}${JSON.stringify(settings.name)}:`;
    const { holds, emptyExport = null } = fieldTypeOf(settings.type);
    if (holds === 'group') {
      // A group has no values of its own: those of its fields lie in the row around it.
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
  for (const { field } of slotsIn(level, Object.keys(row))) {
    const value = row[field.id];
    const hole = holes.get(field.id);
    // An empty value is what the text has anyway.
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
