import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { onePath } from '../../build/one-path-icons.ts';

const icons = join(
  dirname(createRequire(import.meta.url).resolve('@tabler/icons-react/package.json')),
  'dist/esm/icons',
);
const sourceOf = (name: string) => readFileSync(join(icons, `${name}.mjs`), 'utf8');
const nodesOf = (code = '') =>
  JSON.parse(code.match(/__iconNode = (.*);/)?.[1] ?? '[]') as [tag: string, attributes: Record<string, string>][];

test('the lines of an icon become one path, in their order', () => {
  const source = sourceOf('IconTemplate');
  const nodes = nodesOf(onePath(source));
  expect(nodesOf(source)).toHaveLength(5);
  expect(nodes).toHaveLength(1);
  expect(nodes[0]?.[1].d).toBe(nodesOf(source).reduce((all, [, { d }]) => all + d, ''));
});

test.each(['fill', 'opacity'])('an icon with a line that has its own %s stays as it is', (attribute) => {
  expect(onePath(sourceOf('IconX').replace('"key"', `"${attribute}": "0.5", "key"`))).toBeUndefined();
});

test('an icon of areas, whose overlaps would become holes, and one whose path begins where another ends stay as they are', () => {
  expect(onePath(sourceOf('IconStarFilled'))).toBeUndefined();
  expect(onePath(sourceOf('IconX').replace('"M', '"m'))).toBeUndefined();
});
