import { localItemFolders, readItems } from './folder.ts';
import type { ContentOptions, Say } from './options.ts';
import {
  apply,
  type CheckedItems,
  check,
  type EditedItems,
  editedItems,
  isMeant,
  readEdited,
  readWithoutTemplate,
  refresh,
} from './push-items.ts';
import { checkSchema, type EditedSchema, readEditedSchema, type SchemaCheck } from './push-schema.ts';
import { describeRefusal } from './refused-values.ts';
import { type Source, templateIds } from './remote-content.ts';
import { saveSchema } from './save-schema.ts';
import { localTemplateIds } from './schema-files.ts';

/** The edited items of a template, with what the server says of them. */
interface Check {
  edited: EditedItems;
  checked: CheckedItems;
}

/** Checks what was edited, and saves it if nothing is refused or in conflict. Returns the exit status. */
export async function push(source: Source, options: ContentOptions, say: Say): Promise<0 | 2> {
  const { folder, templates } = options;
  // Items are sent after their templates: a file that cannot be read would be found when those are saved.
  for (const id of localItemFolders(folder)) if (isMeant(templates, id)) readItems(folder, id);
  const schema = await readEditedSchema(source, options);
  const remoteIds = await templateIds(source, [], localTemplateIds(folder));
  const created = options.propose ? [] : schema.templates.map(({ file }) => file.content.id);
  const withoutTemplate = readWithoutTemplate(folder, [...remoteIds, ...created], templates);
  for (const path of withoutTemplate) say(`not pushed: ${path}: the server does not have its template`);
  const sayEmpty = () => say(withoutTemplate.length > 0 ? 'Nothing else to push.' : 'Nothing to push.');
  const status = await (options.propose ? propose : checkAndSave)(source, schema, options, { say, sayEmpty });
  return withoutTemplate.length > 0 ? 2 : status;
}

/** How a push reports. */
interface Reports {
  say: Say;
  /** Says that nothing is to be pushed. */
  sayEmpty: () => void;
}

/** Leaves the items to a person. */
async function propose(
  source: Source,
  { templates, menu }: EditedSchema,
  options: ContentOptions,
  { say, sayEmpty }: Reports,
): Promise<0 | 2> {
  const checks = await checkAll(source, await readEdited(source, options), options, say);
  if (hasProblems(checks)) return nothingChanged(problemsOf(checks), say);
  const changes = checks.filter(isChange);
  for (const { checked } of changes) say(`Review and apply: ${checked.address}`);
  const left = [...templates, ...(menu ? [menu] : [])];
  for (const { file } of left) say(`not proposed: ${file.path}: push it with the scope write:dev`);
  if (changes.length + left.length === 0) sayEmpty();
  return left.length > 0 ? 2 : 0;
}

async function checkAndSave(
  source: Source,
  schema: EditedSchema,
  options: ContentOptions,
  { say, sayEmpty }: Reports,
): Promise<0 | 2> {
  const schemaChecks = await checkSchema(source, schema);
  for (const one of schemaChecks) reportSchema(one, say);
  const changing = new Set(schema.templates.map(({ file }) => file.content.id));
  // The server checks items by the template that it has.
  const edited = await readEdited(source, options, (id) => !changing.has(id));
  // One template alone needs no check before: the server applies all of an import or nothing.
  const applies = edited.length === 1 && schemaChecks.length === 0 && !options.dryRun;
  const checks = await checkAll(source, edited, options, say, { applies });
  const problems = [...schemaChecks.flatMap((one) => one.problems), ...problemsOf(checks)];
  if (problems.length > 0) return nothingChanged(problems, say);
  const changes = checks.filter(isChange);
  if (changes.length + schemaChecks.length === 0) {
    sayEmpty();
    return 0;
  }
  if (options.dryRun) {
    const later = [...changing].filter((id) => editedItems(options.folder, id).length > 0);
    for (const id of later) say(`${id}: edited items are checked when the template has been pushed`);
    say('Nothing was changed: this was a dry run.');
    return 0;
  }
  try {
    const left = await save(source, { schema, changing, changes }, options, say);
    if (left.length === 0) return 0;
    say(`${notAll} ${whatToDo(left)}`);
    return 2;
  } catch (error) {
    say(notAll);
    throw error;
  }
}

