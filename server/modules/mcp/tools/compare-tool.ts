import { environments } from '@quartermaster/contract/access.ts';
import type { ItemField, ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { toItemValues } from '@quartermaster/contract/content/item-values.ts';
import { buildTree, leavesOf, sameSetting, sameSettings } from '@quartermaster/contract/content/template-tree.ts';
import { history } from '@quartermaster/contract/endpoints/history.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { type TemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { Version } from '@quartermaster/contract/shapes/common.ts';
import { Type } from 'typebox';
import { AppError } from '../../../core/base/errors.ts';
import { restOf, slicePage, type ToolAnswer } from '../answer.ts';
import { idsOf, readTemplate } from '../content.ts';
import {
  Arguments,
  defineTool,
  described,
  ItemRef,
  instanceOf,
  limitOf,
  Offset,
  Template,
  type ToolContext,
} from '../tool.ts';
import { toEntry } from './describe-tool.ts';

const versionText = (which: string) => Type.Optional(described(Version, which));

/** One side of a comparison. */
interface Side {
  label: string;
  fields: readonly ItemField[];
}

/** What differs, and how the two sides are called. */
interface Comparison {
  sides: string;
  changes: unknown[];
  label?: { before: string; after: string };
}

export const compareTool = defineTool({
  name: 'compare',
  title: 'Compare',
  description:
    'What differs, field by field, in an item, or without `item` in the fields of a template: between two versions (`from` and `to`, as `history` lists them), or between two environments (`with`).',
  input: Arguments({
    template: Template,
    item: Type.Optional(ItemRef),
    from: versionText('The older version.'),
    to: versionText('The newer version; the current content if omitted.'),
    with: Type.Optional(
      Type.Enum([...environments], {
        description: 'The other environment, in place of versions. The token must open it.',
      }),
    ),
    limit: limitOf(200, 500),
    cursor: Offset,
  }),
  run: async (
    context,
    { environment, template, item, from, to, with: other, limit = 200, cursor },
  ): Promise<ToolAnswer> => {
    const { id: instanceId, env } = instanceOf(context, environment);
    if ((from === undefined) === (other === undefined))
      throw new AppError('invalid', {
        message: 'Name either the version `from`, or the environment to compare `with`.',
      });
    const place = { instanceId, templateId: template };
    const ids =
      item === undefined
        ? []
        : await idsOf(context, instanceId, await readTemplate(context, instanceId, template), [item]);
    const [id] = ids;
    const versions = { from: from ?? 0, ...(to !== undefined && { to }) };
    const compared =
      other === undefined
        ? id === undefined
          ? await templateVersions(context, place, versions)
          : await itemVersions(context, { ...place, id }, versions)
        : await environmentsOf(context, place, id, { env, other });
    const { rows, next } = slicePage(compared.changes, cursor, limit);
    return {
      note: `Fields that differ: ${compared.changes.length}; ${compared.sides}.${restOf(next)}`,
      data: { ...(compared.label && { label: compared.label }), changes: rows, next_cursor: next },
    };
  },
});

async function itemVersions(
  { call }: ToolContext,
  params: { instanceId: number; templateId: string; id: number },
  query: { from: number; to?: number },
): Promise<Comparison> {
  const { source, target, template_fields } = await call(history.compareItem, { params, query });
  const compared = compareItems(template_fields, target, source);
  return { ...compared, sides: `\`before\` is version ${query.from}, \`after\` ${query.to ?? 'the current content'}` };
}

async function templateVersions(
  { call }: ToolContext,
  params: { instanceId: number; templateId: string },
  query: { from: number; to?: number },
): Promise<Comparison> {
  const { source, target } = await call(history.compareTemplate, { params, query });
  return {
    sides: `\`before\` is version ${query.from}, \`after\` ${query.to ?? 'the current content'}`,
    changes: compareFields(target?.fields ?? [], source?.fields ?? []),
  };
}

async function environmentsOf(
  context: ToolContext,
  { instanceId, templateId }: { instanceId: number; templateId: string },
  id: number | undefined,
  { env, other }: { env: string; other: (typeof environments)[number] },
): Promise<Comparison> {
  const { call } = context;
  const there = { instanceId: instanceOf(context, other).id, templateId };
  const here = { instanceId, templateId };
  const sides = `\`before\` is ${other}, \`after\` is ${env}`;
  const [before, after] = [await call(templates.get, { params: there }), await call(templates.get, { params: here })];
  if (id === undefined) return { sides, changes: compareFields(before.fields, after.fields) };
  const [old, current] = [
    (await call(items.get, { params: { ...there, id } })).item,
    (await call(items.get, { params: { ...here, id } })).item,
  ];
  const known = new Set(after.fields.map((field) => field.id));
  const fields = [...after.fields, ...before.fields.filter((field) => !known.has(field.id))];
  const sideOf = ({ header, fields: values }: typeof old): Side => ({ label: header.internal_label, fields: values });
  return { sides, ...compareItems(fields, sideOf(old), sideOf(current)) };
}

/** The fields in which two contents differ; a dynamic group is one field. */
function compareItems(
  fields: readonly TemplateField[],
  before: Side | null,
  after: Side | null,
): Pick<Comparison, 'changes' | 'label'> {
  const tree = buildTree(fields);
  const valuesOf = (side: Side | null): ItemValues => (side ? toItemValues(tree, side.fields) : {});
  const [old, current] = [valuesOf(before), valuesOf(after)];
  const changes = leavesOf(tree)
    .filter(({ field }) => !sameSetting(old[field.id] ?? null, current[field.id] ?? null))
    .map(({ field }) => ({ field: field.id, before: old[field.id] ?? null, after: current[field.id] ?? null }));
  const [from, to] = [before?.label ?? '', after?.label ?? ''];
  return { changes, ...(from !== to && { label: { before: from, after: to } }) };
}

function compareFields(before: readonly TemplateField[], after: readonly TemplateField[]): unknown[] {
  const old = new Map(before.map((field) => [field.id, field]));
  const changes = after.flatMap((field) => {
    const former = old.get(field.id);
    old.delete(field.id);
    if (former && former.parentId === field.parentId && sameSettings(former.settings, field.settings)) return [];
    return { field: field.id, before: former ? toEntry(former) : null, after: toEntry(field) };
  });
  return [...changes, ...[...old.values()].map((field) => ({ field: field.id, before: toEntry(field), after: null }))];
}
