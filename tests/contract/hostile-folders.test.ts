import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runContentCommand } from '../../content-files/command.ts';
import { type ContentCommand, contentCommands } from '../../content-files/usage.ts';
import { shows } from '../specification/shows.ts';

const trusted = 'https://content.example.com';
const token = `qm_${'s'.repeat(43)}`;
const secret = { _label: 'Secret', password: 'hush' };

/** A repository with a folder of content in it, beside files that are none of its business. */
function makeFolder() {
  const root = mkdtempSync(join(tmpdir(), 'hostile-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (path: string, content: unknown) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
  };
  const content = (path: string, value: unknown) => write(`repository/content/${path}`, value);
  write('outside/secret.json', secret);
  write('outside/folder/secret.json', secret);
  content('quartermaster.json', { instance: 7 });
  return {
    root,
    folder: join(root, 'repository/content'),
    content,
    config: (server: unknown) => content('quartermaster.json', { server, instance: 7 }),
    /** A link to what is outside, relative as in a repository. */
    link: (path: string, target: string) => {
      const place = join(root, 'repository/content', path);
      mkdirSync(dirname(place), { recursive: true });
      rmSync(place, { force: true });
      symlinkSync(join('../'.repeat(path.split('/').length + 1), 'outside', target), place);
    },
    pulled: (...paths: string[]) =>
      content('.quartermaster/pulled.json', Object.fromEntries(paths.map((path) => [path, 'x']))),
    outside: () =>
      readdirSync(join(root, 'outside'), { recursive: true, withFileTypes: true })
        .flatMap((entry) => (entry.isFile() ? join(entry.parentPath, entry.name) : []))
        .toSorted()
        .map((path) => [path.slice(root.length), readFileSync(path, 'utf8')]),
  };
}

interface Remote {
  templates?: unknown[];
  lines?: unknown[];
}

/** A server with one template and one item, which records what it is sent. */
function fakeServer({ templates = ['sword'], lines = [{ _id: 1, _version: 1, _label: 'Rusty' }] }: Remote = {}) {
  const requests: { url: string; body: string }[] = [];
  const answers: [RegExp, () => unknown][] = [
    [/\/templates$/, () => ({ templates: templates.map((id) => ({ id })) })],
    [/\/templates\/[^/]+$/, () => ({ id: 'sword', header: { label: 'Sword', version: 1 }, fields: [] })],
    [/\/menu$/, () => ({ menu: [], version: '1' })],
  ];
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = String(input);
    requests.push({ url, body: String(init?.body ?? '') });
    if (url.endsWith('/export')) return new Response(lines.map((line) => JSON.stringify(line)).join('\n'));
    const answer = answers.find(([pattern]) => pattern.test(url))?.[1];
    return answer ? Response.json(answer()) : Response.json({ message: 'None' }, { status: 404 });
  };
  return { requests, fetch };
}

type Folder = ReturnType<typeof makeFolder>;

async function run(
  { folder }: Folder,
  command: ContentCommand,
  {
    args = [],
    env = {},
    remote = fakeServer(),
  }: { args?: string[]; env?: object; remote?: ReturnType<typeof fakeServer> },
) {
  const lines: string[] = [];
  const surroundings = {
    say: (line: string) => lines.push(line),
    env: { QUARTERMASTER_SERVER: trusted, QUARTERMASTER_TOKEN: token, ...env },
    fetch: remote.fetch,
  };
  const status = await runContentCommand(command, ['--folder', folder, ...args], surroundings);
  expect(lines.join('\n')).not.toContain('sssss');
  return { status, lines, requests: remote.requests };
}

const noServer = { QUARTERMASTER_SERVER: undefined };
const hostile: [string, ContentCommand, (folder: Folder) => void, object?][] = [
  ['the only server', 'pull', ({ config }) => config('https://evil.example'), noServer],
  ['another server', 'push', ({ config }) => config('https://evil.example')],
  ['the server without encryption', 'pull', ({ config }) => config('http://content.example.com')],
  ['a server with the name of the right one as its user', 'pull', ({ config }) => config(`${trusted}@evil.example`)],
  ['a server with a longer name', 'diff', ({ config }) => config(`${trusted}.evil.example`)],
  ['a server that is no text', 'pull', ({ config }) => config([trusted])],
  ['a linked configuration', 'pull', ({ link }) => link('quartermaster.json', 'secret.json')],
  ['a pulled file above', 'pull', ({ pulled }) => pulled('../../outside/secret.json')],
  [
    'a pulled file above, as of a template',
    'pull',
    ({ pulled }) => pulled('items/gone/../../../../outside/secret.json'),
  ],
  ['a pulled file from the root', 'pull', ({ pulled, root }) => pulled(`${root}/outside/secret.json`)],
  [
    'a pulled file above, for Windows',
    'pull',
    ({ pulled }) => pulled('items/gone/..\\..\\..\\..\\outside\\secret.json'),
  ],
  ['a pulled file that is no content', 'pull', ({ pulled }) => pulled('templates/gone.json', 'package.json')],
  ['a linked state', 'pull', ({ link }) => link('.quartermaster', 'folder')],
  ['a linked file of the state', 'pull', ({ link }) => link('.quartermaster/.gitignore', 'secret.json')],
  ['linked templates', 'push', ({ link }) => link('templates', 'folder')],
  ['linked items', 'push', ({ link }) => link('items', 'folder')],
  ['linked items of a template', 'pull', ({ link }) => link('items/sword', 'folder')],
  ['a linked item', 'push', ({ link }) => link('items/sword/rusty.json', 'secret.json')],
  ['a linked template', 'pull', ({ link }) => link('templates/sword.json', 'secret.json')],
  ['a linked menu', 'push', ({ link }) => link('menu.json', 'secret.json')],
  ['a link to a file that is not there yet', 'pull', ({ link }) => link('items/sword/1.json', 'new.json')],
  [
    'a pipe in place of an item',
    'push',
    ({ content, folder }) => {
      content('items/sword/rusty.json', {});
      rmSync(join(folder, 'items/sword/rusty.json'));
      execFileSync('mkfifo', [join(folder, 'items/sword/rusty.json')]);
    },
  ],
  ['a template with a path as its name', 'diff', ({ content }) => content('templates/..\\..\\x.json', {})],
];

