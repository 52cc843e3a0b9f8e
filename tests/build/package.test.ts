import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createServer } from 'vite';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { EmbedManifest } from '../../build/embed-manifest.ts';
import { listFiles } from '../../scripts/building/stamp.mjs';
import { root } from '../../scripts/processes.mjs';
import { shows } from '../specification/shows.ts';
import { examplesIn } from '../support/examples.ts';
import { timeout } from '../support/timeout.ts';
import { unpackPackage } from '../support/unpacked-package.ts';

const { folder, installed } = unpackPackage();
afterAll(() => rmSync(folder, { recursive: true }));

const read = (name: string) => readFileSync(join(installed, name), 'utf8');
const manifestOf = (variant: string): EmbedManifest => JSON.parse(read(`${variant}embed-manifest.json`));

test('the package has both modules with their types and manifests, the command, a README and the licence, and nothing else', () => {
  const ofModule = (variant: string) => {
    const own = ['embed-manifest.json', 'quartermaster.d.ts', ...Object.keys(manifestOf(variant).integrity)];
    return own.map((name) => variant + name);
  };
  const expected = [
    'package.json',
    'README.md',
    'LICENSE',
    'quartermaster-command.js',
    'extensions/frame.js',
    'testing/main.js',
    'testing/main.d.ts',
    ...['element', 'keep-mounted', 'part-lifecycles', 'react'].flatMap((name) => [
      `components/${name}.js`,
      `components/${name}.d.ts`,
    ]),
    ...ofModule(''),
    ...ofModule('shared/'),
  ];
  expect(listFiles(installed, ['.']).map((path) => path.replace('./', ''))).toEqual(
    expected.map((path) => path.replace('./', '')).sort(),
  );
  expect(expected.filter((path) => /^(?:shared\/)?quartermaster\.js$/.test(path))).toHaveLength(2);
});

test.each(['', 'shared/'])('each file of the module %s has the hash in its manifest', (variant) => {
  const { integrity } = manifestOf(variant);
  expect(Object.keys(integrity).length).toBeGreaterThan(50);
  for (const [name, hash] of Object.entries(integrity)) {
    const content = readFileSync(join(installed, variant, name));
    expect(`sha384-${createHash('sha384').update(content).digest('base64')}`).toBe(hash);
  }
});

test('the package, its manifests and its modules are of the same release', async () => {
  const { name, version } = JSON.parse(read('package.json')) as { name: string; version: string };
  expect(name).toBe('@quartermaster/console');
  const { release } = manifestOf('').contract;
  expect(release.version).toBe(version);
  expect(release.id).toMatch(new RegExp(`^${version}-[0-9a-f]{12}$`));
  expect(manifestOf('shared/').contract.release).toEqual(release);
  for (const variant of ['', 'shared/']) expect(read(`${variant}quartermaster.js`)).toContain(release.id);
});

test('the module can be imported without a page, as by a server that renders portals', async () => {
  const address = JSON.stringify(join(installed, 'quartermaster.js'));
  const { output } = await run([
    '--input-type=module',
    '--eval',
    `console.log(Object.keys(await import(${address})).join())`,
  ]);
  expect(output).toBe('bootstrap,contract,mount,mountPart,unload,unmount,update\n');
});

test('the command prints its help, and names its missing dependencies', async () => {
  const command = join(installed, 'quartermaster-command.js');
  const usage = await run([command, '--help']);
  expect(usage.output).toContain('quartermaster verify-embed');
  const missing = await run([command, 'verify-embed', 'http://localhost:9/', '--leave', '/']);
  expect(missing).toMatchObject({ code: 2, output: expect.stringContaining('npm install --save-dev playwright-core') });
});

