import { fieldStatus } from '@quartermaster/contract/content/item-fields.ts';
import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { type FieldEffect, templates } from '@quartermaster/contract/endpoints/templates.ts';
import { menuChanges } from './menu-changes.ts';
import type { ContentOptions } from './options.ts';
import { describeEntry } from './refused-values.ts';
import { type RemoteSchema, readMenu, readSchema, type Source, templateIds } from './remote-content.ts';
import {
  contentHash,
  differingEntries,
  fieldNames,
  isEdited,
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
export interface EditedFile<Content extends SchemaContent> {
  file: SchemaFile<Content>;
  remote: RemoteSchema<Content> | undefined;
}

/** The edited templates, by id, and the menu, if it was edited. */
export interface EditedSchema {
  templates: EditedFile<TemplateContent>[];
  menu: EditedFile<MenuContent> | undefined;
}

/** What the push of a file would do: the entries that it changes, what that does to items, and why it is refused. */
export interface SchemaCheck {
  path: string;
  isNew: boolean;
  entries: string[];
  effects: string[];
  problems: string[];
}

/** The templates' and the menu's files that were edited since they were made; the menu only if no template is named. */
export async function readEditedSchema(
  source: Source,
  { folder, templates: only }: Pick<ContentOptions, 'folder' | 'templates'>,
): Promise<EditedSchema> {
  const local = localTemplateIds(folder);
  const remoteIds = await templateIds(source, only, local);
  const edited: EditedSchema = { templates: [], menu: undefined };
  for (const id of local) {
    if (only.length > 0 && !only.includes(id)) continue;
    const file = readTemplateFile(folder, id);
    if (file === undefined || !isEdited(file)) continue;
    const remote = remoteIds.includes(id) ? await readSchema(source, id) : undefined;
    if (!isEqual(file, remote)) edited.templates.push({ file, remote });
  }
  const file = only.length === 0 ? readMenuFile(folder) : undefined;
  if (file === undefined || !isEdited(file)) return edited;
  const remote = await readMenu(source);
  return isEqual(file, remote) ? edited : { ...edited, menu: { file, remote } };
}

const isEqual = ({ content }: SchemaFile<SchemaContent>, remote: RemoteSchema<SchemaContent> | undefined): boolean =>
  remote !== undefined && contentHash(content) === contentHash(remote.content);

/** Checks all edited files, and changes nothing. */
export async function checkSchema(source: Source, edited: EditedSchema): Promise<SchemaCheck[]> {
  const checks: SchemaCheck[] = [];
  for (const one of edited.templates) checks.push(await check(source, one, checkTemplate));
  if (edited.menu) checks.push(await check(source, edited.menu, (...args) => checkMenu(...args, edited)));
  return checks;
}

type Found = Pick<SchemaCheck, 'effects' | 'problems'>;

/** Asks the server about a file that nobody else has changed. */
async function check<Content extends SchemaContent>(
  source: Source,
  edited: EditedFile<Content>,
  ask: (source: Source, edited: EditedFile<Content>) => Promise<Found>,
): Promise<SchemaCheck> {
  const { file, remote } = edited;
  const { path, content, base } = file;
  const about = {
    path,
    isNew: remote === undefined && base === undefined,
    entries: differingEntries(remote?.content, content),
  };
  const conflict = conflictOf(edited);
  if (conflict !== undefined) return { ...about, effects: [], problems: [`conflict: ${path}: ${conflict}`] };
  try {
    const { effects, problems } = await ask(source, edited);
    return { ...about, effects, problems: problems.map((problem) => `refused: ${path}: ${problem}`) };
  } catch (error) {
    return { ...about, effects: [], problems: refusals(file, error) };
  }
}

/** Why a file is not an edit of what the server has; undefined if it is. */
function conflictOf({ file: { base }, remote }: EditedFile<SchemaContent>): string | undefined {
  if (remote === undefined)
    return base === undefined ? undefined : 'it was deleted on the server. Remove its "base" to create it again';
  if (base === undefined) return 'the server has one already. Pull it first';
  return base === contentHash(remote.content) ? undefined : changedMeanwhile;
}

/** Why a file is in conflict. */
export const changedMeanwhile = 'it was changed on the server since it was pulled';

async function checkTemplate({ calls, instanceId }: Source, edited: EditedFile<TemplateContent>): Promise<Found> {
  const {
    items,
    effects,
    recomputed = [],
  } = await calls.call(templates.dryRun, {
    params: { instanceId },
    body: toSave(edited),
  });
  const nameOf = fieldNames(edited.remote?.content, edited.file.content);
  const named = effects.map((effect) => ({ ...effect, name: nameOf(effect.field_id) }));
  return {
    effects: [
      ...named.flatMap(effectsOf),
      ...recomputed.map((fieldId) => `${nameOf(fieldId)} is computed again in ${itemsOf(items)}`),
    ],
    problems: named.flatMap(problemsOf),
  };
}

/** Links to templates that do not exist yet are left out. */
async function checkMenu(
  { calls, instanceId }: Source,
  { file, remote }: EditedFile<MenuContent>,
  { templates: edited }: EditedSchema,
): Promise<Found> {
  const created = createdIn(edited);
  const nodes = file.content.menu.filter(({ template_id }) => !created.has(template_id));
  const before = remote?.content.menu ?? [];
  const changes = menuChanges({ before, now: before, target: nodes, created });
  await calls.call(menu.save, { params: { instanceId }, body: { menu: changes, dry_run: true } });
  return { effects: [], problems: [] };
}

/** The ids of the templates that the server does not have. */
export const createdIn = (edited: EditedSchema['templates']): ReadonlySet<string> =>
  new Set(edited.flatMap(({ file: { content }, remote }) => (remote ? [] : content.id)));

type NamedEffect = FieldEffect & { name: string };

/** What the push of a template does to items, a line each. */
function effectsOf({
  name,
  status,
  items,
  items_is_exact,
  missing,
  restored,
  unrestorable,
  warnings,
}: NamedEffect): string[] {
  const least = items_is_exact === false ? 'at least ' : '';
  const isRemoved = status === fieldStatus.removed && items > 0;
  return [
    ...(isRemoved ? [`${name} is removed with its values in ${least}${itemsOf(items)}`] : []),
    ...(restored > 0 ? [`${name} comes back with its values in ${itemsOf(restored)}`] : []),
    ...describeValues(unrestorable, (count) => `${name} stays without its former value in ${itemsOf(count)}`),
    ...(missing > 0 ? [`${itemsOf(missing)} will lack a value in ${name}, which their next save requires`] : []),
    ...(warnings ? describeValues(warnings, (count) => `${name} gets a warning in ${itemsOf(count)}`) : []),
  ];
}

const problemsOf = ({ name, incompatible }: NamedEffect): string[] =>
  describeValues(incompatible, (count) => `${name} does not fit ${itemsOf(count)}`);

/** A line about items, with the first of them. */
function describeValues(
  { count, sample: [first] }: FieldEffect['incompatible'],
  sentence: (count: number) => string,
): string[] {
  if (count === 0) return [];
  return [`${sentence(count)}${first ? `: ${JSON.stringify(first.value)} of item ${first.id} ${first.reason}` : ''}`];
}

const itemsOf = (count: number): string => (count === 1 ? '1 item' : `${count} items`);

/** Why the server refuses a file. An error that is not about the file is thrown. */
export function refusals({ path, content }: SchemaFile<SchemaContent>, error: unknown): string[] {
  if (!(error instanceof CallFailed) || (error.status !== 422 && error.status !== 409)) throw error;
  const describe = ([path, reason]: [string, string]) => {
    const [list = '', at = '', ...inner] = path.split('.');
    // The menu is sent as its changes, which are other entries than those of the file.
    const field = 'fields' in content && list === 'fields' ? content.fields[Number(at)] : undefined;
    return field ? describeEntry(fieldNames(content)(field.id), field, inner, reason) : `${path}: ${reason}`;
  };
  const fields = Object.entries(error.body?.fields ?? {});
  const reasons = fields.length > 0 ? fields.map(describe) : [error.message];
  return reasons.map((reason) => `refused: ${path}: ${reason}`);
}

/** The body of a template's save. */
export const toSave = ({ file: { content }, remote }: EditedFile<TemplateContent>) => ({
  id: content.id,
  label: content.label,
  version: remote?.version ?? 0,
  fields: content.fields.map(({ parent, ...field }) => ({ ...field, parentId: parent })),
});
