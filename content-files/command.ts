import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gameTypes } from '@quartermaster/contract/endpoints/game-types.ts';
import { type Difference, differenceOfSchema, differencesOf, newFiles } from './compare.ts';
import { type ContentOptions, type ContentStatus, readContentOptions, type Say } from './options.ts';
import { pull } from './pull.ts';
import { push } from './push.ts';
import { readMenu, readTemplate, type Source, templateIds } from './remote-content.ts';
import { localTemplateIds, readMenuFile } from './schema-files.ts';
import { CallFailed, createCalls } from './server-calls.ts';
import { type ContentCommand, usageOf } from './usage.ts';
import { ContentUsageError } from './usage-error.ts';

/** What a command needs of its surroundings. */
export interface Surroundings {
  say: Say;
  env: Record<string, string | undefined>;
  /** Node's own if omitted. */
  fetch?: typeof globalThis.fetch;
}

/** Runs `quartermaster pull`, `diff`, `push` or `types`. */
export async function runContentCommand(
  command: ContentCommand,
  args: string[],
  { say: print, env, fetch }: Surroundings,
): Promise<ContentStatus> {
  const say = (line: string) => print(printable(line));
  try {
    const options = readContentOptions(command, args, env);
    if (options === null) {
      say(usageOf(command));
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

const commands: Record<ContentCommand, (source: Source, options: ContentOptions, say: Say) => Promise<ContentStatus>> =
  {
    pull: async (source, options, say) => {
      const { written, removed, edited, unchanged } = await pull(source, options);
      for (const path of edited) say(`kept, as it was edited: ${path}`);
      say(`${written.length} written, ${removed.length} removed, ${unchanged} unchanged, ${edited.length} kept.`);
      if (edited.length === 0) return 0;
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
    push,
    types: async ({ calls, instanceId }, { language, out }, say) => {
      const text = await calls.text(gameTypes.get, { params: { instanceId, language } });
      if (out === undefined) say(text.trimEnd());
      else writeFileSync(resolve(out), text);
      return 0;
    },
  };

async function allDifferences(source: Source, { folder, templates }: ContentOptions): Promise<Difference[]> {
  const all: Difference[] = [];
  const local = localTemplateIds(folder);
  const ids = await templateIds(source, templates, local);
  for (const id of ids) all.push(...differencesOf(folder, await readTemplate(source, id)));
  const created = local.filter((id) => !ids.includes(id) && (templates.length === 0 || templates.includes(id)));
  for (const id of created) all.push(...newFiles(folder, id));
  return templates.length > 0 ? all : [...all, ...differenceOfSchema(await readMenu(source), readMenuFile(folder))];
}

/** Names of files and messages of servers could control the terminal otherwise. */
const printable = (line: string): string => line.replace(/(?!\n)\p{Cc}/gu, '?');

function messageOf(error: unknown): string {
  if (!(error instanceof CallFailed)) return error instanceof Error ? error.message : String(error);
  if (error.status === 401) return `QUARTERMASTER_TOKEN is wrong, or not valid any more: ${error.message}`;
  const fields = Object.entries(error.body?.fields ?? {}).map(([path, reason]) => `  ${path}: ${reason}`);
  return [error.message, ...fields].join('\n');
}
