import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type GameLanguage, gameLanguages } from '@quartermaster/contract/game-languages.ts';
import { parseObject, readText } from './read-file.ts';
import { type ContentCommand, configFile, optionsOf } from './usage.ts';
import { ContentUsageError } from './usage-error.ts';

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

type Variables = Record<string, string | undefined>;

/** Reads a command's arguments, the environment and the folder's configuration; null if help is wanted. */
export function readContentOptions(command: ContentCommand, args: string[], env: Variables): ContentOptions | null {
  const { values, positionals } = parse(command, args);
  if (values.help) return null;
  const folder = resolve(values.folder);
  const config = parseObject(configFile, readText(folder, configFile) ?? '{}');
  const server = trustedServer(values.server, config.server, env);
  const instanceId = Number(values.instance ?? config.instance);
  if (!Number.isSafeInteger(instanceId) || instanceId < 1)
    throw new ContentUsageError(`Name the instance by its id: --instance 7, or "instance" in ${configFile}.`);
  if (!Object.hasOwn(gameLanguages, values.language))
    throw new ContentUsageError(`--language is one of ${Object.keys(gameLanguages).join(', ')}.`);
  return {
    server,
    instanceId,
    token: readToken(env),
    folder,
    templates: positionals,
    force: values.force,
    dryRun: values['dry-run'],
    propose: values.propose,
    language: values.language as GameLanguage,
    out: values.out,
  };
}

/**
 * The server that the token is sent to. The folder's file never names it: whoever can change that file, such as in a pull request, would
 * get the token.
 */
function trustedServer(option: string | undefined, inFolder: unknown, env: Variables): string {
  const server = option ?? env.QUARTERMASTER_SERVER?.trim();
  if (server === undefined || server === '') {
    const reason =
      inFolder === undefined ? '' : ` "server" in ${configFile} alone does not decide where the token goes.`;
    throw new ContentUsageError(
      `Name the server: QUARTERMASTER_SERVER in the environment, or --server https://content.example.com.${reason}`,
    );
  }
  const url = URL.canParse(server) ? new URL(server) : undefined;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new ContentUsageError(
      `${JSON.stringify(server)} is no address of a server, such as https://content.example.com.`,
    );
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new ContentUsageError(`The token would be readable on its way to ${url.origin}. Use https.`);
  if (inFolder !== undefined && !isSameServer(inFolder, url))
    throw new ContentUsageError(
      `"server" in ${configFile} is ${JSON.stringify(inFolder)}, and not ${url.origin}. Correct the one that is wrong.`,
    );
  return url.origin;
}

const isSameServer = (inFolder: unknown, { origin }: URL): boolean =>
  typeof inFolder === 'string' && URL.canParse(inFolder) && new URL(inFolder).origin === origin;

/** Names such as `x.localhost` are left to the resolver, which can lead elsewhere. */
const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);

/** The prefix of the secrets of all tokens of projects. */
const prefix = 'qm_';

function readToken({ QUARTERMASTER_TOKEN }: Variables): string {
  const token = QUARTERMASTER_TOKEN?.trim();
  if (!token) throw new ContentUsageError('Set QUARTERMASTER_TOKEN to a token of the project.');
  // Checked here, as the error of a header that cannot be sent would show the secret.
  if (!token.startsWith(prefix) || !/^[\w-]+$/.test(token))
    throw new ContentUsageError(
      `QUARTERMASTER_TOKEN is not a token of a project: those begin with ${prefix}, and have letters, digits, - and _ only.`,
    );
  return token;
}

function parse(command: ContentCommand, args: string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  try {
    const parsed = parseArgs({
      args,
      allowPositionals: true,
      tokens: true,
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
    const names: readonly string[] = [...optionsOf(command), 'help'];
    const other = parsed.tokens.find((token) => token.kind === 'option' && !names.includes(token.name));
    if (other?.kind === 'option') throw new Error(`${command} has no option ${other.rawName}.`);
    return parsed;
  } catch (error) {
    throw new ContentUsageError(error instanceof Error ? error.message : String(error));
  }
}
