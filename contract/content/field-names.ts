import { fieldTypeOf } from '../field-types/registry.ts';
import { nearNames } from './near-names.ts';
import type { TreeNode } from './template-tree.ts';

/**
 * How fields are named outside of the console: by the names of the groups around them and their own, joined by dots. Names are
 * unique among siblings only. An id is accepted as well; where it is also the name of a field, it is that field.
 */

/** The words that a path consists of: `names` of fields, or else their ids; or only `ids`, as stored records have them. */
export type Vocabulary = 'names' | 'ids';

/** A field of a tree or of a level, with the words of its path. */
interface NamedNode<N extends TreeNode> {
  node: N;
  words: Readonly<Record<Vocabulary, readonly string[]>>;
}

/** Fields that can be found by the last words of their paths. */
export interface FieldNames<N extends TreeNode = TreeNode> {
  /** In template order. */
  fields: readonly NamedNode<N>[];
  byLast: Readonly<Record<Vocabulary, ReadonlyMap<string, readonly NamedNode<N>[]>>>;
}

/** The words of a path, which can begin with a dot if it would be a column of the item otherwise, such as `._id`. */
export const wordsOf = (path: string): string[] => (path.startsWith('.') ? path.slice(1) : path).split('.');

type Enters = (node: TreeNode) => boolean;

function* namedIn<N extends TreeNode>(
  nodes: readonly N[],
  enters: Enters,
  around: NamedNode<N>['words'],
): Generator<NamedNode<N>> {
  for (const node of nodes) {
    const { id, settings } = node.field;
    const words = { names: [...around.names, settings.name], ids: [...around.ids, id] };
    yield { node, words };
    // The children of a node are of its type.
    if (enters(node)) yield* namedIn(node.children as N[], enters, words);
  }
}

function collect<N extends TreeNode>(nodes: readonly N[], enters: Enters): FieldNames<N> {
  const fields = [...namedIn(nodes, enters, { names: [], ids: [] })];
  const byLast = (vocabulary: Vocabulary) => Map.groupBy(fields, ({ words }) => words[vocabulary].at(-1) ?? '');
  return { fields, byLast: { names: byLast('names'), ids: byLast('ids') } };
}

/** A function of nodes whose results are remembered by their list, which must not be mutated afterwards. */
function remembered(enters: Enters) {
  const known = new WeakMap<readonly TreeNode[], FieldNames>();
  return <N extends TreeNode>(nodes: readonly N[]): FieldNames<N> => {
    const found = known.get(nodes) ?? collect(nodes, enters);
    known.set(nodes, found);
    return found as FieldNames<N>;
  };
}

const isGroup: Enters = ({ field }) => fieldTypeOf(field.settings.type).holds === 'group';

/** All fields of a tree, also those in rows and groups themselves. */
export const namesInTree = remembered(({ children }) => children.length > 0);

/** The fields of a level: not those in rows. */
export const namesInLevel = remembered(isGroup);

/** True if some words are all of others but for some left out. The last ones are the same. */
function isShortOf(short: readonly string[], words: readonly string[]): boolean {
  let at = 0;
  for (const word of words) if (word === short[at]) at += 1;
  return at === short.length;
}

/**
 * The fields that words stand for, the best first: the field with this path; then the only one with it if groups are left
 * out; names before ids.
 */
export function* fieldsNamed<N extends TreeNode>(
  { byLast }: FieldNames<N>,
  words: readonly string[],
  vocabulary: Vocabulary,
): Generator<N> {
  const alike = byLast[vocabulary].get(words.at(-1) ?? '') ?? [];
  const exact = alike.find(
    (field) => field.words[vocabulary].length === words.length && isShortOf(words, field.words[vocabulary]),
  );
  if (exact) yield exact.node;
  const short = alike.filter((field) => field !== exact && isShortOf(words, field.words[vocabulary]));
  if (!exact && short.length === 1 && short[0]) yield short[0].node;
}

/** The field of a tree that a path stands for, without the numbers of rows: also a group, and fields in rows. */
export function findField<N extends TreeNode>(tree: readonly N[], path: string): N['field'] | undefined {
  const words = wordsOf(path);
  for (const vocabulary of ['names', 'ids'] as const)
    for (const { field } of fieldsNamed(namesInTree(tree), words, vocabulary)) return field;
  return undefined;
}

const paths = new WeakMap<FieldNames, ReadonlyMap<string, string>>();

/** The path in names of each field, by id. */
export function pathsOf(names: FieldNames): ReadonlyMap<string, string> {
  const known =
    paths.get(names) ?? new Map(names.fields.map(({ node, words }) => [node.field.id, words.names.join('.')]));
  paths.set(names, known);
  return known;
}

/** The path of a field of a tree, in names and without the numbers of rows; its id if the tree does not have it. */
export const nameOfField = (tree: readonly TreeNode[], fieldId: string): string =>
  pathsOf(namesInTree(tree)).get(fieldId) ?? fieldId;

function chainTo(nodes: readonly TreeNode[], fieldId: string): TreeNode[] {
  for (const node of nodes) {
    if (node.field.id === fieldId) return [node];
    const inner = chainTo(node.children, fieldId);
    if (inner.length > 0) return [node, ...inner];
  }
  return [];
}

/** The path of a field in names with the numbers of the rows around it, such as `drops.2.count`; its id if the tree does not have it. */
export function placedName(tree: readonly TreeNode[], fieldId: string, rows: readonly number[] | null): string {
  const indexes = [...(rows ?? [])];
  const chain = chainTo(tree, fieldId);
  const words = chain.flatMap(({ field: { settings } }, at) => {
    const isAround = at < chain.length - 1 && fieldTypeOf(settings.type).holds === 'rows';
    const index = isAround ? indexes.shift() : undefined;
    return index === undefined ? [settings.name] : [settings.name, index + 1];
  });
  return words.length === 0 ? fieldId : words.join('.');
}

/** The longest path whose likes are searched for. */
const longestSought = 200;

/** The fields of a tree whose paths are most like a wrong one, at most five. */
export function nearFields(tree: readonly TreeNode[], path: string): string[] {
  if (path.length > longestSought) return [];
  const sought = wordsOf(path).filter((word) => !/^(\d+|#)$/.test(word));
  const all = [...pathsOf(namesInTree(tree)).values()];
  // The same word elsewhere is the most likely mistake.
  const same = all.filter((other) => other.split('.').at(-1) === sought.at(-1));
  return [...new Set([...same, ...nearNames(sought.join('.'), all)])].slice(0, 5);
}

/** Why a path is no field of a template. */
export function notField(tree: readonly TreeNode[], path: string): string {
  const [near] = nearFields(tree, path);
  return near === undefined
    ? 'is not a field of the template'
    : `is not a field of the template; the nearest is ${near}`;
}
