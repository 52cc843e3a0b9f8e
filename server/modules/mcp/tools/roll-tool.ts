import { dropLimits } from '@quartermaster/contract/content/drop-limits.ts';
import { findField, nameOfField } from '@quartermaster/contract/content/field-names.ts';
import { placesOf } from '@quartermaster/contract/content/item-values.ts';
import { nearNames } from '@quartermaster/contract/content/near-names.ts';
import { rollWeights } from '@quartermaster/contract/content/roll-weights.ts';
import { shareText } from '@quartermaster/contract/content/share-text.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { sumOf } from '@quartermaster/contract/field-types/weight.ts';
import { Type } from 'typebox';
import { AppError } from '../../../core/base/errors.ts';
import { restOf, slicePage } from '../answer.ts';
import { type ReadTemplate, readTemplate, unknownField } from '../content.ts';
import {
  Arguments,
  defineTool,
  described,
  Field,
  ItemRef,
  instanceOf,
  limitOf,
  misplaced,
  Offset,
  Template,
  type ToolContext,
} from '../tool.ts';
import { rollRows } from './roll-rows.ts';

/** Something that can be drawn. */
interface Lot {
  what: unknown;
  weight: unknown;
}

/** The most items among which is drawn. */
const mostItems = 5000;

const Tries = Type.Integer({ minimum: 1, maximum: dropLimits.tries });

export const rollTool = defineTool({
  name: 'roll',
  title: 'Roll weights',
  description:
    'Draws by a field of the type weight. In a dynamic group of one item (a loot table): the exact chance of each drop, through links to other tables (chest to table to item), what a number of tries brings, how many it takes, with a guarantee, and how often it was drawn. If the field is outside of rows: how often each item of the template was drawn. The same seed draws the same.',
  input: Arguments({
    template: Template,
    field: described(Field, 'The field of the type weight.'),
    item: Type.Optional(ItemRef),
    tries: Type.Optional(described(Tries, 'Of a player, for whom drops are expected; 100 if omitted.')),
    target: Type.Optional(
      Type.Array(Type.Union([Type.Integer({ minimum: 1 }), Type.String({ minLength: 1, maxLength: 255 })]), {
        minItems: 1,
        maxItems: 100,
        description:
          'The drops that a player tries to get: ids of items, or labels. A table counts if it is drawn from on the way.',
      }),
    ),
    guarantee: Type.Optional(described(Tries, 'The target comes at the latest with this try; needs `target`.')),
    rolls: Type.Optional(Type.Integer({ minimum: 1, maximum: dropLimits.rolls, description: '10,000 if omitted.' })),
    seed: Type.Optional(Type.String({ maxLength: dropLimits.seed, description: 'Any text; `1` if omitted.' })),
    limit: limitOf(100, 1000),
    cursor: Offset,
  }),
  run: async (context, { environment, template, field, item, rolls = 10_000, seed = '1', limit = 100, ...input }) => {
    const { id: instanceId, env } = instanceOf(context, environment);
    const known = await readTemplate(context, instanceId, template);
    const weighed = groupsOf(known, field);
    const { cursor, target, guarantee, tries } = input;
    if (guarantee !== undefined && !target) throw misplaced('guarantee', 'needs a `target`');
    if (weighed.groups.length > 0) {
      const rolled = { rolls, seed, limit, cursor, target, guarantee: guarantee ?? null, tries: tries ?? 100 };
      return rollRows(context, { instanceId, env, known, item, field, ...weighed }, rolled);
    }
    if (target ?? tries) throw misplaced(target ? 'target' : 'tries', 'is for the rows of an item');
    const lots = await lotsOfItems(context, instanceId, known, weighed.id);
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
