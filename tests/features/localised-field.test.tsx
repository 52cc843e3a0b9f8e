import { items } from '@quartermaster/contract/endpoints/items.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { markOf } from '@quartermaster/contract/field-types/localised.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { field, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let ids: number[];
const fields = [field('title', 'localised-text')];
const sword = { en: { text: 'Sword' }, de: { text: 'Schwert', from: markOf('Blade') } };

beforeEach(async () => {
  server = await startTestServer();
  await server.call(
    projects.setLanguages,
    { params: { projectId: server.studio.projectId }, body: { languages: ['en', 'de', 'fr'] } },
    { as: 'owner' },
  );
  await saveTemplate(server, 'weapon', fields, { label: 'Weapon' });
  const saved = await saveAll(server, [
    saveBody('weapon', fields, { title: sword }, { label: 'Sword' }),
    saveBody('weapon', fields, { title: { en: { text: 'Axe' } } }, { label: 'Axe' }),
  ]);
  ids = saved.map(({ id }) => id);
});

const path = () => `/instance/${server.studio.dev}/templates/weapon/items`;
const stored = async (id = ids[0] ?? 0) => {
  const params = { instanceId: server.studio.dev, templateId: 'weapon', id };
  const { item } = await server.call(items.get, { params }, { as: 'owner' });
  return item.fields.find((one) => one.id === 'title')?.value;
};
const mark = (language: string) =>
  screen.queryByText(language)?.closest('label')?.textContent?.replace(language, '').trim();

test('the form shows the source and each translation with what is missing or outdated, and saves them together', async () => {
  shows('4.localised.form');
  const { user } = await renderConsole(`${path()}/${ids[0]}/edit`, { server, as: 'owner' });
  const source = await screen.findByRole('textbox', { name: /^The title/ });
  expect(source).toHaveProperty('value', 'Sword');
  expect(source.getAttribute('lang')).toBe('en');
  expect(screen.getByRole('button', { name: '2 translations: 1 missing, 1 outdated' })).toBeTruthy();
  expect(mark('German')).toBe('outdated');
  expect(mark('French')).toBe('missing');

  await user.click(screen.getByRole('button', { name: 'Mark as current' }));
  expect(mark('German')).toBe('');
  await user.type(screen.getByRole('textbox', { name: /^French/ }), 'Épée');
  expect(mark('French')).toBe('');
  // Saves and stays.
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(async () =>
    expect(await stored()).toEqual({
      en: { text: 'Sword' },
      de: { text: 'Schwert', from: markOf('Sword') },
      fr: { text: 'Épée', from: markOf('Sword') },
    }),
  );

  await screen.findByText(/saved/i);
  await user.type(screen.getByRole('textbox', { name: /^The title/ }), 's');
  expect(mark('German')).toBe('outdated');
  expect(mark('French')).toBe('outdated');
  // Back to the same source, the translations are those of it again.
  await user.type(screen.getByRole('textbox', { name: /^The title/ }), '{Backspace}');
  expect(mark('German')).toBe('');
});

test('translations without a source are refused at the field', async () => {
  shows('4.localised.source');
  const { user } = await renderConsole(`${path()}/${ids[0]}/edit`, { server, as: 'owner' });
  await user.clear(await screen.findByRole('textbox', { name: /^The title/ }));
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText('enter the text in en, which the others are translated from')).toBeTruthy();
  expect(await stored()).toEqual(sword);
});

test('a list shows the source, and is filtered by the language in which texts are missing or outdated', async () => {
  shows('4.localised.filters');
  const { user } = await renderConsole(`${path()}?filter=title:missingIn:fr`, { server, as: 'owner' });
  const table = await screen.findByRole('grid');
  const rows = () =>
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(rows()[1]).toContain('AxeAxe');
  await user.click(screen.getByRole('button', { name: 'Edit filter The title missing in French' }));
  const language = screen.getByRole('combobox', { name: 'Filter value' });
  await user.click(language);
  const offered = within(await screen.findByRole('listbox', { name: 'Filter value' })).getAllByRole('option');
  expect(offered.map(({ textContent }) => textContent)).toEqual(['German', 'French']);
  await user.click(screen.getByRole('option', { name: 'German' }));
  await waitFor(() => expect(rows().map((text) => text?.includes('Axe'))).toEqual([true]));
});