/** A file of a host, which uses everything that the types offer. */
const host = `
import { contract, mount, unmount, update, type HostEvent, type HostProps } from '@quartermaster/console';
import * as shared from '@quartermaster/console/shared';
import { demo, openTestConsole } from '@quartermaster/console/testing';

const onEvent = (event: HostEvent) => {
  if (event.type === 'error') report(event.phase, event.fatal, event.id, event.message);
  if (event.type === 'breadcrumb') for (const { label, to } of event.crumbs) report(label, to);
};
const report = (...parts: (string | boolean)[]) => console.log(...parts);
const props: HostProps = {
  contractVersion: contract.version,
  domElement: document.body,
  basename: '/content',
  colorScheme: 'dark',
  getAccessToken: async (reason) => reason,
  onEvent,
};
if (contract.supports.includes(1) && contract.features.includes('shown')) await mount(props);
await update({ domElement: document.body, colorScheme: undefined });
await unmount({ domElement: document.body });
await shared.mount(props);
const server = openTestConsole({ answers: { ...demo, 'accounts.get': ({ name }) => ({ id: 1, name, email: '' }) } });
await server.mount(shared, server.props).then(({ shown }) => shown());
const commit: string | null = contract.release.commit;
report(contract.release.version, commit ?? '', String(contract.limits.mount));
`;

const mistakes = [
  ["basename: '/content'", 'basename: 7', "Type 'number' is not assignable to type 'string'"],
  ["colorScheme: 'dark'", "colorScheme: 'blue'", `Type '"blue"' is not assignable`],
  ['basename:', 'baseName:', "'baseName' does not exist in type 'HostProps'"],
  ["event.type === 'breadcrumb'", "event.type === 'crumbs'", 'no overlap'],
  ['event.fatal', 'event.isFatal', "Property 'isFatal' does not exist"],
  ["name, email: ''", 'name', "is not assignable to type 'Answer<{ id: number; name: string; email: string; }>"],
  ['contract.limits.mount', 'contract.limits.mounted', "Property 'mounted' does not exist"],
] as const;

/** A page of a host in React, with the element and all of its attributes. */
const page = `
import '@quartermaster/console/element';
import { QuartermasterConsole } from '@quartermaster/console/react';
import { useRef } from 'react';

export function Page() {
  const element = useRef(null);
  const props = { getAccessToken: async () => 'token', chrome: { header: false } };
  return (
    <main>
      <quartermaster-console
        ref={element}
        key="console"
        id="console"
        className="content"
        src="/quartermaster.js"
        basename="/content"
        api-base="https://console.example.com"
        routing="memory"
        color-scheme="dark"
        active-instance-id={1}
        contract-version="1"
        name="console"
        props={props}
        onquartermaster={({ detail }) => detail.type === 'error' && console.log(detail.phase)}
      />
      <QuartermasterConsole src="/quartermaster.js" basename="/content" fallback={<p>Later</p>} />
    </main>
  );
}
`;

const mistakesInPage = [
  ['src="/quartermaster.js"', '', "Property 'src' is missing"],
  ['color-scheme="dark"', 'color-scheme="blue"', `Type '"blue"' is not assignable`],
  ['api-base', 'apiBase', "Property 'apiBase' does not exist"],
  ['detail.phase', 'detail.place', "Property 'place' does not exist"],
] as const;

/** What the examples leave to their portals. */
const portals = `
  declare const isDark: boolean, path: string, domElement: HTMLElement;
  declare const track: (event: unknown) => void, report: typeof track, federation: (options: object) => void;
  declare const lazy: typeof import('react').lazy, Suspense: typeof import('react').Suspense;
  declare const Level: import('react').ComponentType;
  declare const Route: import('react').ComponentType<{ path: string; element: import('react').ReactNode }>;
  declare module 'next/dynamic' {
    export default function dynamic<Part>(load: () => Promise<{ default: Part }>, options: { ssr: boolean }): Part;
  }
  declare module 'content/Console' {
    const Console: import('react').ComponentType;
    export default Console;
  }
  declare module '@backstage/core-components' {
    export const Page: import('react').ComponentType<{ themeId: string; children: import('react').ReactNode }>;
    export const Content: import('react').ComponentType<{ noPadding?: boolean; children: import('react').ReactNode }>;
    export const InfoCard: import('react').ComponentType<{ title: string; children: import('react').ReactNode }>;
  }`;

