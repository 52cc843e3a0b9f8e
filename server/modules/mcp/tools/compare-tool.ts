import { environments } from '@quartermaster/contract/access.ts';
import { nameOfField } from '@quartermaster/contract/content/field-names.ts';
import type { ItemField, ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { toItemValues } from '@quartermaster/contract/content/item-values.ts';
import { buildTree, leavesOf, sameSetting, sameSettings } from '@quartermaster/contract/content/template-tree.ts';
import { history } from '@quartermaster/contract/endpoints/history.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { type TemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { Version } from '@quartermaster/contract/shapes/common.ts';
import { Type } from 'typebox';
import { InternalCallError } from '../../../core/app/internal-calls.ts';
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
  misplaced,
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
  label?: { before: string | null; after: string | null };
}

export const compareTool = defineTool({
  name: 'compare',
  title: 'Compare',
  description:
    'What differs, field by field, in an item, or without `item` in the fields of a template: between two versions (`from` and `to`, as `history` lists them), or between two environments (`with`). A side that does not exist is null.',
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
    if (to !== undefined && other !== undefined)
      throw misplaced('to', 'is only for versions: leave it out next to `with`');
    const scope = { instanceId, templateId: template };
    const both = [instanceId, ...(other === undefined ? [] : [instanceOf(context, other).id])];
    const id = item === undefined ? undefined : await idInOne(context, both, template, item);
    const versions = { from: from ?? 0, ...(to !== undefined && { to }) };
    const compared =
      other === undefined
        ? id === undefined
          ? await templateVersions(context, scope, versions)
          : await itemVersions(context, { ...scope, id }, versions)
        : await environmentsOf(context, scope, id, { env, other });
    const { rows, next } = slicePage(compared.changes, cursor, limit);
    return {
      note: `Fields that differ: ${compared.changes.length}; ${compared.sides}.${restOf(next)}`,
      data: { ...(compared.label && { label: compared.label }), changes: rows, next_cursor: next },
    };
  },
});

/** The id of an item, which has to be in one of these instances only. */
async function idInOne(
  context: ToolContext,
  [instanceId = 0, ...others]: readonly number[],
  template: string,
  item: number | string,
): Promise<number> {
  if (typeof item === 'number') return item;
  try {
    const [id = 0] = await idsOf(context, instanceId, await readTemplate(context, instanceId, template), [item]);
    return id;
  } catch (error) {
    if (others.length === 0 || !isNotFound(error)) throw error;
    return idInOne(context, others, template, item);
  }
}

const isNotFound = (error: unknown): boolean =>
  (error instanceof InternalCallError || error instanceof AppError) && error.status === 404;

/** What a call finds, or null. */
const orNull = <T>(found: Promise<T>): Promise<T | null> =>
  found.catch((error: unknown) => {
    if (isNotFound(error)) return null;
    throw error;
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
  // What is in neither is refused by the last call, what is in one has null as its other side.
  const both = async <T>(read: (params: typeof here) => Promise<T>): Promise<[T | null, T | null]> => {
    const before = await orNull(read(there));
    return [before, before === null ? await read(here) : await orNull(read(here))];
  };
  const sidesOf = (found: readonly unknown[], what: string) => {
    const missing = found[0] === null ? other : found[1] === null ? env : undefined;
    return `\`before\` is ${other}, \`after\` is ${env}${missing === undefined ? '' : `; there is no such ${what} in ${missing}`}`;
  };
  const found = await both((params) => call(templates.get, { params }));
  const [before, after] = found.map((template) => template?.fields ?? []) as [TemplateField[], TemplateField[]];
  if (id === undefined) return { sides: sidesOf(found, 'template'), changes: compareFields(before, after) };
  const contents = await both((params) => call(items.get, { params: { ...params, id } }));
  const known = new Set(after.map((field) => field.id));
  const fields = [...after, ...before.filter((field) => !known.has(field.id))];
  const [old, current] = contents.map(
    (content) => content && { label: content.item.header.internal_label, fields: content.item.fields },
  ) as [Side | null, Side | null];
  return { sides: sidesOf(contents, 'item'), ...compareItems(fields, old, current) };
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
    .map(({ field }) => ({
      field: nameOfField(tree, field.id),
      before: old[field.id] ?? null,
      after: current[field.id] ?? null,
    }));
  const [from, to] = [before?.label ?? null, after?.label ?? null];
  return { changes, ...(from !== to && { label: { before: from, after: to } }) };
}

function compareFields(before: readonly TemplateField[], after: readonly TemplateField[]): unknown[] {
  const old = new Map(before.map((field) => [field.id, field]));
  const [oldTree, tree] = [buildTree(before), buildTree(after)];
  const entries = (previous: TemplateField | undefined, field: TemplateField | undefined) => ({
    before: previous ? toEntry(oldTree, previous) : null,
    after: field ? toEntry(tree, field) : null,
  });
  const changes = after.flatMap((field) => {
    const previous = old.get(field.id);
    old.delete(field.id);
    if (previous && previous.parentId === field.parentId && sameSettings(previous.settings, field.settings)) return [];
    return { field: nameOfField(tree, field.id), ...entries(previous, field) };
  });
  const removed = [...old.values()];
  return [
    ...changes,
    ...removed.map((field) => ({ field: nameOfField(oldTree, field.id), ...entries(field, undefined) })),
  ];
}
