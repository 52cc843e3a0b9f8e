import { findField, nameOfField, nearFields } from '@quartermaster/contract/content/field-names.ts';
import { placesOf } from '@quartermaster/contract/content/item-values.ts';
import { buildTree, leavesOf, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { type Template, type TemplateField, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import { columnOf } from '@quartermaster/contract/sheets/system-columns.ts';
import { comparedText } from '@quartermaster/contract/typed-text.ts';
import { AppError } from '../../core/base/errors.ts';
import type { ToolContext } from './tool.ts';

/** A template as tools use it. */
export interface ReadTemplate {
  template: Template;
  tree: TreeNode<TemplateField>[];
  /** The field by which people and imports name its items. */
  key: TemplateField | undefined;
}

export async function readTemplate(
  { call }: ToolContext,
  instanceId: number,
  templateId: string,
): Promise<ReadTemplate> {
  const template = await call(templates.get, { params: { instanceId, templateId } });
  const tree = buildTree(template.fields);
  const key = leavesOf(tree)
    .map(({ field }) => field)
    .find(({ settings }) => settings.unique && 'required' in settings && settings.required === true);
  return { template, tree, key };
}

/** Records by name, as exports have them. */
export type ItemRecord = { _id: number; _version: number; _label: string } & Record<string, unknown>;

/** The records of items in the order of their ids, without those that do not exist. */
export async function readRecords(
  { read }: ToolContext,
  scope: { instanceId: number; templateId: string },
  ids: readonly number[],
  fields?: readonly string[],
): Promise<ItemRecord[]> {
  if (ids.length === 0) return [];
  const body = {
    format: 'json-lines' as const,
    ids: [...ids],
    ...(fields && fields.length > 0 && { fields: [...fields] }),
  };
  const text = await read(items.export, { params: scope, body });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ItemRecord);
}

/** The field of a name; one that the template does not have is refused. */
export function fieldNamed({ template, tree }: ReadTemplate, name: string): TemplateField {
  const field = findField(tree, name);
  if (!field) throw unknownField(name, template.id, nearFields(tree, name));
  return field;
}

/** The columns in which records have these fields: those of a group are its fields, those in rows the dynamic group around them. */
export function columnsOf(read: ReadTemplate, names: readonly string[]): string[] {
  const { tree } = read;
  const places = placesOf(tree);
  const columns = names.flatMap((name) => {
    const { id } = fieldNamed(read, name);
    const position = places.get(id);
    if (position) return position.groups[0] ?? id;
    return leavesOf(findNode(tree, id)?.children ?? []).map(({ field }) => places.get(field.id)?.groups[0] ?? field.id);
  });
  return [...new Set(columns)].map((id) => columnOf(tree, id));
}

/** The node of a field with its children. */
export const findNode = <F extends TemplateField>(
  nodes: readonly TreeNode<F>[],
  id: string,
): TreeNode<F> | undefined => {
  for (const node of nodes) {
    const found = node.field.id === id ? node : findNode(node.children, id);
    if (found) return found;
  }
  return undefined;
};

/** The refusal of a field that a template does not have, with the fields that are most like it. */
export function unknownField(name: string, templateId: string, near: readonly string[]): AppError {
  const message = `${templateId} has no field ${name}.${near.length > 0 ? ` It has ${near.join(', ')}.` : ''}`;
  return new AppError('invalid', { message, fields: { [name]: 'is not a field of the template' } });
}

/** The ids of items that are named by id or key; a key that no item has is refused. */
export async function idsOf(
  context: ToolContext,
  instanceId: number,
  read: ReadTemplate,
  refs: readonly (number | string)[],
): Promise<number[]> {
  const ids: number[] = [];
  for (const ref of refs) ids.push(typeof ref === 'number' ? ref : await idOfKey(context, instanceId, read, ref));
  return ids;
}

async function idOfKey(
  { call }: ToolContext,
  instanceId: number,
  { template, tree, key }: ReadTemplate,
  text: string,
): Promise<number> {
  if (!key) {
    const asId = /^#?([1-9]\d{0,9})$/.exec(text)?.[1];
    if (asId !== undefined) return Number(asId);
    const message = `${template.id} has no key field: name its items by id, as a number.`;
    throw new AppError('invalid', { message });
  }
  let found: number | undefined;
  // As it is written, or else in the forms that other programs write.
  for (const value of new Set([text, comparedText(text), comparedText(text).normalize('NFD')])) {
    const filters = [{ template_field_id: key.id, op: filterOps.equal, value }];
    const params = { instanceId, templateId: template.id };
    found ??= (await call(items.list, { params, body: { filters, limit: 1 } })).items[0]?.id;
  }
  // Digits alone are a key, too: as an id they would name another item than the one that was meant.
  const id = found ?? Number(/^#([1-9]\d{0,9})$/.exec(text)?.[1] ?? 0);
  if (id === 0)
    throw new AppError('not_found', {
      message: `No item of ${template.id} has the key ${text} in ${nameOfField(tree, key.id)}.`,
    });
  return id;
}