/** The examples of portals with a bundler, at the places that their first lines name, and those of calls. */
function documentedModules(): Record<string, string> {
  const embedding = examplesIn('docs/embedding.md');
  const all: string[] = [];
  for (const language of ['jsx', 'tsx']) while (embedding.has(language)) all.push(embedding.take(language));
  all.push(embedding.take('js', 'federation('), embedding.take('ts'), examplesIn('package/README.md').take('ts'));
  all.push(embedding.take('js', "await mount({ domElement, basename: '/content' });"));
  all.push(embedding.take('js', "mountPart('item-form'"));
  for (const props of ['only:', 'theme:']) all.push(embedding.take('js', props));
  const modules = all.map((text, index) => {
    const [, place = `document-${index}.jsx`] = /^\/\/ (\S+\.jsx)\n/.exec(text) ?? [];
    const needed = Object.entries({
      QuartermasterConsole: '/react',
      QuartermasterPart: '/react',
      mount: '',
      mountPart: '',
      update: '',
    }).flatMap(([name, of]) =>
      new RegExp(`\\b${name}[( \n]`).test(text) && !new RegExp(`[{,] ${name}\\b.*(?:from|=) `).test(text)
        ? `import { ${name} } from '@quartermaster/console${of}';`
        : [],
    );
    const own = text.replaceAll("https://console.example.com/plugin/quartermaster.js')", "@quartermaster/console')");
    return [`documents/${place.replace('jsx', 'tsx')}`, `${[...needed, own].join('\n')}\nexport {};\n`];
  });
  const declared = embedding.take('ts', 'declare module');
  const address = /'(.*)'/.exec(declared)?.[1];
  return {
    'documents/portals.d.ts': portals,
    'documents/console.d.ts': declared,
    // An unknown module would be an error, and one without types not the expected one.
    'documents/by-address.ts': `import { mountPart } from '${address}';\n// @ts-expect-error\nexport const part: string = mountPart;\n`,
    ...Object.fromEntries(modules),
  };
}

