import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { seedDemo } from '../../server/demo/seed.ts';
import { backUp, contentOf, emptyStore, kinds, openEmpty, restoreInto } from '../support/archives.ts';
import { startTestServer } from '../support/server.ts';
import { cleanUp, temporaryFolder } from '../support/server-process.ts';

afterAll(cleanUp);

test('the demo is restored equal, from each kind of database into each', async () => {
  const server = await startTestServer();
  await seedDemo(server.app.deps, () => {});
  let folder = join(temporaryFolder(), 'archive');
  const manifest = await backUp(server.app, folder);
  expect(manifest.tables.find(({ name }) => name === 'public.items')?.rows).toBeGreaterThan(10_000);
  for (const kind of [...kinds.toReversed(), ...kinds.toReversed()]) {
    const database = await openEmpty(kind);
    const { files } = emptyStore();
    await restoreInto(server.app, folder, { database, files });
    folder = join(temporaryFolder(), 'archive');
    expect(contentOf(await backUp(server.app, folder, { database, files }))).toEqual(contentOf(manifest));
  }
});
