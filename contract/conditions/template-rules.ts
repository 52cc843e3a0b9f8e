import { type ItemValues, itemFieldId, rowsOf } from '../content/item-fields.ts';
import { nodesOfRow } from '../content/row-shapes.ts';
import { buildTree, levelOf, type TreeField, type TreeNode } from '../content/template-tree.ts';
import { fieldTypeOf } from '../field-types/registry.ts';
import { type Rule, ruleLimits } from '../field-types/rules.ts';
import { type Condition, compileCondition, isCondition } from './compile-condition.ts';
import { type ConditionError, conditionSentence } from './compile-expression.ts';
import { conditionLimits } from './condition-limits.ts';
import type { StepCounter } from './count-steps.ts';
import { variablesOf, wholeItem } from './variables.ts';

/** A rule that an item breaks. */
export interface BrokenRule {
  /** The item field id at which the message is shown. */
  at: string;
  rule: Rule;
  /** The rule's message; if the condition cannot be evaluated, the reason. */
  message: string;
  /** False if the condition cannot be evaluated on this item. */
  isEvaluated: boolean;
}

/** Whether a rule refuses items or only warns about them. */
export type Severity = 'error' | 'warning';

const severityOf = ({ warning }: Rule): Severity => (warning ? 'warning' : 'error');

interface CompiledRule {
  fieldId: string;
  rule: Rule;
  condition: Condition | ConditionError;
}

/** The rules of the fields of an item or of a row, and of the rows in it. */
interface RuledLevel {
  nodes: readonly TreeNode[];
  rules: readonly CompiledRule[];
  /** The names of the fields that the rules read. */
  names: ReadonlySet<string>;
  rows: readonly { fieldId: string; level: RuledLevel }[];
}

/** Compiles the rules that `isChosen`; undefined if there are none. */
function compileLevel(
  nodes: readonly TreeNode[],
  item: readonly TreeNode[],
  isChosen: (rule: Rule, fieldId: string) => boolean,
): RuledLevel | undefined {
  const { leaves } = levelOf(nodes);
  const rules = leaves.flatMap(({ field }) =>
    (field.settings.rules ?? []).flatMap((rule): CompiledRule[] =>
      isChosen(rule, field.id)
        ? [{ fieldId: field.id, rule, condition: compileCondition(rule.condition, { row: nodes, item }) }]
        : [],
    ),
  );
  const rows = leaves.flatMap(({ field, children }) => {
    const level =
      fieldTypeOf(field.settings.type).holds === 'rows' ? compileLevel(children, item, isChosen) : undefined;
    return level ? [{ fieldId: field.id, level }] : [];
  });
  if (rules.length + rows.length === 0) return undefined;
  const names = new Set(rules.flatMap(({ condition }) => (isCondition(condition) ? [...condition.names] : [])));
  return { nodes, rules, names, rows };
}

/** Finds the first broken rules of an item, with at most the steps that `budget` has left. */
export type FindBroken = (values: ItemValues, limit: number, budget?: StepCounter) => BrokenRule[];

/** Compiles the rules of a template that `isChosen`; undefined if there are none. */
export function compileRules(
  tree: readonly TreeNode[],
  isChosen: (rule: Rule, fieldId: string) => boolean,
): FindBroken | undefined {
  const top = compileLevel(tree, tree, isChosen);
  return (
    top &&
    ((values, limit, budget = { left: conditionLimits.stepsOfItem }) => evaluate(tree, top, { values, limit, budget }))
  );
}

interface Evaluation {
  values: ItemValues;
  limit: number;
  budget: StepCounter;
}