const notAll = 'The rest was not pushed.';

interface ToSave {
  schema: EditedSchema;
  /** The templates that are saved: their items are checked and saved after them. */
  changing: ReadonlySet<string>;
  changes: readonly Check[];
}

/** Saves what was checked, and then the items of saved templates. Returns what of it is in conflict or refused. */
async function save(
  source: Source,
  { schema, changing, changes }: ToSave,
  options: ContentOptions,
  say: Say,
): Promise<string[]> {
  const { folder } = options;
  const refusals = await saveSchema(source, schema, { folder, say });
  for (const refusal of refusals) say(`  ${refusal}`);
  if (refusals.length > 0) return refusals;
  await applyAll(source, changes, folder, say);
  if (changing.size === 0) return [];
  const rest = await readEdited(source, options, (id) => changing.has(id));
  const checks = await checkAll(source, rest, options, say);
  if (hasProblems(checks)) return problemsOf(checks);
  await applyAll(source, checks.filter(isChange), folder, say);
  return [];
}

function nothingChanged(problems: readonly string[], say: Say): 2 {
  say(`Nothing was changed. ${whatToDo(problems)}`);
  return 2;
}

/** What leads on after conflicts and refusals. */
function whatToDo(problems: readonly string[]): string {
  const conflicts = problems.filter((problem) => problem.startsWith('conflict: ')).length;
  if (conflicts === 0) return 'Correct what is refused, and push again.';
  const refused = problems.length > conflicts ? 'correct what is refused, ' : '';
  return `Pull, decide the conflicts in the files, ${refused}and push again.`;
}

const isChange = ({ checked: { counts } }: Check): boolean => counts.added + counts.changed > 0;

const hasProblems = (checks: readonly Check[]): boolean => checks.some(({ checked }) => checked.problems.length > 0);

async function checkAll(
  source: Source,
  edited: readonly EditedItems[],
  options: ContentOptions,
  say: Say,
  { applies = false } = {},
): Promise<Check[]> {
  const checks: Check[] = [];
  for (const one of edited) checks.push({ edited: one, checked: await check(source, one, options, { applies }) });
  for (const { checked } of checks) report(checked, say);
  return checks;
}

async function applyAll(source: Source, changes: readonly Check[], folder: string, say: Say): Promise<void> {
  for (const { edited, checked } of changes) {
    if (!checked.isApplied) await apply(source, checked);
    await refresh(source, edited, folder);
    say(`pushed: items of ${checked.templateId}`);
  }
}

function report({ templateId, counts, problems }: CheckedItems, say: Say): void {
  const { added, changed, conflict, refused } = counts;
  say(`${templateId}: ${added} added, ${changed} changed, ${conflict} in conflict, ${refused} refused`);
  for (const line of problems.flatMap(linesOf)) say(`  ${line}`);
}

const problemsOf = (checks: readonly Check[]): string[] =>
  checks.flatMap(({ checked }) => checked.problems.flatMap(linesOf));

/** The lines of an item that is in conflict or refused. */
function linesOf({ path, record, row }: CheckedItems['problems'][number]): string[] {
  const conflicts = row.fields
    .filter((field) => field.is_conflict)
    .map(
      ({ name, before, after }) =>
        `conflict: ${path}: ${name} is ${JSON.stringify(before)} on the server, ${JSON.stringify(after)} here`,
    );
  return row.refusal ? [`refused: ${path}: ${describeRefusal(row.refusal, record)}`, ...conflicts] : conflicts;
}

function reportSchema({ path, isNew, entries, effects, problems }: SchemaCheck, say: Say): void {
  say(isNew ? `added: ${path}` : `changed: ${path} (${entries.join(', ')})`);
  for (const line of [...effects, ...problems]) say(`  ${line}`);
}
