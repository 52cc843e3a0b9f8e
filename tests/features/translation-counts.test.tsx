import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { countCalls } from '../support/counted-calls.ts';
import { field, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';
import { choose } from './choose-instance.ts';

async function withWeapons(languages: string[]) {
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  const params = { projectId: server.studio.projectId };
  await server.call(projects.setLanguages, { params, body: { languages } }, { as: 'owner' });
  const fields = [field('title', 'localised-text')];
  await saveTemplate(server, 'weapon', fields, { label: 'Weapon' });
  const former = { en: { text: 'Sword' }, de: { text: 'Schwert', from: 'old' } };
  await saveAll(server, [
    saveBody('weapon', fields, { title: former }, { label: 'Sword' }),
    saveBody('weapon', fields, { title: { en: { text: 'Axe' } } }, { label: 'Axe' }),
  ]);
  return server;
}

test('home counts the missing and outdated texts of each language, with links to their items', async () => {
  shows('4.localised.counts-links');
  const server = await withWeapons(['en', 'de']);
  const { user } = await renderConsole('/', { server, as: 'owner' });
  const part = await screen.findByRole('region', { name: 'Translations' });
  expect(within(part).queryByText('English')).toBeNull();
  expect(within(part).getByText('1 missing, 1 outdated of 2 texts')).toBeTruthy();
  await user.click(within(part).getByText('German'));
  const items = `/instance/${server.studio.dev}/templates/weapon/items`;
  const hrefOf = (name: string) => within(part).getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('1 missing')).toBe(`${items}?filter=title%3AmissingIn%3Ade`);
  expect(hrefOf('1 outdated')).toBe(`${items}?filter=title%3AoutdatedIn%3Ade`);
  await user.click(within(part).getByRole('link', { name: '1 missing' }));
  expect(await screen.findByRole('row', { name: /Axe/ })).toBeTruthy();
  expect(screen.queryByRole('row', { name: /Sword/ })).toBeNull();
});

test('home of a project with one language counts no translations, and does not ask for them', async () => {
  shows('4.localised.counts-links');
  const server = await withWeapons(['en']);
  const { calls, intercept } = countCalls();
  await renderConsole('/', { server, as: 'owner', intercept });
  const cards = await screen.findByRole('region', { name: 'Templates and their items' });
  await within(cards).findByRole('link', { name: /^Weapon/ });
  expect(screen.queryByRole('region', { name: 'Translations' })).toBeNull();
  expect(calls.filter((path) => path.includes('translations'))).toEqual([]);
});