test.each(hostile)('a folder with %s is refused', async (_name, command, plant, env) => {
  shows('4.files.hostile');
  const folder = makeFolder();
  plant(folder);
  const before = folder.outside();
  const { status, requests } = await run(folder, command, { env: env ?? {} });
  expect(status).toBe(3);
  expect(folder.outside()).toEqual(before);
  for (const { url, body } of requests)
    expect([new URL(url).origin, body]).toEqual([trusted, expect.not.stringContaining('hush')]);
});

const item = { _version: 1, _label: 'Rusty' };
test.each<[string, Remote]>([
  ['a template above', { templates: ['../../victim'] }],
  ['a template above, for Windows', { templates: ['..\\victim'] }],
  ['a template that is no text', { templates: [{ toString: 1 }] }],
  ['a path as the id of an item', { lines: [{ _id: '../../victim', ...item }] }],
  ['an item without a whole number', { lines: [{ _id: 0.5, ...item }] }],
])('a server with %s is refused', async (_name, remote) => {
  shows('4.files.hostile');
  const folder = makeFolder();
  const { status } = await run(folder, 'pull', { remote: fakeServer(remote) });
  expect(status).toBe(3);
  expect(readdirSync(folder.folder)).toEqual(['quartermaster.json']);
});

test('an ordinary folder is pulled, from the server of the environment', async () => {
  shows('4.files.server');
  const folder = makeFolder();
  folder.config(`${trusted}/`);
  const { status, requests } = await run(folder, 'pull', {});
  expect([status, readdirSync(folder.folder).toSorted()]).toEqual([
    0,
    ['.quartermaster', 'items', 'menu.json', 'quartermaster.json', 'templates'],
  ]);
  expect(new Set(requests.map(({ url }) => new URL(url).origin))).toEqual(new Set([trusted]));
});

test.each([
  ['http://content.example.com', 3],
  ['http://localhost.evil.example', 3],
  ['http://127.0.0.1.evil.example', 3],
  ['http://evil.example/127.0.0.1', 3],
  ['ftp://content.example.com', 3],
  ['content.example.com', 3],
  ['http://localhost:4400', 0],
  ['http://127.0.0.1:4400', 0],
  ['http://[::1]:4400', 0],
])('the token is only sent with encryption, or within this machine: %s', async (server, expected) => {
  shows('4.files.server');
  for (const how of [{ env: { QUARTERMASTER_SERVER: server } }, { args: ['--server', server] }]) {
    const { status, requests } = await run(makeFolder(), 'diff', { ...how });
    expect([requests.length > 0, status === 3]).toEqual([expected !== 3, expected === 3]);
  }
});

test.each(['wrong', `${token}\n${token}`, 'qm_ü'])(
  'what is no token is said so before it is sent: %j',
  async (value) => {
    shows('4.files.status');
    const { status, lines, requests } = await run(makeFolder(), 'pull', { env: { QUARTERMASTER_TOKEN: value } });
    expect([status, lines[0], requests]).toEqual([
      3,
      expect.stringMatching(/^QUARTERMASTER_TOKEN is not a token of a project/),
      [],
    ]);
  },
);

test.each(contentCommands)('%s --help shows its own options, and others are refused', async (command) => {
  shows('4.files.help');
  const { status, lines } = await run(makeFolder(), command, { args: ['--help'] });
  const [help = ''] = lines;
  expect([status, help]).toEqual([0, expect.stringMatching(new RegExp(`^Usage: quartermaster ${command} `))]);
  for (const option of ['--force', '--dry-run', '--propose', '--language', '--out']) {
    if (help.includes(`  ${option} `)) continue;
    const refused = await run(makeFolder(), command, {
      args: option.length > 9 || option === '--out' ? [`${option}=typescript`] : [option],
    });
    expect(refused.status).toBe(3);
  }
});

test('control characters of names are not printed', async () => {
  shows('4.files.status');
  const folder = makeFolder();
  folder.content('items/sword/clear\u001b[2J.json', '{');
  const { status, lines } = await run(folder, 'diff', {});
  expect([status, lines.join('\n')]).toEqual([3, expect.not.stringContaining('\u001b')]);
});
