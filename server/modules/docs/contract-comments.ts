import { api } from '@quartermaster/contract/endpoints/api.ts';
import { readProjectFile } from '../../core/environment/project-files.ts';
import { guides } from './guides.ts';

const folder = 'contract/endpoints';

/**
 * The comments above the resources and endpoints of the contract as Markdown, by their names in the API (`items`,
 * `items.save`). Without the sources there are none.
 */
export async function readContractComments(distDir: string): Promise<Map<string, string>> {
  const read = (name: string) => readProjectFile(distDir, folder, name).catch(() => '');
  const [list, door] = await Promise.all([read('api.ts'), read('door.ts')]);
  const files = new Map(
    [...list.matchAll(/^import \{ ([^}]+) \} from '\.\/([\w/-]+\.ts)';$/gm)].flatMap(([, names = '', file = '']) =>
      names.split(', ').map((name) => [name, file] as const),
    ),
  );
  const resources = [...list.matchAll(/\.\.\.entries\('(\w+)', (?:\{ \.\.\.)?(\w+)/g)];
  const comments = await Promise.all(
    resources.map(async ([, resource = '', exported = '']) => {
      const { comment, body } = findObject(await read(files.get(exported) ?? ''), `export const ${exported}\\b`);
      const shared = /\bdoor</.test(body) ? findObject(door, 'export interface Door\\b').body : '';
      const members = [...`${shared}\n${body}`.matchAll(memberComment)];
      return [
        [resource, comment] as const,
        ...members.map(([, text = '', name = '']) => [`${resource}.${name}`, text] as const),
      ];
    }),
  );
  return new Map(comments.flat().map(([name, comment]) => [name, toMarkdown(comment)]));
}

const memberComment = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n {2}(\w+): [Ee]ndpoint</g;

/** An exported object of a module, up to the line that closes it, and the comment above it. */
function findObject(source: string, declaration: string): { comment: string; body: string } {
  const object = new RegExp(
    `(?:/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\n)?(${declaration}(?:.*;(?=\\n)|[\\s\\S]*?\\n\\}))`,
  ).exec(source);
  return { comment: object?.[1] ?? '', body: object?.[2] ?? '' };
}

/** The text of a comment: links to calls lead to the page, those to other parts of the contract are left out. */
const toMarkdown = (comment: string): string =>
  comment
    .replaceAll(/(?:\s*\n\s*\*)+ ?/g, ' ')
    .trim()
    .replaceAll(/ ?\(\{@link\s+(\w+)\}\)/g, (link, name: string) => (isResource(name) ? link : ''))
    .replaceAll(/\{@link\s+([\w.]+)\}/g, '[`$1`](/docs#$1)')
    .replaceAll(/`:(\w+)`/g, '`{$1}`')
    .replaceAll(/docs\/([\w-]+)\.md(#[\w-]+)?/g, (path, name: string, anchor = '') =>
      Object.hasOwn(guides, name) ? `[${guides[name as keyof typeof guides].title}](/docs/${name}${anchor})` : path,
    );

const isResource = (name: string): boolean => api.some((entry) => entry.name.startsWith(`${name}.`));

/** Characters of a summary, above which it ends at the first semicolon. */
const longestSummary = 100;

/** The first sentence of a comment, without its links. */
export function summaryIn(comment: string): string {
  const sentence = /^.*?[.!?](?= [A-Z`0-9[]|$)/s.exec(comment)?.[0] ?? comment;
  const summary = sentence.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');
  return summary.length > longestSummary ? summary.replace(/;.*/s, '.') : summary;
}