/** The problems of all files below, compiled at once: the types of the package take longest. */
let problems: string[];
beforeAll(async () => {
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  mkdirSync(join(folder, 'node_modules/@tanstack'));
  for (const name of ['@types/react', 'react-router-dom', '@tanstack/react-router'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  const hosts = mistakes.map(([right, wrong], index) => [`mistake${index}.ts`, host.replace(right, wrong)]);
  const pages = mistakesInPage.map(([right, wrong], index) => [`mistake-page${index}.tsx`, page.replace(right, wrong)]);
  const { output } = await compile({
    'host.ts': host,
    'page.tsx': page,
    'document.ts': documented(),
    ...documentedModules(),
    ...Object.fromEntries([...hosts, ...pages]),
  });
  // The lines that explain a problem are indented.
  problems = output.split(/\n(?=\S)/).filter(Boolean);
});
const isOfMistake = (line: string) => line.startsWith('mistake');
const isOfDocument = (line: string) => line.startsWith('document');

test('the types compile by themselves in a strict host, whichever way it resolves packages', async () => {
  expect(problems.filter((line) => !isOfMistake(line) && !isOfDocument(line))).toEqual([]);
  // Also without React, whose types the element's own extend.
  rmSync(join(folder, 'node_modules/@types/react'));
  const withElement = `${host}import '@quartermaster/console/element';\n`;
  expect(await compile({ 'host.ts': withElement }, 'nodenext')).toEqual({ code: 0, output: '' });
});

test('a page in React that uses the element wrongly does not compile', () => {
  shows('4.host.components.types');
  for (const [index, [right, , problem]] of mistakesInPage.entries()) {
    expect(page).toContain(right);
    const reported = problems.filter((line) => line.startsWith(`mistake-page${index}.tsx`));
    expect(reported.join('\n')).toContain(problem);
  }
});

test('a host that uses a wrong name or type does not compile', () => {
  for (const [index, [right, , problem]] of mistakes.entries()) {
    expect(host).toContain(right);
    const reported = problems.filter((line) => line.startsWith(`mistake${index}.ts`));
    expect(reported.join('\n')).toContain(problem);
  }
});

/** A host's test whose answers lack a required one, and contain one that does not match the API. */
const unanswered = `
import * as quartermaster from '@quartermaster/console';
import { demo, openTestConsole } from '@quartermaster/console/testing';
import { expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: ${5 * timeout} });

test('a call without an answer', async () => {
  const server = openTestConsole({ answers: { ...demo, 'menu.list': undefined, 'accounts.get': { id: 'one' } } });
  history.replaceState(null, '', '/instance/1/templates/weapon/items');
  const { shown } = await server.mount(quartermaster);
  await expect(shown()).rejects.toThrow(/menu.list|accounts.get/);
  const missing = 'The console called menu.list (GET /v1/editor/1/menu), and the test has no answer to it. Add "menu.list"';
  for (const call of ['menu.list', 'accounts.get']) {
    await expect.poll(() => server.calls.map(({ name }) => name), { timeout: ${timeout} }).toContain(call);
  }
  const problem = await server.close().catch((error) => error.message);
  expect(problem).toContain(missing);
  expect(problem).toContain("The test's answer to accounts.get is not one of the API: ");
  // Once: a hook that closes it again would hide the first report.
  await server.close();
  expect(document.body.childElementCount).toBe(0);
  expect(typeof ResizeObserver).toBe('undefined');
  expect(document.documentElement.clientWidth).toBe(0);
});
`;

test('the documented fake shell runs in Vitest with jsdom and happy-dom, and a call without an answer fails', async () => {
  shows('4.host.testing.shell', '4.host.testing.unanswered');
  const modules = join(folder, 'node_modules');
  for (const name of ['single-spa', 'vitest']) symlinkSync(join(root, 'node_modules', name), join(modules, name));
  const [, shell = ''] = /## Testing your page[\s\S]*?```js\n([\s\S]+?)```/.exec(document) ?? [];
  const write = (name: string, environment: string, code: string) =>
    writeFileSync(join(folder, `${name}.test.js`), `// @vitest-environment ${environment}\n${code}`);
  for (const environment of ['jsdom', 'happy-dom']) write(environment, environment, shell);
  write('unanswered', 'jsdom', unanswered);
  // Vitest's limits are 5 s for a test and 1 s for a poll; these are theirs on a machine that is 50 times slower.
  const limits = ['--testTimeout', '100', '--expect.poll.timeout', '20'];
  const vitest = [join(modules, 'vitest/vitest.mjs'), 'run', '--maxWorkers', '1', ...limits];
  const { code, output } = await run([
    ...vitest,
    '--reporter',
    'default',
    '--reporter',
    'json',
    '--outputFile',
    'report.json',
  ]);
  expect(code, output).toBe(0);
  expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toMatchObject({
    numPassedTests: 5,
    numTotalTests: 5,
  });
});

const document = readFileSync(join(root, 'docs/embedding.md'), 'utf8');
/** The rows of a section's table, by the names in their first cells. */
const namesIn = (section: string) => {
  const [text = ''] = document.split(`\n## ${section}\n`)[1]?.split('\n## ') ?? [];
  const [, rows = ''] = text.split('\n| --- |');
  const cells = [...rows.matchAll(/^\| (`.*?) \|/gm)].map(([, cell = '']) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/`(\w[\w-]*)/g)].map(([, name = '']) => name));
};
const keys = (names: string[]) => JSON.stringify(Object.fromEntries(names.map((name) => [name, true])));

/** What the document says, as a file that compiles only if it is right and complete. */
function documented() {
  const [, examples = ''] = /```json\n(\[[\s\S]*?\n\])\n```/.exec(document) ?? [];
  const exampleTypes = (JSON.parse(examples) as { type: string }[]).map(({ type }) => type);
  return `
    import type { HostEvent, HostProps } from '@quartermaster/console';
    type Names<Key extends string> = Record<Key, true>;
    export const events: HostEvent[] = ${examples};
    export const exampleTypes: Names<HostEvent['type']> = ${keys(exampleTypes)};
    export const eventTypes: Names<HostEvent['type']> = ${keys(namesIn('Events'))};
    export const props: Names<keyof HostProps> = ${keys(namesIn('Props'))};`;
}

test('the document lists every prop and every event, and its examples of events and of portals compile', () => {
  expect(problems.filter(isOfDocument)).toEqual([]);
});

test('the documented limit of a wait, and the documented contract, are right', async () => {
  const examples = examplesIn('docs/embedding.md');
  const { within } = new Function(`${examples.take('js', 'function within(')}\nreturn { within };`)();
  await expect(within(1, new Promise(() => {}))).rejects.toThrow('The console takes too long to load.');
  expect(await within(60_000, Promise.resolve('loaded'))).toBe('loaded');
  const documentedContract: object = new Function(`return (${examples.take('js', 'supports: [1]')})`)();
  const { contract } = manifestOf('');
  expect(Object.keys(contract).toSorted()).toEqual(Object.keys(documentedContract).toSorted());
  expect(contract).toMatchObject({ version: 1, supports: [1], release: { version: expect.any(String) } });
});

test('the additions listed in the document are features of the module', () => {
  const [text = ''] = document.split('\n## Versions of the contract\n')[1]?.split('\n## ') ?? [];
  const added = [...text.matchAll(/^\| \d+ \| `([\w-]+)` \|/gm)].map(([, name]) => name);
  expect(added.length).toBeGreaterThan(0);
  expect(manifestOf('').contract.features).toEqual(expect.arrayContaining(added));
});

/** An example of the document, by the name in its first line. */
const scriptOf = (name: string) => document.split(`\`\`\`js\n// ${name}\n`)[1]?.split('```')[0] ?? '';

test('the documented scripts write modules of single-spa and React, and the package, to the folder that Vite serves unchanged', async () => {
  const modules = join(folder, 'node_modules');
  for (const name of ['react', 'react-dom', 'rolldown', 'single-spa', 'single-spa-layout'])
    if (!existsSync(join(modules, name))) symlinkSync(join(root, 'node_modules', name), join(modules, name));
  mkdirSync(join(folder, 'public'));
  for (const name of ['vendor.mjs', 'copy-console.mjs']) {
    writeFileSync(join(folder, name), scriptOf(name));
    expect(await run([name])).toMatchObject({ code: 0 });
  }
  const load = (name: string) => import(/* @vite-ignore */ pathToFileURL(join(folder, 'public', name)).href);
  expect(await load('react.js')).toMatchObject({ useEffect: expect.any(Function), version: expect.any(String) });
  expect(await load('react-dom-client.js')).toMatchObject({ createRoot: expect.any(Function) });
  for (const name of ['single-spa.js', 'single-spa-layout.js'])
    expect(readFileSync(join(folder, 'public', name), 'utf8')).toMatch(/export ?\{/);

  const vite = await createServer({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    server: { ws: false, port: 0 },
  });
  onTestFinished(() => vite.close());
  await vite.listen();
  const entry = 'quartermaster/quartermaster.js';
  const response = await fetch(new URL(entry, vite.resolvedUrls?.local[0]));
  expect(await response.text()).toBe(read('quartermaster.js'));
});

test('the documented policy allows all that the manifest lists', () => {
  const [, after = ''] = document.split('\n## Content security policy\n');
  const policies = [...after.matchAll(/```\n([\s\S]+?)```/g)].flatMap(([, text = '']) => text.split(/;\s*/));
  for (const [directive, sources] of Object.entries(manifestOf('').csp)) {
    const allowed = policies.filter((line) => line.startsWith(`${directive} `)).join(' ');
    const needed = sources.map((source) =>
      source
        .replace('{origin}', directive === 'frame-src' ? '' : 'https://console.example.com')
        .replace('{nonce}', '…'),
    );
    for (const source of needed) expect(allowed, directive).toContain(source);
  }
});

/** Compiles files of a host, with the declarations of the package checked too. */
function compile(files: Record<string, string>, resolution = 'bundler') {
  const names = Object.keys(files);
  for (const [name, source] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), source);
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const module = resolution === 'bundler' ? 'preserve' : 'nodenext';
  const options = ['--strict', '--noEmit', '--target', 'es2022', '--lib', 'es2022,dom', '--jsx', 'react-jsx'];
  const how = ['--module', module, '--moduleResolution', resolution, ...options];
  return run([join(root, 'node_modules/typescript/bin/tsc'), ...how, ...names]);
}

function run(args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr });
    });
  });
}
