import { afterEach, expect, test } from 'vitest';
import { startKilled } from '../support/killed-templates.ts';
import { field } from '../support/sample-template.ts';
import { cleanUp } from '../support/server-process.ts';

afterEach(cleanUp);

const [title, cost] = [field('title', 'text'), field('cost', 'integer')];

test('after a server is killed while removing values, the next one resumes where it stopped', async () => {
  const { save, killHalfway, ended, stop, onDatabase } = await startKilled();
  await save(1, [title]);
  await killHalfway(`not "values" ? 'cost'`);
  await ended();
  await save(2, [title, cost]);
  await ended();
  await stop();
  const wrong = await onDatabase(({ query }) =>
    query(`select id from items where ("values"->>'cost')::int is distinct from id * 2 or version <> 1 limit 5`, []),
  );
  expect(wrong).toEqual([]);
});
