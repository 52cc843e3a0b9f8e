import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { exportAll } from '../support/export-all.ts';
import { field, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';
import { choose } from './choose-instance.ts';

async function withWeapons(file_per_language: boolean) {
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  const body = { languages: ['en', 'de'], file_per_language };
  await server.call(projects.setLanguages, { params: { projectId: server.studio.projectId }, body }, { as: 'owner' });
  await saveTemplate(server, 'weapon', [field('title', 'localised-text')], { label: 'Weapon' });
  return server;
}

test('the JSON preview shows the file of each language, if exports have such files', async () => {
  shows('4.localised.files-example');
  const server = await withWeapons(true);
  const path = `/instance/${server.studio.dev}/templates/weapon/edit?tab=preview`;
  const { user } = await renderConsole(path, { server, as: 'owner' });
  await screen.findByRole('form', { name: 'Preview form' });
  await user.type(screen.getByRole('textbox', { name: /^The title/ }), 'Sword');
  await user.click(screen.getByRole('tab', { name: 'JSON preview' }));
  const title = async () =>
    JSON.parse((await screen.findByRole('region', { name: 'JSON preview' })).textContent ?? '').title;
  await waitFor(async () => expect(await title()).toEqual({ en: 'Sword' }));
  await user.click(screen.getByRole('combobox', { name: 'File' }));
  await user.click(await screen.findByRole('option', { name: 'German' }));
  await waitFor(async () => expect(await title()).toBe('Sword'));
  await user.click(screen.getByRole('combobox', { name: 'File' }));
  await user.click(await screen.findByRole('option', { name: 'All languages' }));
  await waitFor(async () => expect(await title()).toEqual({ en: 'Sword' }));
});

test('without that setting, the JSON preview has one file', async () => {
  shows('4.localised.files-example');
  const server = await withWeapons(false);
  await renderConsole(`/instance/${server.studio.dev}/templates/weapon/edit?tab=json`, { server, as: 'owner' });
  await screen.findByText('Populate fields in Preview form');
  expect(screen.queryByRole('combobox', { name: 'File' })).toBeNull();
});

test('a report lists the files of languages', async () => {
  shows('4.localised.files');
  const server = await withWeapons(true);
  const id = await exportAll(server);
  await renderConsole(`/settings/exported-data?report=${id}`, { server, as: 'owner' });
  const dialog = await screen.findByRole('dialog', { name: `Report ${id}` });
  expect(await within(dialog).findByRole('button', { name: 'Download weapon.de.json' })).toBeTruthy();
  const rows = within(dialog).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual(
    ['image', 'weapon', 'weapon.en', 'weapon.de'].map((name) => `${name}completedDownload`),
  );
});

test('the export settings name the files of languages, if exports have them', async () => {
  shows('4.localised.files');
  const server = await withWeapons(true);
  await renderConsole('/settings/export-settings', { server, as: 'owner' });
  expect(await screen.findByText(/such as TEMPLATE_ID\.de\.json:$/)).toBeTruthy();
});
