import { buildTree, type TreeField, type TreeNode } from '../content/template-tree.ts';
import type { ComputedKind } from '../field-types/field-type.ts';
import { fieldTypeOf, isComputedType } from '../field-types/registry.ts';
import { type ConditionError, conditionSentence, isCompiled } from './compile-expression.ts';
import { compileFormula, type Formula } from './compile-formula.ts';
import { wholeItem } from './variables.ts';

/** A computed field with its formula, or the reason why it has none. */
export interface ComputedField {
  id: string;
  computes: ComputedKind;
  /** The formula as written. */
  source: string;
  formula: Formula | ConditionError;
  /** The fields of its level that the formula reads by their names. */
  reads: readonly TreeNode[];
  /** True if the formula reads the whole item. */
  readsItem: boolean;
}

/** The computed fields of an item, or of the rows of a dynamic group, and those in their rows. */
export interface ComputedLevel {
  /** All fields of an item or of a row; a row of a shape has only some of them. */
  nodes: readonly TreeNode[];
  fields: readonly ComputedField[];
  rows: readonly { id: string; level: ComputedLevel }[];
}

/** The computed fields of a template. */
export interface TemplateFormulas {
  level: ComputedLevel;
  /** The fields of the item that formulas read: all that are not computed. */
  item: readonly TreeNode[];
}

const known = new WeakMap<readonly TreeNode[], TemplateFormulas | null>();

/** The computed fields of a template, compiled once; `null` if it has none. */
export function templateFormulas(tree: readonly TreeNode[]): TemplateFormulas | null {
  let formulas = known.get(tree);
  if (formulas === undefined) {
    const item = withoutComputed(tree);
    const level = item === tree ? undefined : computedIn(tree, item, item);
    formulas = level ? { level, item } : null;
    known.set(tree, formulas);
  }
  return formulas;
}

/** Errors in the formulas of a template's fields, by path (`fields.2.settings.formula`); those of invalid trees are left out. */
export function checkFormulas(fields: readonly TreeField[]): Record<string, string> {
  const formulas = templateFormulas(buildTree(fields));
  if (!formulas) return {};
  const indexes = new Map(fields.map(({ id }, index) => [id, index]));
  const computed = new Set(fields.flatMap(({ settings }) => (isComputedType(settings.type) ? [settings.name] : [])));
  const wrong: Record<string, string> = {};
  const visit = ({ fields: some, rows }: ComputedLevel): void => {
    for (const { id, source, formula } of some)
      if (!isCompiled<Formula>(formula))
        wrong[`fields.${indexes.get(id)}.settings.formula`] = sentenceOf(formula, source, computed);
    for (const { level } of rows) visit(level);
  };
  visit(formulas.level);
  return wrong;
}

function sentenceOf(error: ConditionError, source: string, computed: ReadonlySet<string>): string {
  const { unknown } = error;
  const reason =
    unknown !== undefined && computed.has(unknown)
      ? `${unknown} is a computed field, which a formula cannot read`
      : error.reason;
  return conditionSentence({ ...error, reason }, source);
}

/** The formula of a computed field; empty for any other field. */
const formulaOf = ({ settings }: TreeField): string => ('formula' in settings ? settings.formula : '');

/** The computed fields of a level, whose readable fields are `row`; undefined if it has none. */
function computedIn(
  nodes: readonly TreeNode[],
  row: readonly TreeNode[],
  item: readonly TreeNode[],
): ComputedLevel | undefined {
  const fields: ComputedField[] = [];
  const rows: ComputedLevel['rows'][number][] = [];
  const visit = (some: readonly TreeNode[]): void => {
    for (const { field, children } of some) {
      const { computes, holds } = fieldTypeOf(field.settings.type);
      if (holds === 'group') visit(children);
      else if (holds === 'rows') {
        const level = computedIn(children, withoutComputed(children), item);
        if (level) rows.push({ id: field.id, level });
      } else if (computes) {
        const source = formulaOf(field);
        const formula = compileFormula(source, { row, item }, computes);
        const names = isCompiled<Formula>(formula) ? formula.names : new Set<string>();
        const reads = row.filter((node) => namesIn(node).some((name) => names.has(name)));
        const readsItem = names.has(wholeItem) && !row.some((node) => namesIn(node).includes(wholeItem));
        fields.push({ id: field.id, computes, source, formula, reads, readsItem });
      }
    }
  };
  visit(nodes);
  return fields.length + rows.length > 0 ? { nodes, fields, rows } : undefined;
}

/** The names under which a formula reads a node: those of its fields if it is a shape. */
const namesIn = ({ field: { settings }, children }: TreeNode): string[] =>
  fieldTypeOf(settings.type).rows?.is === 'shape' ? children.flatMap(namesIn) : [settings.name];

/** The nodes without computed fields at any depth; the same array if there are none. */
function withoutComputed(nodes: readonly TreeNode[]): readonly TreeNode[] {
  let isChanged = false;
  const others = nodes.flatMap((node) => {
    const children = withoutComputed(node.children) as TreeNode[];
    const isComputed = isComputedType(node.field.settings.type);
    isChanged ||= isComputed || children !== node.children;
    return isComputed ? [] : [children === node.children ? node : { ...node, children }];
  });
  return isChanged ? others : nodes;
}