test('a new field is translated from the source of the project', async () => {
  shows('4.localised.new-field');
  await server.call(
    projects.setLanguages,
    { params: { projectId: server.studio.projectId }, body: { languages: ['de', 'en'] } },
    { as: 'owner' },
  );
  const { user } = await renderConsole(`/instance/${server.studio.dev}/templates/weapon/edit`, { server, as: 'owner' });
  await screen.findByRole('tree', { name: 'Fields' });
  await user.click(screen.getByRole('button', { name: 'Localised text' }));
  expect(await screen.findByRole('combobox', { name: 'Source language' })).toHaveProperty('value', 'German');
});

const saveTexts = async (title: object | null, as: 'owner' | 'admin' = 'admin') => {
  const body = saveBody('weapon', fields, { title } as never, {
    before: { title: sword },
    label: 'Sword',
    id: ids[0] ?? 0,
    version: 1,
  });
  await server.call(items.save, { params: { instanceId: server.studio.dev }, body }, { as });
};

test('two people who change different languages of a text keep the changes of both', async () => {
  shows('4.localised.merged');
  shows('4.localised.compared');
  const { user, untilPath } = await renderConsole(`${path()}/${ids[0]}/edit`, { as: 'owner', server });
  const german = await screen.findByRole('textbox', { name: /^German/ });
  const french = { text: 'Épée', from: markOf('Sword') };
  await saveTexts({ ...sword, fr: french });
  await user.clear(german);
  await user.type(german, 'Klinge');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await user.click(await screen.findByRole('button', { name: 'Choose field by field' }));
  const choice = within(screen.getByRole('dialog')).getByRole('group', { name: 'The title' });
  expect(screen.queryByRole('heading', { name: 'Changed by both' })).toBeNull();
  expect(choice.textContent).toContain('French Épée');
  expect(choice.textContent).toContain('German Klinge');
  expect(choice.textContent).not.toContain('English');
  expect(within(choice).getByRole('radio', { name: /Mine/ })).toHaveProperty('checked', true);
  await user.click(screen.getByRole('button', { name: 'Save these values' }));
  await untilPath(path());
  expect(await stored()).toEqual({ en: sword.en, de: { text: 'Klinge', from: markOf('Sword') }, fr: french });
});

test('a language of a text that two people have changed is chosen', async () => {
  shows('4.localised.merged');
  const { user, untilPath } = await renderConsole(`${path()}/${ids[0]}/edit`, { as: 'owner', server });
  const german = await screen.findByRole('textbox', { name: /^German/ });
  await saveTexts({ ...sword, de: { text: 'Degen', from: markOf('Sword') } });
  await user.type(german, 'klinge');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await user.click(await screen.findByRole('button', { name: 'Choose field by field' }));
  expect(screen.getByRole('heading', { name: 'Changed by both' })).toBeTruthy();
  await user.click(
    within(screen.getByRole('group', { name: 'The title' })).getByRole('radio', { name: /Theirs.*German Degen/s }),
  );
  await user.click(screen.getByRole('button', { name: 'Save these values' }));
  await untilPath(path());
  expect(await stored()).toMatchObject({ de: { text: 'Degen' } });
});

test('a text that one person empties and another one translates is chosen', async () => {
  shows('4.localised.merged');
  const { user, untilPath } = await renderConsole(`${path()}/${ids[0]}/edit`, { as: 'owner', server });
  const french = await screen.findByRole('textbox', { name: /^French/ });
  await saveTexts(null);
  await user.type(french, 'Épée');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await user.click(await screen.findByRole('button', { name: 'Choose field by field' }));
  expect(screen.getByRole('heading', { name: 'Changed by both' })).toBeTruthy();
  await user.click(within(screen.getByRole('group', { name: 'The title' })).getByRole('radio', { name: /Mine/ }));
  await user.click(screen.getByRole('button', { name: 'Save these values' }));
  await untilPath(path());
  expect(await stored()).toMatchObject({ en: { text: 'Sword' }, fr: { text: 'Épée' } });
});

test('where a text cannot be edited, all of its languages are shown with what is outdated', async () => {
  shows('4.localised.compared');
  await renderConsole(`${path()}/${ids[0]}/edit`, { as: 'member', server });
  const shown = (await screen.findByText('Schwert')).closest('dd');
  expect(shown?.textContent).toBe('English SwordGerman, outdated Schwert');
});
