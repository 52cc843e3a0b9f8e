import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import {
  findLanguage,
  isKnownLanguage,
  offeredLanguages,
} from '../../src/features/settings/project/known-languages.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const open = (intercept: (fetch: typeof globalThis.fetch) => typeof globalThis.fetch = (fetch) => fetch) =>
  renderConsole(`/settings/workspaces/${server.studio.workspaceId}/projects/${server.studio.projectId}`, {
    server,
    as: 'owner',
    intercept,
  });
const storedProject = async () => {
  const { workspaces: all } = await server.call(workspaces.list, {}, { as: 'owner' });
  return all.flatMap(({ projects: list }) => list).find(({ id }) => id === server.studio.projectId);
};
const stored = async () => (await storedProject())?.languages;
const shown = () =>
  within(screen.getByRole('list', { name: 'Languages' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);

test('languages are added by name or code, ordered, made the source, and removed with their texts kept', async () => {
  shows('4.localised.languages-page');
  let isDown = false;
  const { user, overlay } = await open((fetch) => (input, init) => {
    if (isDown && String(input).endsWith('/languages')) return Promise.reject(new TypeError('offline'));
    return fetch(input, init);
  });
  const input = await screen.findByRole('combobox', { name: 'New language' });
  await user.type(input, 'English{Enter}');
  await waitFor(async () => expect(await stored()).toEqual(['en']));
  await waitFor(() => expect(input).toHaveProperty('value', ''));
  await user.type(input, 'gsw-CH{Enter}');
  await screen.findByText('Swiss German (Switzerland)');
  await user.type(input, 'German{Enter}');
  await screen.findByText('German');
  expect(shown()[0]).toMatch(/^EnglishenSource/);

  await user.type(input, 'francais');
  expect(await screen.findByRole('option', { name: /^French, français/ })).toBeTruthy();
  await user.clear(input);
  await user.type(input, 'Klingonese{Enter}');
  expect(await screen.findByText('The language should be a language code such as en, pt-BR or zh-Hant')).toBeTruthy();
  expect(input).toHaveProperty('value', 'Klingonese');
  await user.clear(input);
  await user.type(input, 'de{Enter}');
  expect(await screen.findByText('de is listed twice')).toBeTruthy();

  // A word of five to eight letters has the form of a code.
  await user.clear(input);
  await user.type(input, 'kawaii{Enter}');
  const question = await screen.findByRole('dialog', { name: 'Add unknown language' });
  expect(question.textContent).toContain('No known language has the name or code kawaii.');
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await stored()).toEqual(['en', 'gsw-CH', 'de']);
  await user.clear(input);

  await user.click(screen.getByRole('button', { name: 'Make source: German' }));
  await waitFor(() => expect(shown()[0]).toMatch(/^GermandeSource/));
  await user.click(screen.getByRole('button', { name: 'Move Swiss German (Switzerland) up' }));
  await waitFor(async () => expect(await stored()).toEqual(['de', 'gsw-CH', 'en']));

  await user.click(screen.getByRole('button', { name: 'Remove English' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove language' });
  expect(dialog.textContent).toContain('Its texts are kept, and are there again if you add it again.');
  // A failure is shown once, in the dialog.
  isDown = true;
  await user.click(within(dialog).getByRole('button', { name: 'Remove language' }));
  await within(dialog).findByRole('alert');
  expect(within(overlay).queryByText('Languages')).toBeNull();
  isDown = false;
  await user.click(within(dialog).getByRole('button', { name: 'Remove language' }));
  await waitFor(async () => expect(await stored()).toEqual(['de', 'gsw-CH']));
});

test('languages are found by their names in English and in themselves', () => {
  shows('4.localised.languages-page');
  for (const [typed, code] of [
    ['deutsch', 'de'],
    [' Français', 'fr'],
    ['francais', 'fr'],
    ['Klingon', 'tlh'],
    ['日本語', 'ja'],
    ['íslenska', 'is'],
    ['german, deutsch (de)', 'de'],
    ['PT-br', 'pt-BR'],
  ] as const)
    expect(findLanguage(typed), typed).toBe(code);
  expect(offeredLanguages(['en'])).toContain('German, Deutsch (de)');
  expect([findLanguage('kawaii'), isKnownLanguage('kawaii'), isKnownLanguage('gsw-CH')]).toEqual([
    'kawaii',
    false,
    true,
  ]);
});

test('one file per language in exports is switched on once the project has languages', async () => {
  shows('4.localised.files-setting');
  const { user } = await open();
  const input = await screen.findByRole('combobox', { name: 'New language' });
  const label = 'One file per language in exports';
  expect(screen.queryByRole('checkbox', { name: label })).toBeNull();
  await user.type(input, 'English{Enter}');
  const box = await screen.findByRole('checkbox', { name: label });
  expect(box).toHaveProperty('checked', false);
  await user.click(box);
  await waitFor(() => expect(box).toHaveProperty('checked', true));
  expect(await storedProject()).toMatchObject({ languages: ['en'], file_per_language: true });
  await waitFor(() => expect(box).toHaveProperty('disabled', false));
  await user.type(input, 'German{Enter}');
  await waitFor(async () => expect(await stored()).toEqual(['en', 'de']));
  expect(await storedProject()).toMatchObject({ file_per_language: true });
  await user.click(box);
  await waitFor(async () => expect(await storedProject()).not.toHaveProperty('file_per_language'));
});

test('an owner whose plan does not include the project sees its languages and why they cannot be changed', async () => {
  shows('4.localised.languages-page');
  await server.call(
    projects.setLanguages,
    { params: { projectId: server.studio.projectId }, body: { languages: ['en', 'de'] } },
    { as: 'owner' },
  );
  await server.app.deps.database.query("update subscriptions set plan = 'teams', status = 'canceled'", []);
  await open();
  await screen.findByRole('list', { name: 'Languages' });
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'New language' })).toBeNull());
  expect(screen.getByRole('button', { name: 'Remove German' })).toHaveProperty('disabled', true);
});
