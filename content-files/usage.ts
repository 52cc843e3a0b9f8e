import { gameLanguages } from '@quartermaster/contract/game-languages.ts';

/** The commands for content as files. */
export const contentCommands = ['pull', 'diff', 'push', 'types'] as const;
/** The name of one of them. */
export type ContentCommand = (typeof contentCommands)[number];

/** The name of the file that says which instance a folder's content is from. */
export const configFile = 'quartermaster.json';

const optionLines = {
  folder: '--folder FOLDER     where the files are (default: .)',
  server: '--server ORIGIN     the server, such as https://content.example.com (default: $QUARTERMASTER_SERVER)',
  instance: `--instance ID       the instance (default: "instance" in ${configFile})`,
  force: '--force             replaces files that were edited, too',
  'dry-run': '--dry-run           only checks',
  propose: '--propose           only checks, and prints where a person can review and apply the changes',
  language: `--language NAME     ${Object.keys(gameLanguages).join(', ')} (default: typescript)`,
  out: '--out FILE          the file to write (default: the terminal)',
};

/** The name of an option. */
export type OptionName = keyof typeof optionLines;

interface CommandUsage {
  says: string[];
  takesTemplates: boolean;
  options: OptionName[];
  scopes: string;
  status: string[];
}

const common = ['folder', 'server', 'instance'] as const;

const usages: Record<ContentCommand, CommandUsage> = {
  pull: {
    says: ["writes the server's content into the folder. Files that were edited since are kept, and named"],
    takesTemplates: true,
    options: [...common, 'force'],
    scopes: '"read"',
    status: ['0 if done', '2 if edited files were kept'],
  },
  diff: {
    says: ['lists what differs between the folder and the server'],
    takesTemplates: true,
    options: [...common],
    scopes: '"read"',
    status: ['0 if nothing differs', '1 if something does'],
  },
  push: {
    says: [
      'checks all edited templates, items and the menu, and applies them if nothing is refused or in conflict: the',
      'items as one change for each template. Nothing that others have changed since the pull is overwritten.',
      'Templates and items are deleted in the console',
    ],
    takesTemplates: true,
    options: [...common, 'dry-run', 'propose'],
    scopes: '"read" and "write:dev", or "propose" with --propose',
    status: ['0 if done', '2 if edited files were not pushed, or are in conflict or refused'],
  },
  types: {
    says: ["writes the types of the exported files for the game's code"],
    takesTemplates: false,
    options: [...common, 'language', 'out'],
    scopes: '"read"',
    status: ['0 if done'],
  },
};

/** The options that a command has. */
export const optionsOf = (command: ContentCommand): readonly OptionName[] => usages[command].options;

/** The help of one command. */
export function usageOf(command: ContentCommand): string {
  const { says, takesTemplates, options, scopes, status } = usages[command];
  return [
    `Usage: quartermaster ${command} ${takesTemplates ? '[TEMPLATE ...] ' : ''}[options]`,
    '',
    capitalized(says).join('\n'),
    '',
    ...(takesTemplates ? ['  TEMPLATE            only these templates and their items, without the menu'] : []),
    ...options.map((name) => `  ${optionLines[name]}`),
    '',
    `The token of the project is read from the environment, QUARTERMASTER_TOKEN. It needs the scope ${scopes}.`,
    `Exit status: ${status.join('; ')}; 3 if the command could not run.`,
  ].join('\n');
}

const capitalized = ([first = '', ...rest]: string[]): string[] => [
  first.charAt(0).toUpperCase() + first.slice(1),
  ...rest,
];

/** The help of all commands. */
export const contentUsage = [
  'Usage: quartermaster pull|diff|push|types [TEMPLATE ...] [options]',
  '',
  'Content of an instance as files: one for each template, each item, and the menu.',
  '',
  ...contentCommands.map((command) => `  ${command.padEnd(9)}${usages[command].says.join(`\n${' '.repeat(11)}`)}`),
  '',
  'The server and the token of the project are read from the environment: QUARTERMASTER_SERVER, QUARTERMASTER_TOKEN.',
  'quartermaster COMMAND --help explains the options of a command.',
].join('\n');
