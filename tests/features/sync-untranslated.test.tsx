import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { field, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';
import { choose } from './choose-instance.ts';
import { openDialog, untilReady } from './synced-sword.ts';

test('texts without a language of the project are listed before a sync, which can be started', async () => {
  shows('4.localised.sync');
  const server = await startTestServer();
  const { projectId } = server.studio;
  const languages = { params: { projectId }, body: { languages: ['en', 'de', 'fr'] } };
  await server.call(projects.setLanguages, languages, { as: 'owner' });
  const fields = [field('title', 'localised-text', { label: 'Title' }), field('note', 'localised-text')];
  await saveTemplate(server, 'sword', fields);
  const values = { title: { en: { text: 'Excalibur' } } };
  const { id } = await saveOne(server, saveBody('sword', fields, values, { label: 'The sword' }));
  await choose(server, 'owner', server.studio.dev);
  const { user } = await renderConsole('/instance-sync', { server, as: 'owner' });
  const dialog = await openDialog(user, 'Sync all');
  const texts = await within(dialog).findByRole('region', { name: '1 text is not translated into all languages' });
  const line = within(texts).getByRole('listitem');
  await waitFor(() => expect(line.textContent).toBe(`The sword The sword #${id} in Title: no German, French`));
  await untilReady(within(dialog).getByRole('button', { name: 'Yes, sync to stage' }));
  expect(screen.queryByText(/not fit the template/)).toBeNull();
});
