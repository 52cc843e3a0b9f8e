import { findField, nameOfField } from '@quartermaster/contract/content/field-names.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { type FilterOp, filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { type Static, Type } from 'typebox';
import { fittingPage, restOf } from '../answer.ts';
import { columnsOf, fieldNamed, type ReadTemplate, readRecords, readTemplate } from '../content.ts';
import { Arguments, Cursor, defineTool, described, Field, instanceOf, limitOf, Template } from '../tool.ts';

const Plain = Type.Union([Type.String({ maxLength: 1000 }), Type.Number(), Type.Boolean()]);

const Filter = Type.Object(
  {
    field: described(Field, 'A field, `id` or `label`.'),
    op: Type.Enum(Object.keys(filterOps) as FilterOp[], {
      description:
        'between takes two numbers, anyOf a list, empty and notEmpty nothing, missingIn and outdatedIn a language.',
    }),
    value: Type.Optional(Type.Union([Plain, Type.Array(Plain, { minItems: 1, maxItems: 100 })])),
  },
  { additionalProperties: false },
);

export const findTool = defineTool({
  name: 'find',
  title: 'Find items',
  description:
    'Items of a template by filters and text, as compact rows with chosen fields. `_id` and `_version` of a row are what validate and propose need to change the item; a link is the key of its item, or `#` and its id.',
  input: Arguments({
    template: Template,
    text: Type.Optional(Type.String({ minLength: 1, maxLength: 256, description: 'A part of the label, or the id.' })),
    filters: Type.Optional(Type.Array(Filter, { maxItems: 20, description: 'All must be met.' })),
    sort: Type.Optional(
      Type.Object(
        {
          field: described(Field, 'A field, `id` or `label`.'),
          direction: Type.Enum(['asc', 'desc']),
        },
        { additionalProperties: false },
      ),
    ),
    fields: Type.Optional(
      Type.Array(Field, {
        minItems: 1,
        maxItems: 50,
        description: 'The fields to answer with; only the key if omitted.',
      }),
    ),
    limit: limitOf(50, 200),
    cursor: Cursor,
  }),
  run: async (context, { environment, template, text, filters = [], sort, fields, limit = 50, cursor }) => {
    const { id: instanceId, env } = instanceOf(context, environment);
    const known = await readTemplate(context, instanceId, template);
    const columns = columnsOf(known, fields ?? (known.key ? [nameOfField(known.tree, known.key.id)] : []));
    const scope = { instanceId, templateId: template };
    const list = {
      ...(text !== undefined && { search: text }),
      ...(filters.length > 0 && { filters: filters.map((filter) => toFilter(known, filter)) }),
      ...(sort && { sort: { ...sort, field: subjectOf(known, sort.field) } }),
      ...(cursor !== undefined && { cursor }),
    };
    const page = await fittingPage(async (most) => {
      const found = await context.call(items.list, { params: scope, body: { ...list, limit: most } });
      const ids = found.items.map(({ id }) => id);
      const records =
        columns.length > 0
          ? await readRecords(context, scope, ids, columns)
          : found.items.map(({ id, version, internal_label }) => ({
              _id: id,
              _version: version,
              _label: internal_label,
            }));
      const rows = records.map((record: Record<string, unknown>) =>
        ['_id', '_version', '_label', ...columns].map((column) => record[column] ?? null),
      );
      return { rows, next: found.next_cursor ?? null, total: found.total, isExact: found.total_is_exact };
    }, limit);
    const { rows, next, total, isExact } = page;
    return {
      note: `Items in ${env}: ${rows.length} on this page, ${isExact === false ? 'at least ' : ''}${total} in all. A row has the values of \`columns\` in their order.${restOf(next)}`,
      data: { columns: ['_id', '_version', '_label', ...columns], rows, next_cursor: next },
    };
  },
});

/** What items are found and sorted by: a field, or what each item has. */
function subjectOf(known: ReadTemplate, name: string): string {
  const pseudo = /^_?(id|label)$/.exec(name)?.[1];
  return pseudo !== undefined && !findField(known.tree, name) ? pseudo : fieldNamed(known, name).id;
}

/** The API takes the value of a filter as one text. */
function toFilter(known: ReadTemplate, { field, op, value = '' }: Static<typeof Filter>) {
  const text = Array.isArray(value) ? value.join(op === 'between' ? '..' : ',') : String(value);
  return { template_field_id: subjectOf(known, field), op: filterOps[op], value: text };
}
