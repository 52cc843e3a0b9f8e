import type { ContentOptions, Say } from './options.ts';
import { apply, type CheckedItems, check, type EditedItems, readEdited, refresh } from './push-items.ts';
import { checkSchema, readEditedSchema, type SchemaCheck, saveSchema } from './push-schema.ts';
import type { Source } from './remote-content.ts';

/** The edited items of a template, with what the server says of them. */
interface Check {
  edited: EditedItems;
  checked: CheckedItems;
}

/** Checks what was edited, and saves it if nothing is refused or in conflict. Returns the exit status. */
export async function push(source: Source, options: ContentOptions, say: Say): Promise<0 | 2> {
  return options.propose ? propose(source, options, say) : checkAndSave(source, options, say);
}

/** Leaves the items to a person. */
async function propose(source: Source, options: ContentOptions, say: Say): Promise<0 | 2> {
  const checks = await checkAll(source, await readEdited(source, options), options, say);
  if (hasProblems(checks)) return nothingChanged(say);
  const changes = checks.filter(isChange);
  for (const { checked } of changes) say(`Review and apply: ${checked.address}`);
  const { templates, menu } = await readEditedSchema(source, options);
  const left = [...templates, ...(menu ? [menu] : [])];
  for (const { file } of left) say(`not proposed: ${file.path}: push it with the scope write:dev`);
  if (changes.length + left.length === 0) say('Nothing to push.');
  return left.length > 0 ? 2 : 0;
}

async function checkAndSave(source: Source, options: ContentOptions, say: Say): Promise<0 | 2> {
  const schema = await readEditedSchema(source, options);
  const schemaChecks = await checkSchema(source, schema);
  for (const one of schemaChecks) reportSchema(one, say);
  const changing = new Set(schema.templates.map(({ file }) => file.content.id));
  // The server checks items by the template that it has.
  const [now, later] = [(id: string) => !changing.has(id), (id: string) => changing.has(id)];
  const edited = await readEdited(source, options, now);
  // One template alone needs no check before: the server applies all of an import or nothing.
  const applies = edited.length === 1 && schemaChecks.length === 0 && !options.dryRun;
  const checks = await checkAll(source, edited, options, say, { applies });
  if (schemaChecks.some(({ problems }) => problems.length > 0) || hasProblems(checks)) return nothingChanged(say);
  const changes = checks.filter(isChange);
  if (changes.length + schemaChecks.length === 0) {
    say('Nothing to push.');
    return 0;
  }
  if (options.dryRun) {
    for (const id of changing) say(`${id}: edited items are checked when the template has been pushed`);
    say('Nothing was changed: this was a dry run.');
    return 0;
  }
  const refusals = await saveSchema(source, schema, options.folder);
  for (const refusal of refusals) say(`  ${refusal}`);
  if (refusals.length > 0) return pushedInPart(say);
  await applyAll(source, changes, options.folder);
  const rest = changing.size > 0 ? await readEdited(source, options, later) : [];
  const restChecks = await checkAll(source, rest, options, say);
  if (hasProblems(restChecks)) return pushedInPart(say);
  await applyAll(source, restChecks.filter(isChange), options.folder);
  say('Pushed.');
  return 0;
}

function nothingChanged(say: Say): 2 {
  say('Nothing was changed. Pull, decide the conflicts in the files, and push again.');
  return 2;
}

function pushedInPart(say: Say): 2 {
  say('What is listed before was pushed. Pull, decide the rest in the files, and push again.');
  return 2;
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

async function applyAll(source: Source, changes: readonly Check[], folder: string): Promise<void> {
  for (const { edited, checked } of changes) {
    if (!checked.isApplied) await apply(source, checked);
    await refresh(source, edited, folder);
  }
}

function report({ templateId, counts, problems }: CheckedItems, say: Say): void {
  const { added, changed, conflict, refused } = counts;
  say(`${templateId}: ${added} added, ${changed} changed, ${conflict} in conflict, ${refused} refused`);
  for (const { path, row } of problems) {
    const fields = row.fields.filter((field) => field.is_conflict);
    if (row.refusal) say(`  refused: ${path}: ${row.refusal.reason}`);
    for (const { field_id, before, after } of fields)
      say(`  conflict: ${path}: ${field_id} is ${JSON.stringify(before)} on the server, ${JSON.stringify(after)} here`);
  }
}

function reportSchema({ path, isNew, entries, effects, problems }: SchemaCheck, say: Say): void {
  say(isNew ? `added: ${path}` : `changed: ${path} (${entries.join(', ')})`);
  for (const line of [...effects, ...problems]) say(`  ${line}`);
}
