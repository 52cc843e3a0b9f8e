import { Type } from 'typebox';
import { countFitting } from '../answer.ts';
import { columnsOf, idsOf, readRecords, readTemplate } from '../content.ts';
import { Arguments, defineTool, Field, ItemRef, instanceOf, Template } from '../tool.ts';

export const getTool = defineTool({
  name: 'get',
  title: 'Get items',
  description:
    'Items of a template with all their values, or those of chosen fields: as objects in the form that validate and propose take. Fields without a value are left out.',
  input: Arguments({
    template: Template,
    items: Type.Array(ItemRef, { minItems: 1, maxItems: 20 }),
    fields: Type.Optional(Type.Array(Field, { minItems: 1, maxItems: 50, description: 'All fields if omitted.' })),
  }),
  run: async (context, { environment, template, items: refs, fields }) => {
    const { id: instanceId, env } = instanceOf(context, environment);
    const known = await readTemplate(context, instanceId, template);
    const ids = [...new Set(await idsOf(context, instanceId, known, refs))];
    const columns = fields && columnsOf(known, fields);
    const records = await readRecords(context, { instanceId, templateId: template }, ids, columns);
    const found = new Set(records.map(({ _id }) => _id));
    const listed = records.slice(0, Math.max(1, countFitting(records)));
    const [missing, left] = [ids.filter((id) => !found.has(id)), records.slice(listed.length).map(({ _id }) => _id)];
    const texts = [
      `Items in ${env}: ${listed.length} of ${ids.length}.`,
      missing.length > 0 ? `These ids do not exist: ${missing.join(', ')}.` : [],
      left.length > 0 ? `Ask again for ${left.join(', ')}: the answer would be too long.` : [],
    ];
    return { note: texts.flat().join(' '), data: { items: listed } };
  },
});
