import {
  type ComputedField,
  type ComputedLevel,
  templateFormulas,
} from '@quartermaster/contract/conditions/template-formulas.ts';
import { buildTree, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { fieldTypeOf, isComputedType } from '@quartermaster/contract/field-types/registry.ts';
import type { TemplateChanges } from './field-changes.ts';
import type { TemplateModel } from './template-model.ts';

/**
 * The computed fields, by id, whose values a save of their template can change: it changes their formulas, or the fields that these read.
 */
export function recomputedFields(
  { tree }: Pick<TemplateModel, 'tree'>,
  { fields, changes }: Pick<TemplateChanges, 'fields' | 'changes'>,
): string[] {
  if (changes.length === 0 || !fields.some(({ settings }) => isComputedType(settings.type))) return [];
  const after = buildTree(fields);
  const previous = new Map(describe(tree).map(({ id, text }) => [id, text]));
  const replaced = new Set(changes.flatMap(({ id, replaced: options }) => (options ? [id] : [])));
  return describe(after).flatMap(({ id, text, reads }) =>
    previous.get(id) !== text || reads.some((read) => replaced.has(read)) ? [id] : [],
  );
}

/** A computed field, with all that its values depend on as text, and the fields that it reads. */
interface Described {
  id: string;
  text: string;
  reads: readonly string[];
}

function describe(tree: readonly TreeNode[]): Described[] {
  const formulas = templateFormulas(tree);
  if (!formulas) return [];
  const visit = ({ fields, rows }: ComputedLevel, groups: readonly string[]): Described[] => [
    ...fields.map((field) => describeField(field, groups)),
    ...rows.flatMap(({ id, level }) => visit(level, [...groups, id])),
  ];
  const describeField = (field: ComputedField, groups: readonly string[]): Described => {
    const { id, computes, source, reads, readsItem } = field;
    const nodes = readsItem ? [...reads, ...formulas.item] : reads;
    return { id, text: JSON.stringify([computes, source, groups, nodes.map(shapeOf)]), reads: nodes.flatMap(idsIn) };
  };
  return visit(formulas.level, []);
}

/** What decides how a formula reads a field: its name, its place and the form of its value, but not its limits. */
const shapeOf = ({ field: { id, settings }, children }: TreeNode): unknown => [
  id,
  settings.name,
  fieldTypeOf(settings.type).family ?? settings.type,
  children.map(shapeOf),
];

const idsIn = ({ field, children }: TreeNode): string[] => [field.id, ...children.flatMap(idsIn)];
