import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gameTypes } from '@quartermaster/contract/endpoints/game-types.ts';
import { type Difference, differenceOfFile, differencesOf } from './compare.ts';
import {
  type ContentCommand,
  type ContentOptions,
  ContentUsageError,
  contentUsage,
  readContentOptions,
} from './options.ts';
import { pull } from './pull.ts';
import { apply, type Checked, check, readEdited, refresh } from './push.ts';
import { readMenu, readTemplate, type Source, templateIds } from './remote-content.ts';
import { CallFailed, createCalls } from './server-calls.ts';

/** Done, differences found, something has to be decided, or the command could not run. */
type Status = 0 | 1 | 2 | 3;

/** What a command needs of its surroundings. */
export interface Surroundings {
  say: (line: string) => void;
  env: Record<string, string | undefined>;
  /** Node's own if omitted. */
  fetch?: typeof globalThis.fetch;
}

/** Runs `quartermaster pull`, `diff`, `push` or `types`. */
export async function runContentCommand(
  command: ContentCommand,
  args: string[],
  { say, env, fetch }: Surroundings,
): Promise<Status> {
  try {
    const options = readContentOptions(args, env);
    if (options === null) {
      say(contentUsage);
      return 0;
    }
    const source = { calls: createCalls({ ...options, fetch }), instanceId: options.instanceId };
    return await commands[command](source, options, say);
  } catch (error) {
    say(messageOf(error));
    if (error instanceof ContentUsageError) say(`quartermaster ${command} --help explains the options.`);
    return 3;
  }
}

const commands: Record<
  ContentCommand,
  (source: Source, options: ContentOptions, say: (line: string) => void) => Promise<Status>
> = {
  pull: async (source, options, say) => {
    const { written, removed, kept, unchanged } = await pull(source, options);
    for (const path of kept) say(`kept, as it was edited: ${path}`);
    say(`${written.length} written, ${removed.length} removed, ${unchanged} unchanged, ${kept.length} kept.`);
    if (kept.length === 0) return 0;
    say('Push the edited files, or replace them with --force.');
    return 2;
  },
  diff: async (source, options, say) => {
    const differences = await allDifferences(source, options);
    for (const { kind, path, fields } of differences)
      say(`${kind}: ${path}${fields && fields.length > 0 ? ` (${fields.join(', ')})` : ''}`);
    say(
      differences.length === 0
        ? 'Nothing differs.'
        : differences.length === 1
          ? '1 file differs.'
          : `${differences.length} files differ.`,
    );
    return differences.length === 0 ? 0 : 1;
  },
  push: async (source, options, say) => {
    const { dryRun, propose, folder } = options;
    const edited = await readEdited(source, options);
    // The only template needs no check before: the server applies all of an import or nothing.
    const applies = edited.length === 1 && !dryRun && !propose;
    const checks: { edited: (typeof edited)[number]; checked: Checked }[] = [];
    for (const one of edited) checks.push({ edited: one, checked: await check(source, one, options, { applies }) });
    for (const { checked } of checks) report(checked, say);
    if (checks.some(({ checked }) => checked.problems.length > 0)) {
      say('Nothing was changed. Pull, decide the conflicts in the files, and push again.');
      return 2;
    }
    const changes = checks.filter(({ checked: { counts } }) => counts.added + counts.changed > 0);
    if (changes.length === 0) say('Nothing to push.');
    else if (propose) for (const { checked } of changes) say(`Review and apply: ${checked.address}`);
    else if (dryRun) say('Nothing was changed: this was a dry run.');
    else {
      for (const one of changes) {
        if (!one.checked.isApplied) await apply(source, one.checked);
        await refresh(source, one.edited, folder);
      }
      say('Pushed.');
    }
    return 0;
  },
  types: async ({ calls, instanceId }, { language, out }, say) => {
    const text = await calls.text(gameTypes.get, { params: { instanceId, language } });
    if (out === undefined) say(text.trimEnd());
    else writeFileSync(resolve(out), text);
    return 0;
  },
};

async function allDifferences(source: Source, { folder, templates }: ContentOptions): Promise<Difference[]> {
  const all: Difference[] = [];
  for (const id of await templateIds(source, templates))
    all.push(...differencesOf(folder, await readTemplate(source, id)));
  return templates.length > 0 ? all : [...all, ...differenceOfFile(folder, await readMenu(source))];
}

function report({ templateId, counts, problems }: Checked, say: (line: string) => void): void {
  const { added, changed, conflict, refused } = counts;
  say(`${templateId}: ${added} added, ${changed} changed, ${conflict} in conflict, ${refused} refused`);
  for (const { path, row } of problems) {
    const fields = row.fields.filter((field) => field.is_conflict);
    if (row.refusal) say(`  refused: ${path}: ${row.refusal.reason}`);
    for (const { field_id, before, after } of fields)
      say(`  conflict: ${path}: ${field_id} is ${JSON.stringify(before)} on the server, ${JSON.stringify(after)} here`);
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof CallFailed)) return error instanceof Error ? error.message : String(error);
  if (error.status === 401) return `The server refused QUARTERMASTER_TOKEN: ${error.message}`;
  const fields = Object.entries(error.body?.fields ?? {}).map(([path, reason]) => `  ${path}: ${reason}`);
  return [error.message, ...fields].join('\n');
}
