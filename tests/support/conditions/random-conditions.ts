import { compileCondition, isCondition } from '@quartermaster/contract/conditions/compile-condition.ts';
import { conditionLimits } from '@quartermaster/contract/conditions/condition-limits.ts';
import { variablesOf, wholeItem } from '@quartermaster/contract/conditions/variables.ts';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { buildTree, type TreeField } from '@quartermaster/contract/content/template-tree.ts';
import type { FieldSettings, FieldType } from '@quartermaster/contract/field-types/registry.ts';

type Random = () => number;

/** A generator of numbers from 0 to 1 (mulberry32): the same seed gives the same numbers in every engine. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const pick = <T>(random: Random, some: readonly T[]): T => some[Math.floor(random() * some.length)] as T;

const field = (id: string, type: FieldType, parentId: string | null = null, name = id): TreeField => ({
  id,
  parentId,
  order: 0,
  // Conditions read only the type and the name.
  settings: {
    type,
    name,
    label: name,
    templateId: 'heroes',
    required: false,
    minimum: null,
    maximum: null,
  } as FieldSettings,
});

/** The tree of a template with fields of each kind. */
export const conditionTree = buildTree([
  field('min', 'integer'),
  field('max', 'float'),
  field('name', 'text'),
  field('boss', 'boolean'),
  field('owner', 'item-link'),
  field('loot', 'item-link-list'),
  field('chance', 'float', null, 'crit-chance'),
  field('stats', 'group'),
  field('hp', 'integer', 'stats'),
  field('title', 'text', 'stats'),
  field('drops', 'dynamic-group'),
  field('level', 'integer', 'drops'),
  field('weight', 'float', 'drops'),
  field('tag', 'text', 'drops'),
  field('parts', 'dynamic-group', 'drops'),
  field('amount', 'integer', 'parts'),
]);

const texts = ['', 'Axe', 'axe', 'a'.repeat(3000), 'ab'.repeat(20_000), 'Zoë 🗡', '12', 'true', '-1.5', '__proto__'];
const numbers = [0, 1, -1, 2, 3.5, 100, 0.1, 1e300, -0, 9_007_199_254_740_991, 1 / 3];

/** Values of an item, some of them empty, with up to 400 rows. */
export function randomValues(random: Random): ItemValues {
  const values: ItemValues = {};
  const set = (row: ItemValues, id: string, value: () => ItemValues[string]): void => {
    if (random() < 0.75) row[id] = value();
  };
  const number = () => pick(random, numbers);
  const text = () => pick(random, texts);
  const rows = (most: number, row: () => ItemValues) => Array.from({ length: Math.floor(random() ** 4 * most) }, row);
  set(values, 'min', number);
  set(values, 'max', number);
  set(values, 'name', text);
  set(values, 'boss', () => random() < 0.5);
  set(values, 'owner', () => 7);
  set(values, 'loot', () => Array.from({ length: Math.floor(random() * 6) }, (_, index) => index + 1));
  set(values, 'chance', number);
  set(values, 'hp', number);
  set(values, 'title', text);
  set(values, 'drops', () =>
    rows(400, () => {
      const row: ItemValues = {};
      set(row, 'level', number);
      set(row, 'weight', number);
      set(row, 'tag', text);
      set(row, 'parts', () => rows(6, () => (random() < 0.7 ? { amount: number() } : {})));
      return row;
    }),
  );
  return values;
}

/** A random expression: mostly one that is well typed, sometimes one with a slip of the keyboard in it. */
export function randomExpression(random: Random): string {
  const written = condition(random, 4, []);
  if (random() > 0.15) return written;
  const at = Math.floor(random() * written.length);
  const typed = pick(random, ['', '(', ')', '"', '.', ' ', '9', 'x', '\\', '}', 'é', '\u0000', '.matches("(a+)+$")']);
  return written.slice(0, at) + typed + written.slice(at + (random() < 0.5 ? 1 : 0));
}

type Names = readonly string[];

function condition(random: Random, depth: number, rows: Names): string {
  if (depth <= 0) return pick(random, ['boss', 'true', 'min <= max', 'name != ""', 'owner == null', 'stats.hp > 3']);
  const inner = () => condition(random, depth - 1, rows);
  const number = () => numeric(random, depth - 1, rows);
  const text = () => textual(random, depth - 1, rows);
  return pick(random, [
    () => `${number()} ${pick(random, ['<', '<=', '>', '>=', '==', '!='])} ${number()}`,
    () => `(${inner()} ${pick(random, ['&&', '||'])} ${inner()})`,
    () => `!(${inner()})`,
    () => `${text()} ${pick(random, ['==', '!=', '<'])} ${text()}`,
    () => `${text()}.${pick(random, ['contains', 'startsWith', 'endsWith'])}(${text()})`,
    () => `${number()} in ${list(random, depth - 1, rows)}`,
    () => `(${inner()} ? ${inner()} : ${inner()})`,
    () => loop(random, depth, rows),
    () => loop(random, depth, rows),
    () => `${list(random, depth - 1, rows)} == ${list(random, depth - 1, rows)}`,
    () => `drops == drops.filter(d, ${inner()})`,
    () => doubling(random),
    () => `${pick(random, ['min', 'name', 'boss', 'stats.hp', 'owner'])} ${pick(random, ['==', '!='])} null`,
  ])();
}

