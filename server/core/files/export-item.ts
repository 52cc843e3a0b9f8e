import { exportedValue } from '@quartermaster/contract/content/exported-value.ts';
import {
  isLeftOut,
  type RowChain,
  type ShownRules,
  shownRulesOf,
} from '@quartermaster/contract/content/field-visibility.ts';
import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { shapesOf } from '@quartermaster/contract/content/row-shapes.ts';
import { type Level, leavesIn, levelOf, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { type FieldValue, isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
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
  /** For a dynamic group: the layout of a row, which depends on its shape. */
  rows: RowLayout | undefined;
}

type RowLayout = (row: ItemValues) => Layout;

/** Text that has been written but not yet yielded. */
interface Pending {
  text: string;
}

/** Pieces are yielded once they reach this number of characters. */
const pieceLength = 64 * 1024;

/**
 * Creates a function that serializes items of a template as in an exported file: JSON with fields in template order. It
 * yields pieces, because the text can be a thousand times longer than the document: every cell of an empty row is
 * written too. With a language, localised texts are those of that language. A new item has no id yet.
 */
export function itemExporter(
  tree: readonly TreeNode[],
  language?: string,
): (id: number | null, values: ItemValues) => Generator<string, void> {
  const layout = layoutOf(tree);
  const writing = { rules: shownRulesOf(tree), language };
  return function* (id, values) {
    const pending: Pending = { text: layout.empty ? `{"id":${id},` : `{"id":${id}` };
    yield* writeRow({ layout, ...writing }, [values], pending);
    yield `${pending.text}}`;
  };
}

/**
 * One item as in an exported file. A string rather than an object, because JavaScript puts integer-like keys such as
 * `7` first.
 */
export const exportItem = (tree: readonly TreeNode[], id: number, values: ItemValues, language?: string): string =>
  [...itemExporter(tree, language)(id, values)].join('');

function layoutOf(tree: readonly TreeNode[]): Layout {
  const holes = new Map<string, Hole>();
  let empty = '';
  const add = ({ field: { id, settings }, children }: TreeNode): void => {
    const { holds, rows, exported } = fieldTypeOf(settings.type);
    // The fields of a shape are in the row itself.
    if (rows?.is === 'shape') {
      children.forEach(add);
      return;
    }
    const isFirst = empty === '' || empty.endsWith('{');
    empty += `${isFirst ? '' : ','}${JSON.stringify(settings.name)}:`;
    if (holds === 'group') {
      // A group has no values of its own; those of its fields are in the surrounding row.
      empty += '{';
      children.forEach(add);
      empty += '}';
      return;
    }
    const start = empty.length;
    empty += holds === 'rows' || exported?.isList ? '[]' : 'null';
    holes.set(id, { start, end: empty.length, rows: holds === 'rows' ? rowLayout(children) : undefined });
  };
  tree.forEach(add);
  return { level: levelOf(tree), empty, holes };
}

function rowLayout(nodes: readonly TreeNode[]): RowLayout {
  const shapes = shapesOf(nodes);
  const layouts = new Map([...(shapes?.nodes ?? [])].map(([name, shapeNodes]) => [name, layoutOf(shapeNodes)]));
  const common = layoutOf(shapes?.common ?? nodes);
  return (row) => (shapes && layouts.get(String(row[shapes.typeId]))) ?? common;
}

/** How the rows of a level are written. */
interface Writing {
  layout: Layout;
  rules: ShownRules | undefined;
  /** The language of a file that has one. */
  language: string | undefined;
}

/** Writes the last of the rows; the others are those around it. */
function* writeRow({ layout, ...writing }: Writing, rows: RowChain, pending: Pending): Generator<string, void> {
  const { rules, language } = writing;
  const { level, empty, holes } = layout;
  const row = rows.at(-1) ?? {};
  let written = 0;
  for (const { field } of leavesIn(level, Object.keys(row))) {
    const value = row[field.id];
    const hole = holes.get(field.id);
    // The text already contains the empty value.
    if (!hole || isEmpty(value) || isLeftOut(rules, field.id, rows)) continue;
    pending.text += empty.slice(written, hole.start);
    if (hole.rows) yield* writeRows({ layoutOfRow: hole.rows, ...writing }, rows, rowsOf(value), pending);
    else pending.text += JSON.stringify(exportedValue(field.settings, value as FieldValue, language));
    written = hole.end;
  }
  pending.text += empty.slice(written);
}

function* writeRows(
  { layoutOfRow, ...writing }: Omit<Writing, 'layout'> & { layoutOfRow: RowLayout },
  around: RowChain,
  rows: readonly ItemValues[],
  pending: Pending,
): Generator<string, void> {
  pending.text += '[';
  for (const [index, row] of rows.entries()) {
    pending.text += index > 0 ? ',{' : '{';
    yield* writeRow({ layout: layoutOfRow(row), ...writing }, [...around, row], pending);
    pending.text += '}';
    if (pending.text.length < pieceLength) continue;
    yield pending.text;
    pending.text = '';
  }
  pending.text += ']';
}
