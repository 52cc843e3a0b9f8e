import { setImmediate } from 'node:timers/promises';
import type { Environment } from '@quartermaster/contract/access.ts';
import { type DropChance, dropChances } from '@quartermaster/contract/content/drop-chances.ts';
import { type DropName, toNest } from '@quartermaster/contract/content/drop-nest.ts';
import { candidatesOf, toDropRow } from '@quartermaster/contract/content/drop-rows.ts';
import { broughtBy, type Spread, triesUntil } from '@quartermaster/contract/content/drop-tries.ts';
import { nameOfField } from '@quartermaster/contract/content/field-names.ts';
import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { toItemValues } from '@quartermaster/contract/content/item-values.ts';
import { nearNames } from '@quartermaster/contract/content/near-names.ts';
import { type Rolled, type RollInput, startRolls } from '@quartermaster/contract/content/roll-drops.ts';
import { drops } from '@quartermaster/contract/endpoints/drops.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { AppError } from '../../../core/base/errors.ts';
import { restOf, slicePage, type ToolAnswer } from '../answer.ts';
import { findNode, idsOf, type ReadTemplate } from '../content.ts';
import type { ToolContext } from '../tool.ts';

interface Weighed {
  instanceId: number;
  env: Environment;
  known: ReadTemplate;
  /** The id of the weight. */
  id: string;
  /** Its name as it was sent. */
  field: string;
  /** The dynamic groups around it. */
  groups: readonly string[];
  item: number | string | undefined;
}

interface RollOptions {
  tries: number;
  target: readonly (number | string)[] | undefined;
  guarantee: number | null;
  rolls: number;
  seed: string;
  limit: number;
  cursor: string | undefined;
}

/** How many rolls are drawn, and how many results are computed, before other calls of the server go on. */
const rollsAtOnce = 50_000;
const resultsAtOnce = 50;

/** The drops of an item, by the rows of one of its groups. */
export async function rollRows(context: ToolContext, weighed: Weighed, options: RollOptions): Promise<ToolAnswer> {
  const { tries, rolls, seed, limit, cursor } = options;
  const { tables, names } = await readNest(context, weighed);
  const targets = findTargets(names, options.target ?? []);
  const chances = dropChances(tables, new Set(targets));
  const guarantee = chances.target > 0 ? options.guarantee : null;
  const drawn = await roll({ tables, seed, targets, guarantee, waitsBy: 1 }, rolls);
  const brought = broughtBy({ tries, target: chances.target, guarantee });
  const toResult = (result: DropChance) => {
    const { atLeastOne, until, ...expected } = brought(result);
    return {
      what: toWhat(names[result.index] ?? null),
      chance: rounded(result.chance),
      expected: spreadOf(expected),
      at_least_one: rounded(atLeastOne),
      tries_until: rounded(until),
      drawn: drawn.counts[result.index],
    };
  };
  // Only those of the page are computed.
  const from = Number(cursor ?? 0);
  const results: ReturnType<typeof toResult>[] = [];
  for (const [index, result] of chances.results.slice(from, from + limit).entries()) {
    if (index % resultsAtOnce === 0) await setImmediate();
    results.push(toResult(result));
  }
  const page = slicePage(results, undefined);
  const end = from + page.rows.length;
  const next = end < chances.results.length ? String(end) : null;
  const ofTries = `what ${tries} tries bring is exact${guarantee === null ? '' : ', with the guarantee'}`;
  return {
    note: `${rolls} rolls in ${weighed.env} among ${chances.results.length} drops; \`chance\` and ${ofTries}.${restOf(next)}`,
    data: {
      ...(chances.target > 0 && { target: targetOf(chances.target, options, drawn) }),
      results: page.rows,
      next_cursor: next,
    },
  };
}

/** Among how many labels a wrong one is compared. */
const mostNear = 500;

/** The rows of the group, with the tables that they lead to. */
async function readNest(
  context: ToolContext,
  { instanceId, known, id: field, field: name, groups, item: ref }: Weighed,
) {
  const { template, tree } = known;
  if (ref === undefined)
    throw new AppError('invalid', {
      message: `${name} is in the rows of ${groups.map((group) => nameOfField(tree, group)).join(', ')}: name the \`item\` whose rows are drawn.`,
    });
  const [id = 0] = await idsOf(context, instanceId, known, [ref]);
  const { item } = await context.call(items.get, { params: { instanceId, templateId: template.id, id } });
  let rows: ItemValues[] = [toItemValues(tree, item.fields)];
  for (const group of groups) rows = rows.flatMap((row) => rowsOf(row[group]));
  const nodes = findNode(tree, groups.at(-1) ?? '')?.children ?? [];
  const candidates = candidatesOf({ nodes, weightId: field }, rows);
  const links = candidates.flatMap((row) =>
    row.links.length > 0 ? [row.links.map((link) => ({ template_id: link.templateId, id: link.id }))] : [],
  );
  const body = { rows: links, from: { template_id: template.id, id, field } };
  const found = links.length > 0 ? (await context.call(drops.list, { params: { instanceId }, body })).items : [];
  const tables = new Set(found.flatMap((drop) => (drop.rows ? [drop.id] : [])));
  return toNest(
    candidates.map((row) => toDropRow(row, (one) => tables.has(one))),
    found,
  );
}

/** The indexes of the drops with these ids, or labels. */
function findTargets(names: readonly DropName[], refs: readonly (number | string)[]): number[] {
  const labels = names.map((name) => (name && 'item' in name ? name.item.label : name?.text));
  return refs.flatMap((ref) => {
    const found = names.flatMap((name, index) => {
      const isFound = typeof ref === 'string' ? labels[index] === ref : name && 'item' in name && name.item.id === ref;
      return isFound ? [index] : [];
    });
    if (found.length > 0) return found;
    const near = nearNames(String(ref), labels.filter((label) => label !== undefined).slice(0, mostNear));
    const message = `None of the drops is ${ref}.${near.length > 0 ? ` They have ${near.join(', ')}.` : ''}`;
    throw new AppError('invalid', { message, fields: { target: 'is not among the drops' } });
  });
}

async function roll(input: RollInput, rolls: number): Promise<Rolled> {
  const running = startRolls(input);
  while (running.result.tries < rolls) {
    running.roll(Math.min(rollsAtOnce, rolls - running.result.tries));
    await setImmediate();
  }
  return running.result;
}

const toWhat = (name: DropName) => {
  if (name === null) return null;
  if ('text' in name) return name.text;
  const { template_id, id, label } = name.item;
  return { template: template_id, id, label };
};

const rounded = (number: number): number => Number(number.toPrecision(6));

const spreadOf = ({ mean, deviation }: Spread) => ({ mean: rounded(mean), deviation: rounded(deviation) });

function targetOf(chance: number, { tries, guarantee }: RollOptions, drawn: Rolled) {
  const until = triesUntil(chance, guarantee);
  const {
    atLeastOne,
    until: _,
    ...expected
  } = broughtBy({ tries, target: chance, guarantee })({ chance, ofTarget: chance });
  return {
    chance: rounded(chance),
    expected: spreadOf(expected),
    at_least_one: rounded(atLeastOne),
    tries_until: {
      ...spreadOf(until),
      half_of_players: until.within(0.5),
      nine_of_ten: until.within(0.9),
      ninety_nine_of_hundred: until.within(0.99),
    },
    drawn: drawn.hits,
  };
}
