import { namesInLevel, pathsOf, type Vocabulary } from '../content/field-names.ts';
import type { TreeNode } from '../content/template-tree.ts';
import { fieldTypeOf } from '../field-types/registry.ts';
import { type ColumnPlace, resolveColumn } from './resolve-column.ts';
import { asSent } from './sent-digits.ts';
import { isSystemColumn, topColumn } from './system-columns.ts';

type Columns = Readonly<Record<string, unknown>>;

/** A column in the words of a vocabulary. */
function columnAt(tree: readonly TreeNode[], { node, rows, part }: ColumnPlace, to: Vocabulary): string {
  const wordsIn = (nodes: readonly TreeNode[], id: string) =>
    to === 'ids' ? id : (pathsOf(namesInLevel(nodes)).get(id) ?? id);
  let nodes = tree;
  const words: string[] = [];
  for (const { group, index } of rows) {
    words.push(wordsIn(nodes, group.field.id), String(index + 1));
    nodes = group.children;
  }
  words.push(wordsIn(nodes, node.field.id));
  if (part.is === 'count') words.push('#');
  if (part.is === 'text' || part.is === 'mark') words.push(part.language);
  if (part.is === 'mark') words.push('from');
  return words.join('.');
}

/** A column of the top level in the words of a vocabulary; undefined if it is no field. */
export function renameColumn(tree: readonly TreeNode[], column: string, to: Vocabulary): string | undefined {
  const resolved = resolveColumn(tree, column);
  return resolved && 'target' in resolved ? topColumn(columnAt(tree, resolved.target, to)) : undefined;
}

/**
 * A record whose columns are names or ids, in the words of one vocabulary, with the digits of numbers in texts as they were sent. Columns of no field stay as they are, or are left
 * out, as does a second column of a field.
 */
export function renameRecord<R extends Columns>(
  tree: readonly TreeNode[],
  record: R,
  { to, unknown = 'stay' }: { to: Vocabulary; unknown?: 'stay' | 'left out' },
): R {
  // The own columns keep their values.
  return renamed(tree, record, { to, unknown, isTop: true }) as R;
}

interface Renaming {
  to: Vocabulary;
  unknown: 'stay' | 'left out';
  isTop: boolean;
}

function renamed(tree: readonly TreeNode[], record: Columns, how: Renaming): Columns {
  const columns = new Map<string, unknown>();
  for (const column of Object.keys(record)) {
    const resolved = how.isTop && isSystemColumn(column) ? undefined : resolveColumn(tree, column);
    const target = resolved && 'target' in resolved ? resolved.target : undefined;
    const value = asSent(record, column, target?.node.field.settings);
    const name = target && columnAt(tree, target, how.to);
    if (target && name !== undefined && !columns.has(name))
      columns.set(how.isTop ? topColumn(name) : name, isRows(target) ? renamedRows(target.node, value, how) : value);
    else if (how.unknown === 'stay' || resolved || (how.isTop && isSystemColumn(column))) columns.set(column, value);
  }
  return Object.fromEntries(columns);
}

const isRows = ({ node, part }: ColumnPlace): boolean =>
  part.is === 'value' && fieldTypeOf(node.field.settings.type).holds === 'rows';

const renamedRows = ({ children }: TreeNode, value: unknown, how: Renaming): unknown =>
  Array.isArray(value)
    ? value.map((row: unknown) => (isRecord(row) ? renamed(children, row, { ...how, isTop: false }) : row))
    : value;

const isRecord = (row: unknown): row is Columns => typeof row === 'object' && row !== null && !Array.isArray(row);
