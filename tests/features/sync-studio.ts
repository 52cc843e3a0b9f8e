import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { screen, within } from '@testing-library/react';
import { saveWeapons } from '../support/item-content.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { choose } from './choose-instance.ts';

/** Two templates with two materials and some weapons that only Dev has; the owner works in Dev. */
export async function withWeapons(labels = ['Sword', 'Axe']) {
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  const saved = await saveWeapons(
    server,
    labels.map((label, index) => [label, { cost: index + 1 }]),
  );
  return { server, ...saved };
}

/** Syncs everything out of an instance, Dev by default. */
export const syncAll = (server: TestServer, instanceId = server.studio.dev) =>
  server.call(sync.all, { params: { instanceId }, body: {} }, { as: 'owner' });

/** The texts of a table's cells, row by row. */
export const rowsOf = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('td:not([aria-hidden]), th')].map((cell) => cell.textContent));
