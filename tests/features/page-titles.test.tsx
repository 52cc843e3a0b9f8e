import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderConsole } from '../support/console.tsx';
import { withWeapons } from './sync-studio.ts';

type Fetch = typeof globalThis.fetch;

/** Leaves calls whose path has this ending unanswered. */
const withhold =
  (ending: string) =>
  (fetch: Fetch): Fetch =>
  (input, init) =>
    new URL(String(input)).pathname.endsWith(ending) ? new Promise(() => undefined) : fetch(input, init);

test.each([
  ['items', 'Weapon'],
  ['items/7/edit', 'Weapon | # 7'],
  ['edit', 'Edit template Weapon'],
])('the page %s has its title while its template is loading', async (path, title) => {
  const { server } = await withWeapons();
  await renderConsole(`/instance/${server.studio.dev}/templates/weapon/${path}`, {
    server,
    as: 'owner',
    intercept: withhold('/templates/weapon'),
  });
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
});

test('a list has the columns of its template while its items are loading', async () => {
  const { server } = await withWeapons();
  await renderConsole(`/instance/${server.studio.dev}/templates/weapon/items`, {
    server,
    as: 'owner',
    intercept: withhold('/items/weapon'),
  });
  expect(await screen.findByRole('columnheader', { name: /Cost/i })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: 'Weapon' })).toBeTruthy();
});