function loop(random: Random, depth: number, rows: Names): string {
  const row = `r${rows.length}`;
  const over = pick(random, ['drops', 'drops', 'item.drops', ...rows.map((name) => `${name}.parts`)]);
  const macro = pick(random, ['all', 'exists', 'exists_one']);
  return `${over}.${macro}(${row}, ${condition(random, depth - 1, over.endsWith('parts') ? rows : [...rows, row])})`;
}

function numeric(random: Random, depth: number, rows: Names): string {
  const simple = ['min', 'max', 'stats.hp', 'item["crit-chance"]', '2', '0', '1.5', '-3', '9223372036854775807'];
  const ofRow = rows.flatMap((row) => [`${row}.level`, `${row}.weight`]);
  if (depth <= 0) return pick(random, [...simple, ...ofRow, ...ofRow]);
  const inner = () => numeric(random, depth - 1, rows);
  return pick(random, [
    () => pick(random, [...simple, ...ofRow]),
    () => `(${inner()} ${pick(random, ['+', '-', '*', '/', '%'])} ${inner()})`,
    () => `size(${pick(random, ['drops', 'name', 'loot', list(random, depth - 1, rows)])})`,
    () => `${list(random, depth - 1, rows)}.sum()`,
    () => `int(${inner()})`,
    () => `double(${textual(random, depth - 1, rows)})`,
    () => `drops[${inner()}].level`,
    () => `${textual(random, depth - 1, rows)}.indexOf(${textual(random, depth - 1, rows)})`,
  ])();
}

function list(random: Random, depth: number, rows: Names): string {
  if (depth <= 0) return pick(random, ['[1, 2, 3.5]', 'loot', '[]', '["a", "b"]', 'drops.map(d, d.level)']);
  const row = `m${rows.length}`;
  return pick(random, [
    () => `drops.map(${row}, ${numeric(random, depth - 1, [...rows, row])})`,
    () => `drops.map(${row}, ${textual(random, depth - 1, [...rows, row])})`,
    () => `drops.map(${row}, ${list(random, depth - 1, [...rows, row])})`,
    () => `(${list(random, depth - 1, rows)} + ${list(random, depth - 1, rows)})`,
    () => `${textual(random, depth - 1, rows)}.split(${textual(random, depth - 1, rows)})`,
    () => `[${numeric(random, depth - 1, rows)}, ${numeric(random, depth - 1, rows)}]`,
  ])();
}

function textual(random: Random, depth: number, rows: Names): string {
  const simple = ['name', 'stats.title', '"a"', '""', '"Axe"', "'😀'", ...rows.map((row) => `${row}.tag`)];
  if (depth <= 0) return pick(random, simple);
  const inner = () => textual(random, depth - 1, rows);
  return pick(random, [
    () => pick(random, simple),
    () => `(${inner()} + ${inner()})`,
    () => `${inner()}.trim()`,
    () => `${inner()}.substring(${numeric(random, 0, rows)})`,
    () => `string(${numeric(random, depth - 1, rows)})`,
    () => `drops.map(j, ${textual(random, depth - 1, [...rows, 'j'])}).join(${inner()})`,
  ])();
}

/** Texts and lists that double with each line: their size grows exponentially with the length of the expression. */
function doubling(random: Random): string {
  const isText = random() < 0.5;
  let written = isText ? 'size(v0) > 3' : 'v0 == [v0]';
  const times = 2 + Math.floor(random() * 20);
  for (let index = 0; index < times; index += 1) {
    const next = `v${index + 1}`;
    written = `cel.bind(v${index}, ${isText || random() < 0.5 ? `${next} + ${next}` : `[${next}, ${next}]`}, ${written})`;
  }
  return `cel.bind(v${times}, ${isText ? 'name' : 'loot'}, ${written})`;
}

/** What a random condition came to. */
export interface ProgramResult {
  expression: string;
  /** The outcome on random values, or the error of its compilation. */
  result: string;
  /** Steps that its evaluation counted. */
  steps: number;
  /** Reads of variables, counted apart from the steps: each is one node, so there are never more reads than steps. */
  reads: number;
}

/** Compiles and evaluates the random condition with this number; the same one in every engine. */
export function runProgram(seed: number): ProgramResult {
  const random = randomFrom(seed);
  const expression = randomExpression(random);
  const compiled = compileCondition(expression, { row: conditionTree, item: conditionTree });
  if (!isCondition(compiled)) return { expression, result: JSON.stringify(compiled), steps: 0, reads: 0 };
  const variables = variablesOf(conditionTree, randomValues(random));
  variables.set(wholeItem, new Map(variables));
  let reads = 0;
  const counting = Object.assign(new Map(variables), {
    get: (name: string) => {
      reads += 1;
      return variables.get(name);
    },
  });
  const budget = { left: conditionLimits.stepsOfItem };
  const result = JSON.stringify(compiled.evaluate(counting, budget));
  return { expression, result, steps: conditionLimits.stepsOfItem - budget.left, reads };
}
