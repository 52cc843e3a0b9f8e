import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { contentLimitsText } from '@quartermaster/contract/content/content-limits.ts';
import { dropLimitsText } from '@quartermaster/contract/content/drop-limits.ts';
import { expect, test } from 'vitest';
import { serverArguments } from '../../scripts/processes.mjs';
import { examplesIn } from '../support/examples.ts';

const documents = globSync('{*,docs/**/*,package/*}.md');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

/** `npm start` and `npm test` are scripts too. */
const calls = documents.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/\bnpm (?:run ([\w:.-]+)|(start|test)\b)/g)].map((call) => ({
    file,
    script: call[1] ?? call[2] ?? '',
  })),
);

test('the documents name scripts', () => {
  expect(calls.map(({ script }) => script)).toContain('start');
});

test('every script that a document names exists', () => {
  expect(calls.filter(({ script }) => !(script in scripts))).toEqual([]);
});

test('the documents start the server as `npm start` does', () => {
  // Without the commands of operators, which are its arguments.
  const starts = documents.flatMap(
    (file) => readFileSync(file, 'utf8').match(/\bnode [^\n`]*main\.js\b(?! [a-z])/g) ?? [],
  );
  expect(starts.length).toBeGreaterThan(1);
  expect(new Set(starts)).toEqual(new Set([`node ${serverArguments.join(' ')}`]));
});

test('every script runs a command', () => {
  for (const [name, line] of Object.entries(scripts)) {
    const command = `node scripts/run.mjs ${name}`;
    // The shell is replaced by the program, so that a signal for npm reaches it; Windows has no exec. Arguments are
    // appended to the last command, so a script that accepts some has only one.
    expect(line).toBe(
      ['pack', 'image', 'bench', 'attack', 'spec', 'mutate'].includes(name) ? command : `exec ${command} || ${command}`,
    );
  }
  const unknown = () => execFileSync(process.execPath, ['scripts/run.mjs', 'unknown'], { stdio: 'pipe' });
  const known = Object.keys(scripts).sort();
  try {
    unknown();
    expect.unreachable('an unknown command must fail');
  } catch (error) {
    const { stderr } = error as { stderr: Buffer };
    const listed = /: (.*)\./.exec(String(stderr))?.[1]?.split(', ').sort();
    expect(listed).toEqual(known);
  }
});

test('every project file that a document names exists', () => {
  const folders = 'attack|bench|build|contract|dev-host|docs|e2e|package|scripts|server|src|tests';
  const named = documents.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(new RegExp(`(?<![\\w./-])(?:${folders})/[\\w./-]+\\.[a-z]+\\b`, 'g'))].map(
      ([path]) => ({ file, path }),
    ),
  );
  expect(named.length).toBeGreaterThan(0);
  // `color` is the example of a new field type.
  expect(named.filter(({ path }) => !existsSync(path) && !path.includes('/color'))).toEqual([]);
});

test('every file that a document links to exists', () => {
  const broken = documents.flatMap((file) =>
    // C++ in a block of code has brackets like those of a link.
    [
      ...readFileSync(file, 'utf8')
        .replaceAll(/^```.*?^```/gms, '')
        .matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g),
    ]
      .map((link) => new URL(link[1] ?? '', new URL(file, `file://${process.cwd()}/`)))
      .filter((url) => globSync(decodeURIComponent(url.pathname)).length === 0)
      .map((url) => `${file}: ${url.pathname}`),
  );
  expect(broken).toEqual([]);
});

test('the example of the README is the first one of the document on embedding, which runs in a browser', () => {
  const [readme, embedding] = ['README.md', 'docs/embedding.md'].map((file) => examplesIn(file).take('html'));
  expect(readme).toBe(embedding);
});

/** Of examples that no test runs: the commands of other programs, and those that start the whole product. */
const notRun = ['CONTRIBUTING.md', 'ARCHITECTURE.md'];

test('every document with examples is read by a test that runs them', () => {
  const withExamples = documents.filter((file) => examplesIn(file).left().length > 0);
  const tests = globSync(['tests/**/*.test.ts', 'e2e/**/*.ts']).map((file) => readFileSync(file, 'utf8'));
  const isRun = (file: string) => tests.some((text) => text.includes(`examplesIn('${file}')`));
  expect(withExamples.filter((file) => !isRun(file)).toSorted()).toEqual(notRun.toSorted());
});

test('the document of limits matches the contract', () => {
  const limits = readFileSync('docs/limits.md', 'utf8');
  expect(limits).toContain(contentLimitsText);
  expect(limits).toContain(dropLimitsText);
});