function evaluate(tree: readonly TreeNode[], top: RuledLevel, { values, limit, budget }: Evaluation): BrokenRule[] {
  const broken: BrokenRule[] = [];
  let ofItem: ReadonlyMap<string, unknown> | undefined;
  const visit = ({ nodes, rules, names, rows }: RuledLevel, row: ItemValues, path: readonly number[]): void => {
    if (rules.length > 0) {
      const variables = variablesOf(nodes, row, names);
      if (names.has(wholeItem) && !variables.has(wholeItem)) {
        ofItem ??= variablesOf(tree, values);
        variables.set(wholeItem, ofItem);
      }
      const { places } = levelOf(nodesOfRow(nodes, row));
      for (const rule of rules) {
        // A row of another shape does not have the field.
        if (!places.has(rule.fieldId)) continue;
        const found = evaluateRule(rule, variables, budget);
        if (found) broken.push({ ...found, at: itemFieldId(rule.fieldId, path) });
        if (broken.length >= limit) return;
      }
    }
    for (const { fieldId, level } of rows)
      for (const [index, inner] of rowsOf(row[fieldId]).entries()) {
        visit(level, inner, [...path, index]);
        if (broken.length >= limit) return;
      }
  };
  visit(top, values, []);
  return broken;
}

function evaluateRule(
  { rule, condition }: CompiledRule,
  variables: ReadonlyMap<string, unknown>,
  budget: StepCounter,
): Omit<BrokenRule, 'at'> | undefined {
  const outcome = isCondition(condition)
    ? condition.evaluate(variables, budget)
    : { error: conditionSentence(condition, rule.condition) };
  if (outcome === 'holds') return undefined;
  if (outcome === 'broken') return { rule, message: rule.message, isEvaluated: true };
  return { rule, message: `${rule.name}: ${outcome.error}`, isEvaluated: false };
}

const compiled = new WeakMap<readonly TreeNode[], Record<Severity, FindBroken | undefined>>();

/** The rules of a tree, which must not be mutated afterwards, compiled once. */
export function rulesOf(tree: readonly TreeNode[]): Record<Severity, FindBroken | undefined> {
  let rules = compiled.get(tree);
  if (!rules) {
    rules = {
      error: compileRules(tree, (rule) => severityOf(rule) === 'error'),
      warning: compileRules(tree, (rule) => severityOf(rule) === 'warning'),
    };
    compiled.set(tree, rules);
  }
  return rules;
}

/** Validation errors of the conditions of a template whose tree is valid, by path (`fields.2.settings.rules`). */
export function checkTemplateRules(fields: readonly TreeField[]): Record<string, string> {
  const paths = new Map(fields.map(({ id }, index) => [id, `fields.${index}.settings.rules`]));
  const wrong: Record<string, string> = {};
  let count = 0;
  for (const compiled of eachRule(buildTree(fields))) {
    const { fieldId, rule } = compiled;
    const path = paths.get(fieldId) ?? '';
    const reason = conditionReason(compiled);
    count += 1;
    if (count > ruleLimits.ofTemplate)
      wrong[path] ??= `a template can have at most ${ruleLimits.ofTemplate} conditions`;
    else if (reason !== undefined) wrong[path] ??= `${rule.name}: ${reason}`;
  }
  return wrong;
}

/** Error message of a condition that cannot be evaluated with the fields of its template; otherwise undefined. */
export const conditionReason = ({ rule, condition }: Pick<CompiledRule, 'rule' | 'condition'>): string | undefined =>
  isCondition(condition) ? undefined : conditionSentence(condition, rule.condition);

/** A rule with what it reads: fields of its level by their names, or the whole item. */
export interface LevelRule extends CompiledRule {
  nodes: readonly TreeNode[];
  names: ReadonlySet<string>;
}

/** The rules of a tree, or of one of its fields, in its order by levels. */
export function eachRule(tree: readonly TreeNode[], fieldId?: string): LevelRule[] {
  const top = compileLevel(tree, tree, (_, id) => fieldId === undefined || id === fieldId);
  const collect = ({ nodes, rules, rows }: RuledLevel): LevelRule[] => [
    ...rules.map((rule) => ({ ...rule, nodes, names: isCondition(rule.condition) ? rule.condition.names : noNames })),
    ...rows.flatMap(({ level }) => collect(level)),
  ];
  return top ? collect(top) : [];
}

const noNames: ReadonlySet<string> = new Set();
