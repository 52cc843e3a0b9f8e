import { nameOfField } from '@quartermaster/contract/content/field-names.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { type TemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { foldText } from '@quartermaster/contract/texts.ts';
import { Type } from 'typebox';
import { restOf, slicePage } from '../answer.ts';
import { readTemplate } from '../content.ts';
import { Arguments, defineTool, instanceOf, limitOf, misplaced, Offset, Template, type ToolContext } from '../tool.ts';

/** The most options of a field that are listed. */
const mostOptions = 40;

export const describeTool = defineTool({
  name: 'describe',
  title: 'Describe templates',
  description:
    'The templates (kinds of items) of the game, one line each: id, label, number of items. With `templates`, the fields of these templates with type, rules and the templates that they link to. Start here.',
  input: Arguments({
    templates: Type.Optional(
      Type.Array(Template, { minItems: 1, maxItems: 10, description: 'The templates whose fields are described.' }),
    ),
    text: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Only templates with this in their id or label.' }),
    ),
    limit: limitOf(500, 500),
    cursor: Offset,
  }),
  run: async (context, { environment, templates: ids, text, limit = 500, cursor }) => {
    if (ids && text !== undefined)
      throw misplaced('text', 'is only for the list of templates: leave it out next to `templates`');
    const { id: instanceId, env } = instanceOf(context, environment);
    if (ids) {
      const { rows, next } = slicePage(await describeFields(context, instanceId, ids), cursor, limit);
      return {
        note: `Templates of ${env}, each followed by its fields; \`field\` is how it is named everywhere, after the groups around it. Items are named by their key field, or by id.${restOf(next)}`,
        data: { entries: rows, next_cursor: next },
      };
    }
    const { templates: all } = await context.call(templates.list, { params: { instanceId } });
    const sought = foldText(text ?? '');
    const found = all.filter(({ id, header }) => foldText(`${id}\n${header.label}`).includes(sought));
    const { rows, next } = slicePage(
      found.map(({ id, header, item_count }) => `${id} | ${header.label} | ${item_count}`),
      cursor,
      limit,
    );
    return {
      note: `${env} has ${all.length} templates${text === undefined ? '' : `, ${found.length} of them with this text`}: id | label | number of items.${restOf(next)}`,
      data: { templates: rows, total: found.length, next_cursor: next },
    };
  },
});

/** The templates, each followed by its fields in order. */
async function describeFields(context: ToolContext, instanceId: number, ids: readonly string[]) {
  const entries: Record<string, unknown>[] = [];
  for (const id of new Set(ids)) {
    const { template, tree, key } = await readTemplate(context, instanceId, id);
    const { label, version } = template.header;
    entries.push({
      template: id,
      label,
      version,
      fields: template.fields.length,
      ...(key && { key: nameOfField(tree, key.id) }),
    });
    entries.push(...template.fields.toSorted(inOrderOf(template.fields)).map((field) => toEntry(tree, field)));
  }
  return entries;
}

/** Parents before their children, and these in their order. */
function inOrderOf(fields: readonly TemplateField[]): (a: TemplateField, b: TemplateField) => number {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const pathOf = (field: TemplateField): number[] => {
    const parent = field.parentId === null ? undefined : byId.get(field.parentId);
    return [...(parent ? pathOf(parent) : []), field.order];
  };
  const paths = new Map(fields.map((field) => [field.id, pathOf(field)]));
  return (a, b) => {
    const [left, right] = [paths.get(a.id) ?? [], paths.get(b.id) ?? []];
    for (let at = 0; at < Math.min(left.length, right.length); at++)
      if (left[at] !== right[at]) return (left[at] ?? 0) - (right[at] ?? 0);
    return left.length - right.length;
  };
}

/** A field without what it does not say. */
export function toEntry(tree: readonly TreeNode[], { id, settings }: TemplateField): Record<string, unknown> {
  const { type, name: _, label, shownWhen, ...others } = settings;
  const set = Object.entries(others)
    .filter(([, value]) => isSet(value))
    .map(([setting, value]) => [setting, setting === 'options' && Array.isArray(value) ? optionsOf(value) : value]);
  return {
    field: nameOfField(tree, id),
    type,
    label,
    ...(shownWhen && { shownWhen: { ...shownWhen, field: nameOfField(tree, shownWhen.field) } }),
    ...Object.fromEntries(set),
  };
}

const isSet = (value: unknown): boolean =>
  value !== null &&
  value !== undefined &&
  value !== false &&
  value !== '' &&
  !(Array.isArray(value) && value.length === 0);

function optionsOf(options: readonly { id: string; label: string }[]): string[] {
  const listed = options.slice(0, mostOptions).map(({ id, label }) => (id === label ? id : `${id} = ${label}`));
  return options.length > mostOptions ? [...listed, `… ${options.length - mostOptions} more`] : listed;
}
