import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type GameLanguage, gameLanguages } from '@quartermaster/contract/game-languages.ts';

/** The commands for content as files. */
export const contentCommands = ['pull', 'diff', 'push', 'types'] as const;
/** The name of one of them. */
export type ContentCommand = (typeof contentCommands)[number];

/** What a command works on. */
export interface ContentOptions {
  /** The server's origin, such as `https://content.example.com`. */
  server: string;
  instanceId: number;
  /** The secret of a token of the project. */
  token: string;
  /** The folder with the files. */
  folder: string;
  /** The templates that are meant, with their items; all, and the menu, if empty. */
  templates: string[];
  /** Pull: replaces files that were edited since the last pull. */
  force: boolean;
  /** Push: only checks. */
  dryRun: boolean;
  /** Push: leaves the changes for a person to apply. */
  propose: boolean;
  /** Types: the language, and the file to write; undefined for the terminal. */
  language: GameLanguage;
  out: string | undefined;
}

/** The exit status: done, differences found, something has to be decided, or the command could not run. */
export type ContentStatus = 0 | 1 | 2 | 3;

/** Prints a line. */
export type Say = (line: string) => void;

/** The name of the file that says where a folder's content is from. */
export const configFile = 'quartermaster.json';

export const contentUsage = `Usage: quartermaster pull|diff|push|types [TEMPLATE ...] [options]

Content of an instance as files: one for each template, each item, and the menu.

  pull     writes the server's content into the folder. Files that were edited since are kept, and named
  diff     lists what differs between the folder and the server
  push     checks all edited templates, items and the menu, and applies them if nothing is refused or in conflict: the
           items as one change for each template. Nothing that others have changed since the pull is overwritten.
           Templates and items are deleted in the console
  types    writes the types of the exported files for the game's code

  TEMPLATE            only these templates and their items, without the menu
  --folder FOLDER     where the files are (default: .)
  --server ORIGIN     the server, such as https://content.example.com (default: "server" in ${configFile})
  --instance ID       the instance (default: "instance" in ${configFile})
  --force             pull: replaces files that were edited, too
  --dry-run           push: only checks
  --propose           push: only checks, and prints where a person can review and apply the changes
  --language NAME     types: ${Object.keys(gameLanguages).join(', ')} (default: typescript)
  --out FILE          types: the file to write (default: the terminal)

The token of the project is read from the environment: QUARTERMASTER_TOKEN. pull, diff and types need its scope
"read"; push needs "write:dev" as well, or "propose" with --propose.

Exit status: 0 if done, or nothing differs; 1 if diff found differences; 2 if edited files were kept or not pushed, or
are in conflict or refused; 3 if the command could not run.`;

/** Invalid arguments of the command. */
export class ContentUsageError extends Error {}

/** Reads a command's arguments and the folder's configuration; null if help is wanted. */
export function readContentOptions(args: string[], env: Record<string, string | undefined>): ContentOptions | null {
  const { values, positionals } = parse(args);
  if (values.help) return null;
  const folder = resolve(values.folder);
  const config = readConfig(folder);
  const server = values.server ?? config.server;
  if (typeof server !== 'string' || !URL.canParse(server) || !/^https?:$/.test(new URL(server).protocol))
    throw new ContentUsageError(`Name the server: --server https://content.example.com, or "server" in ${configFile}.`);
  const instanceId = Number(values.instance ?? config.instance);
  if (!Number.isSafeInteger(instanceId) || instanceId < 1)
    throw new ContentUsageError(`Name the instance by its id: --instance 7, or "instance" in ${configFile}.`);
  const token = env.QUARTERMASTER_TOKEN;
  if (!token) throw new ContentUsageError('Set QUARTERMASTER_TOKEN to a token of the project.');
  if (!Object.hasOwn(gameLanguages, values.language))
    throw new ContentUsageError(`--language is one of ${Object.keys(gameLanguages).join(', ')}.`);
  return {
    server: new URL(server).origin,
    instanceId,
    token,
    folder,
    templates: positionals,
    force: values.force,
    dryRun: values['dry-run'],
    propose: values.propose,
    language: values.language as GameLanguage,
    out: values.out,
  };
}

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        folder: { ...text, default: '.' },
        server: text,
        instance: text,
        force: flag,
        'dry-run': flag,
        propose: flag,
        language: { ...text, default: 'typescript' },
        out: text,
        help: { ...flag, short: 'h' },
      },
    });
  } catch (error) {
    throw new ContentUsageError(error instanceof Error ? error.message : String(error));
  }
}

function readConfig(folder: string): { server?: unknown; instance?: unknown } {
  const path = join(folder, configFile);
  if (!existsSync(path)) return {};
  try {
    const config: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof config === 'object' && config !== null ? config : {};
  } catch {
    throw new ContentUsageError(`${path} is not well-formed JSON.`);
  }
}
