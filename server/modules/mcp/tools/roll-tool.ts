import { findField, nameOfField } from '@quartermaster/contract/content/field-names.ts';
import { type ItemValues, rowsOf } from '@quartermaster/contract/content/item-fields.ts';
import { placesOf, toItemValues } from '@quartermaster/contract/content/item-values.ts';
import { nearNames } from '@quartermaster/contract/content/near-names.ts';
import { rollWeights, shareText } from '@quartermaster/contract/content/roll-weights.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { sumOf } from '@quartermaster/contract/field-types/weight.ts';
import { Type } from 'typebox';
import { AppError } from '../../../core/base/errors.ts';
import { restOf, slicePage } from '../answer.ts';
import { idsOf, type ReadTemplate, readTemplate, unknownField } from '../content.ts';
import {
  Arguments,
  defineTool,
  described,
  Field,
  ItemRef,
  instanceOf,
  limitOf,
  Offset,
  Template,
  type ToolContext,
} from '../tool.ts';

/** Something that can be drawn. */
interface Lot {
  what: unknown;
  weight: unknown;
}

/** The most items among which is drawn. */
const mostItems = 5000;

export const rollTool = defineTool({
  name: 'roll',
  title: 'Roll weights',
  description:
    'Draws by a field of the type weight, and tells how often each entry was drawn: among the rows of a dynamic group of one item (a loot table), or, if the field is outside of rows, among all items of the template. The same seed draws the same.',
  input: Arguments({
    template: Template,
    field: described(Field, 'The field of the type weight.'),
    item: Type.Optional(ItemRef),
    rolls: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: '10,000 if omitted.' })),
    seed: Type.Optional(Type.String({ maxLength: 100, description: 'Any text; `1` if omitted.' })),
    limit: limitOf(100, 1000),
    cursor: Offset,
  }),
  run: async (context, { environment, template, field, item, rolls = 10_000, seed = '1', limit = 100, cursor }) => {
    const { id: instanceId, env } = instanceOf(context, environment);
    const known = await readTemplate(context, instanceId, template);
    const weighed = groupsOf(known, field);
    const lots =
      weighed.groups.length === 0
        ? await lotsOfItems(context, instanceId, known, weighed.id)
        : await lotsOfRows(context, instanceId, known, { ...weighed, field, item });
    const weights = lots.map(({ weight }) => weight);
    const sum = sumOf(weights);
    const drawn = rollWeights(weights, rolls, seed);
    const results = lots.map(({ what, weight }, at) => ({
      what,
      weight: weight ?? 0,
      share: shareText(weight, sum),
      drawn: drawn[at],
    }));
    const { rows, next } = slicePage(results, cursor, limit);
    return {
      note: `${rolls} rolls in ${env} among ${lots.length} entries, whose weights sum to ${Number(sum.toPrecision(12))}.${restOf(next)}`,
      data: { results: rows, next_cursor: next },
    };
  },
});

/** A field of the type weight, and the dynamic groups around it. */
function groupsOf({ template, tree }: ReadTemplate, name: string): { id: string; groups: readonly string[] } {
  const field = findField(tree, name);
  const position = field && placesOf(tree).get(field.id);
  const weights = template.fields
    .filter(({ settings }) => fieldTypeOf(settings.type).rows?.is === 'weight')
    .map(({ id }) => nameOfField(tree, id));
  if (!field || !position) throw unknownField(name, template.id, nearNames(name, weights));
  if (fieldTypeOf(field.settings.type).rows?.is === 'weight') return { id: field.id, groups: position.groups };
  const message = `${name} is not of the type weight.${weights.length > 0 ? ` ${template.id} has ${weights.slice(0, 20).join(', ')}.` : ` ${template.id} has no such field.`}`;
  throw new AppError('invalid', { message });
}

async function lotsOfItems(
  context: ToolContext,
  instanceId: number,
  { template }: ReadTemplate,
  field: string,
): Promise<Lot[]> {
  const lots: Lot[] = [];
  let cursor: string | null | undefined;
  do {
    const page: Awaited<ReturnType<typeof context.call<typeof items.list>>> = await context.call(items.list, {
      params: { instanceId, templateId: template.id },
      body: { limit: 500, ...(cursor && { cursor }) },
    });
    lots.push(
      ...page.items.map(({ id, internal_label, values }) => ({
        what: { id, label: internal_label },
        weight: values[field],
      })),
    );
    cursor = page.next_cursor;
    if (lots.length > mostItems)
      throw new AppError('invalid', {
        message: `${template.id} has more than ${mostItems} items, which is the most that can be drawn among.`,
      });
  } while (cursor);
  return lots;
}

interface Weighed {
  id: string;
  /** Its name as it was sent. */
  field: string;
  groups: readonly string[];
  item: number | string | undefined;
}

async function lotsOfRows(
  context: ToolContext,
  instanceId: number,
  known: ReadTemplate,
  { id: fieldId, field, groups, item: ref }: Weighed,
): Promise<Lot[]> {
  if (ref === undefined)
    throw new AppError('invalid', {
      message: `${field} is in the rows of ${groups.map((group) => nameOfField(known.tree, group)).join(', ')}: name the \`item\` whose rows are drawn.`,
    });
  const [id = 0] = await idsOf(context, instanceId, known, [ref]);
  const { item } = await context.call(items.get, { params: { instanceId, templateId: known.template.id, id } });
  let rows: ItemValues[] = [toItemValues(known.tree, item.fields)];
  for (const group of groups) rows = rows.flatMap((row) => rowsOf(row[group]));
  const words = new Map(known.template.fields.map(({ id: one, settings }) => [one, settings.name]));
  return rows.map(({ [fieldId]: weight, ...values }, at) => {
    const named = Object.entries(values).map(([one, value]) => [words.get(one) ?? one, value]);
    return { what: { row: at + 1, ...Object.fromEntries(named) }, weight };
  });
}
