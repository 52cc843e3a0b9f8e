import { fieldTypeOf } from '../field-types/registry.ts';
import type { ItemValues } from './item-fields.ts';
import type { TreeField, TreeNode } from './template-tree.ts';

/** The value that a field must have, and how many dynamic groups are around it. */
interface Condition {
  fieldId: string;
  depth: number;
  is: readonly (string | number | boolean)[];
}

/** What shows a field, or a group around it. */
interface Part {
  /** Also those of the other field: a hidden field has no say. */
  conditions: readonly Condition[];
  /** True if exports leave out values that these conditions hide. */
  isLeftOut: boolean;
}

/** What shows the fields of a template that are not always shown, by field id. */
export interface ShownRules {
  parts: ReadonlyMap<string, readonly Part[]>;
  /** The fields that others depend on. */
  deciding: ReadonlySet<string>;
}

/** The values of an item and of the rows around a field, outermost first; the last ones are those of its own row. */
export type RowChain = readonly ItemValues[];

const known = new WeakMap<readonly TreeNode[], { rules: ShownRules | undefined }>();

/** What shows the fields of a whole template; undefined if all are always shown. */
export function shownRulesOf(tree: readonly TreeNode[]): ShownRules | undefined {
  const cached = known.get(tree);
  if (cached) return cached.rules;
  const rules = findRules(tree);
  known.set(tree, { rules });
  return rules;
}

interface Placed {
  field: TreeField;
  depth: number;
}

function findRules(tree: readonly TreeNode[]): ShownRules | undefined {
  const fields = new Map<string, Placed>();
  const visit = (nodes: readonly TreeNode[], depth: number) => {
    for (const { field, children } of nodes) {
      fields.set(field.id, { field, depth });
      visit(children, fieldTypeOf(field.settings.type).holds === 'rows' ? depth + 1 : depth);
    }
  };
  visit(tree, 0);
  if (![...fields.values()].some(({ field }) => field.settings.shownWhen)) return undefined;
  const found = new Map<string, readonly Part[]>();
  const partsOf = (id: string): readonly Part[] => {
    const before = found.get(id);
    const placed = fields.get(id);
    if (before || !placed) return before ?? [];
    // A template that is being edited may have fields that depend on each other.
    found.set(id, []);
    const { settings, parentId } = placed.field;
    const around = parentId === null ? [] : partsOf(parentId);
    const other = settings.shownWhen && fields.get(settings.shownWhen.field);
    const rule = other &&
      settings.shownWhen && {
        conditions: [
          { fieldId: other.field.id, depth: other.depth, is: settings.shownWhen.is },
          ...partsOf(other.field.id).flatMap(({ conditions }) => conditions),
        ],
        isLeftOut: settings.leftOutHidden === true,
      };
    const parts = rule ? [...around, rule] : around;
    found.set(id, parts);
    return parts;
  };
  const parts = new Map(
    [...fields.keys()].flatMap((id) => (partsOf(id).length > 0 ? [[id, partsOf(id)] as const] : [])),
  );
  const deciding = new Set(
    [...parts.values()].flatMap((some) => some.flatMap(({ conditions }) => conditions.map(({ fieldId }) => fieldId))),
  );
  return { parts, deciding };
}

const holds = ({ fieldId, depth, is }: Condition, rows: RowChain): boolean =>
  [rows[depth]?.[fieldId]].flat().some((value) => is.some((expected) => expected === value));

const isKept = ({ conditions }: Part, rows: RowChain): boolean =>
  conditions.every((condition) => holds(condition, rows));

/** Whether a field is shown, given the values of its row and of those around it. */
export const isShown = (rules: ShownRules | undefined, id: string, rows: RowChain): boolean =>
  rules?.parts.get(id)?.every((part) => isKept(part, rows)) ?? true;

/** Whether exports leave out the value of a hidden field, which is kept in the item. */
export const isLeftOut = (rules: ShownRules | undefined, id: string, rows: RowChain): boolean =>
  rules?.parts.get(id)?.some((part) => part.isLeftOut && !isKept(part, rows)) ?? false;

/** Whether a field is hidden because of the value of a certain other one. */
export const isHiddenBy = (rules: ShownRules, id: string, decidingId: string, rows: RowChain): boolean =>
  rules.parts
    .get(id)
    ?.some(({ conditions }) => conditions.some((one) => one.fieldId === decidingId && !holds(one, rows))) ?? false;

/** The fields whose values decide whether a field is shown, and how many dynamic groups are around each. */
export const decidersOf = (
  rules: ShownRules | undefined,
  id: string,
): readonly Pick<Condition, 'fieldId' | 'depth'>[] =>
  rules?.parts.get(id)?.flatMap(({ conditions }) => conditions) ?? [];
