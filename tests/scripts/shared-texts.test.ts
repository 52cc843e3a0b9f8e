import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { texts } from '../../src/shared/ui/texts.ts';

// The code that starts the console stays small and shows its own errors.
const screens = globSync('src/{app,features,shared}/**/*.{ts,tsx}').map((path) => ({
  path,
  source: readFileSync(path, 'utf8'),
}));

test.each(Object.entries(texts))('the text %s is used by more than one file, and written once', (key, text) => {
  const users = screens.filter(({ source }) => source.includes(`texts.${key}`));
  expect(users.length).toBeGreaterThan(1);
  const written = screens.filter(
    ({ path, source }) =>
      !path.endsWith('ui/texts.ts') &&
      !/\/(data|http)\//.test(path) &&
      [`'${text}'`, `="${text}"`, `>${text}<`].some((quoted) => source.includes(quoted)),
  );
  expect(written.map(({ path }) => path)).toEqual([]);
});
