import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The names of the prepared statements in a file: the last argument of a query, after its values. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/\],\s*'([a-z\d]+(?:-[a-z\d]+)+)',?\s*\)/g)].flatMap(([, name]) => name ?? []);

test('each name of a prepared statement stands for one statement, as PostgreSQL refuses another one on the same connection', () => {
  const names = globSync('server/**/*.ts', { exclude: (path) => path.includes('node_modules') }).flatMap((file) =>
    namesIn(readFileSync(file, 'utf8')),
  );
  expect(names.length).toBeGreaterThan(100);
  expect(namesIn("query(text, [1], 'a-b'); query(\n`x`, [\n2,\n],\n 'c-d',\n)")).toEqual(['a-b', 'c-d']);
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});
