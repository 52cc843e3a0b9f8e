import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { demoAccounts } from '../../server/core/environment/demo-accounts.ts';
import { variables } from '../../server/core/environment/environment-variables.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const readme = read('README.md');

/** The rows of the table of variables, without Markdown. */
const rowsOf = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \| (.*) \|$/gm)].map(([, name, meaning]) => [
      name,
      plain(meaning ?? ''),
    ]),
  );
const plain = (text: string) => text.replaceAll('`', '');

test('the document on hosting lists the variables as they are declared, and the README names them', () => {
  const declared = Object.entries(variables).map(([name, meaning]) => [name, plain(meaning)]);
  expect(rowsOf(read('docs/self-hosting.md'))).toEqual(Object.fromEntries(declared));
  const named = new Set(readme.match(/`[A-Z][A-Z0-9_]+`/g)?.map(plain));
  expect(Object.keys(variables).filter((name) => !named.has(name))).toEqual([]);
});

test('the listed demo accounts match the demo', () => {
  expect(readme).toContain(`\`${demoAccounts.password}\``);
  expect([...readme.matchAll(/`(\w+@quartermaster\.test)`/g)].map(([, email]) => email)).toEqual(demoAccounts.emails);
});

test('its screenshot is an image, and small', () => {
  const [, path = ''] = /!\[[^\]]+\]\(([^)]+)\)/.exec(readme) ?? [];
  const bytes = readFileSync(path);
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(bytes.length).toBeLessThan(150_000);
});
