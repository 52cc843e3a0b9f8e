import { fieldStatus } from '@quartermaster/contract/content/item-fields.ts';
import { type MenuNode, menu, type SaveMenuNode } from '@quartermaster/contract/endpoints/menu.ts';
import { type FieldEffect, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { hashOf, readPulled, writePulled, writeText } from './folder.ts';
import { fileText } from './item-files.ts';
import type { ContentOptions } from './options.ts';
import { type RemoteSchema, readMenu, readSchema, type Source, templateIds } from './remote-content.ts';
import {
  contentHash,
  differingEntries,
  localTemplateIds,
  type MenuContent,
  readMenuFile,
  readTemplateFile,
  type SchemaContent,
  type SchemaFile,
  type TemplateContent,
} from './schema-files.ts';
import { CallFailed } from './server-calls.ts';

/** An edited file of a template or the menu, and the same content on the server; undefined for a new template. */
interface Edited<Content extends SchemaContent> {
  file: SchemaFile<Content>;
  remote: RemoteSchema<Content> | undefined;
}

/** The edited templates, by id, and the menu, if it was edited. */
export interface EditedSchema {
  templates: Edited<TemplateContent>[];
  menu: Edited<MenuContent> | undefined;
}

/** What the push of a file would do: the entries that it changes, what that does to items, and why it is refused. */
export interface SchemaCheck {
  path: string;
  isNew: boolean;
  entries: string[];
  effects: string[];
  problems: string[];
}

/** The templates' and the menu's files that were edited, whoever pulled them; the menu only if no template is named. */
export async function readEditedSchema(
  source: Source,
  { folder, templates: wanted }: Pick<ContentOptions, 'folder' | 'templates'>,
): Promise<EditedSchema> {
  const local = localTemplateIds(folder);
  const remoteIds = await templateIds(source, wanted, local);
  const edited: EditedSchema = { templates: [], menu: undefined };
  for (const id of local) {
    if (wanted.length > 0 && !wanted.includes(id)) continue;
    const file = readTemplateFile(folder, id);
    if (file === undefined || !isEdited(file)) continue;
    const remote = remoteIds.includes(id) ? await readSchema(source, id) : undefined;
    if (!isEqual(file, remote)) edited.templates.push({ file, remote });
  }
  const file = wanted.length === 0 ? readMenuFile(folder) : undefined;
  if (file === undefined || !isEdited(file)) return edited;
  const remote = await readMenu(source);
  return isEqual(file, remote) ? edited : { ...edited, menu: { file, remote } };
}

const isEdited = ({ content, base }: SchemaFile<SchemaContent>): boolean => contentHash(content) !== base;

const isEqual = ({ content }: SchemaFile<SchemaContent>, remote: RemoteSchema<SchemaContent> | undefined): boolean =>
  remote !== undefined && contentHash(content) === contentHash(remote.content);

/** Checks all edited files, and changes nothing. */
export async function checkSchema(source: Source, edited: EditedSchema): Promise<SchemaCheck[]> {
  const checks: SchemaCheck[] = [];
  for (const one of edited.templates) checks.push(await checkTemplate(source, one));
  return edited.menu ? [...checks, compareFile(edited.menu)] : checks;
}

/** A check that has looked at the two versions only. */
function compareFile({ file: { path, content, base }, remote }: Edited<SchemaContent>): SchemaCheck {
  const problems =
    remote === undefined
      ? base === undefined
        ? []
        : [`conflict: ${path}: it was deleted on the server. Remove its "base" to make it anew`]
      : base === contentHash(remote.content)
        ? []
        : [`conflict: ${path}: it was changed on the server since it was pulled`];
  const entries = differingEntries(remote?.content, content);
  return { path, isNew: remote === undefined && base === undefined, entries, effects: [], problems };
}

async function checkTemplate(source: Source, edited: Edited<TemplateContent>): Promise<SchemaCheck> {
  const compared = compareFile(edited);
  if (compared.problems.length > 0) return compared;
  const { path } = compared;
  const { calls, instanceId } = source;
  try {
    const { effects } = await calls.call(templates.dryRun, { params: { instanceId }, body: toSave(edited) });
    return {
      ...compared,
      effects: effects.flatMap(effectsOf),
      problems: effects.flatMap(problemsOf).map((problem) => `refused: ${path}: ${problem}`),
    };
  } catch (error) {
    return { ...compared, problems: refusals(path, error) };
  }
}

/** What the push of a template does to items, a line each. */
function effectsOf({ field_id, status, items, items_is_exact, missing, restored }: FieldEffect): string[] {
  const least = items_is_exact === false ? 'at least ' : '';
  return [
    ...(status === fieldStatus.removed && items > 0
      ? [`${field_id} is removed with its values in ${least}${itemsOf(items)}`]
      : []),
    ...(restored > 0 ? [`${field_id} comes back with its values in ${itemsOf(restored)}`] : []),
    ...(missing > 0 ? [`${itemsOf(missing)} will lack a value in ${field_id}, which their next save requires`] : []),
  ];
}

function problemsOf({ field_id, incompatible: { count, sample } }: FieldEffect): string[] {
  const [first] = sample;
  if (count === 0) return [];
  return [
    `${field_id} does not fit ${itemsOf(count)}${first ? `: ${first.value} of item ${first.id} ${first.reason}` : ''}`,
  ];
}

const itemsOf = (count: number): string => (count === 1 ? '1 item' : `${count} items`);

/** Why the server refuses a file. An error that is not about the file is thrown. */
function refusals(path: string, error: unknown): string[] {
  if (!(error instanceof CallFailed) || (error.status !== 422 && error.status !== 409)) throw error;
  const fields = Object.entries(error.body?.fields ?? {});
  const reasons = fields.length > 0 ? fields.map(([place, reason]) => `${place}: ${reason}`) : [error.message];
  return reasons.map((reason) => `refused: ${path}: ${reason}`);
}

const toSave = ({ file: { content }, remote }: Edited<TemplateContent>) => ({
  id: content.id,
  label: content.label,
  version: remote?.version ?? 0,
  fields: content.fields.map(({ parent, ...field }) => ({ ...field, parentId: parent })),
});

/**
 * Saves edited files that were checked, templates before the menu that links to them, and brings the files up to date. Returns why the server
 * refused one nevertheless; those before it are saved.
 */
export async function saveSchema(source: Source, edited: EditedSchema, folder: string): Promise<string[]> {
  const { calls, instanceId } = source;
  for (const one of edited.templates) {
    const { id } = one.file.content;
    try {
      await calls.call(templates.save, { params: { instanceId }, body: toSave(one) });
    } catch (error) {
      return refusals(one.file.path, error);
    }
    await untilItemsAreChanged(source, id);
    write(folder, await readSchema(source, id));
  }
  if (edited.menu === undefined) return [];
  const { file, remote } = edited.menu;
  const now = await readMenu(source);
  const pushed = new Set(edited.templates.map(({ file: { content } }) => content.id));
  const ofOthers = (nodes: readonly MenuNode[]) => fileText(nodes.filter((node) => !pushed.has(node.template_id)));
  // The server links to a new template itself, and renames links with a template.
  if (ofOthers(now.content.menu) !== ofOthers(remote?.content.menu ?? []))
    return [`conflict: ${file.path}: it was changed on the server since it was pulled`];
  const created = new Set(edited.templates.flatMap(({ file: { content }, remote: was }) => (was ? [] : content.id)));
  try {
    const body = { menu: menuChanges(now.content.menu, file.content.menu, created), version: now.version };
    await calls.call(menu.save, { params: { instanceId }, body });
  } catch (error) {
    return refusals(file.path, error);
  }
  write(folder, await readMenu(source));
  return [];
}

/** The changes that make one menu of another. A link to a created template that the file does not place stays where the server put it. */
function menuChanges(
  before: readonly MenuNode[],
  after: readonly MenuNode[],
  created: ReadonlySet<string>,
): SaveMenuNode[] {
  const was = new Map(before.map((node) => [node.id, node]));
  const ids = new Set(after.map(({ id }) => id));
  const placed = new Set(after.map(({ template_id }) => template_id));
  const isKept = ({ id, template_id }: MenuNode) =>
    ids.has(id) || (created.has(template_id) && !placed.has(template_id));
  const removed = before.filter((node) => !isKept(node)).map((node) => ({ ...node, status: fieldStatus.removed }));
  const written = after
    .filter((node) => fileText(node) !== fileText(was.get(node.id)))
    .map((node) => ({ ...node, status: was.has(node.id) ? fieldStatus.updated : fieldStatus.added }));
  return [...removed, ...written];
}

/** How often a running change of items is asked for, in milliseconds. */
const pollInterval = 500;

async function untilItemsAreChanged({ calls, instanceId }: Source, templateId: string): Promise<void> {
  const read = () => calls.call(templates.progress, { params: { instanceId, templateId } });
  while ((await read()).change !== null) await new Promise((resolve) => setTimeout(resolve, pollInterval));
}

function write(folder: string, { path, text }: RemoteSchema<SchemaContent>): void {
  writeText(folder, path, text);
  writePulled(folder, { ...readPulled(folder), [path]: hashOf(text) });
}
