import { items } from '@quartermaster/contract/endpoints/items.ts';
import { projects } from '@quartermaster/contract/endpoints/projects.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { field, inOrder, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let id: number;
const fields = inOrder([field('k3j9x0', 'localised-text', { name: 'title' })]);
beforeEach(async () => {
  server = await startTestServer();
  const { projectId } = server.studio;
  await server.call(
    projects.setLanguages,
    { params: { projectId }, body: { languages: ['en', 'de', 'fr'] } },
    { as: 'owner' },
  );
  await saveTemplate(server, 'weapon', fields);
  const [saved] = await saveAll(server, [
    saveBody('weapon', fields, { k3j9x0: { en: { text: 'Sword' } } }, { label: 'Excalibur' }),
  ]);
  id = saved?.id ?? 0;
  await saveTemplate(server, 'armour', fields);
  await saveAll(server, [saveBody('armour', fields, { k3j9x0: { en: { text: 'Helmet' } } }, { label: 'Helmet' })]);
});

const open = (intercept = (fetch: typeof globalThis.fetch) => fetch) =>
  renderConsole(`/settings/workspaces/${server.studio.workspaceId}/projects/${server.studio.projectId}`, {
    server,
    as: 'owner',
    intercept,
  });
const german = async () => {
  const params = { instanceId: server.studio.dev, templateId: 'weapon', id };
  const { item } = await server.call(items.get, { params }, { as: 'owner' });
  return (item.fields[0]?.value as Record<string, { text: string }> | undefined)?.de?.text;
};

test('the texts of a language are exported by state and format', async () => {
  shows('4.localised.files-page');
  const saved: [name: string, content: Blob][] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(['', blob as Blob]);
    return 'blob:file';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const [last] = saved.slice(-1);
    if (last) last[0] = this.download;
  });
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Export for translation' }));
  const dialog = await screen.findByRole('dialog', { name: 'Export for translation' });
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Language' }), 'French');
  await user.selectOptions(
    within(dialog).getByRole('combobox', { name: 'Format' }),
    'XLIFF 2.1, for translation tools',
  );
  const download = async () => {
    await user.click(screen.getByRole('button', { name: 'Download' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    return saved.at(-1) ?? [];
  };
  const [name, content] = await download();
  expect(name).toBe('texts-fr.xlf');
  expect(await content?.text()).toContain('trgLang="fr"');
  expect(await content?.text()).toContain('<source>Sword</source>');
  await user.click(screen.getByRole('button', { name: 'Export for translation' }));
  await user.click(await screen.findByRole('combobox', { name: 'Template' }));
  await user.click(await screen.findByRole('option', { name: 'The armour' }));
  const [ofOne, armour] = await download();
  expect(ofOne).toMatch(/^armour-/);
  expect(await armour?.text()).toContain('Helmet');
  expect(await armour?.text()).not.toContain('Sword');
});

test('a file of translations is tried first, applied, and undone', async () => {
  shows('4.localised.files-page');
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Import translations' }));
  const dialog = await screen.findByRole('dialog', { name: 'Import translations' });
  const submit = within(dialog).getByRole('button', { name: 'Import' });
  expect(submit).toHaveProperty('disabled', true);
  const head = 'template,item,field,source_language,target_language,source,target\n';
  const choose = (text: string) =>
    fireEvent.change(within(dialog).getByLabelText('File (CSV, XLSX or XLIFF)'), {
      target: { files: [new File([text], 'texts.csv', { type: 'text/csv' })] },
    });
  choose('a,b\n1,2\n');
  // The line is named once.
  expect((await within(dialog).findByRole('alert')).textContent).toBe('Line 1 has no column "template".');
  choose(`${head}weapon,${id},k3j9x0,en,de,Sword,Schwert\nweapon,${id},k3j9x0,en,es,Sword,Espada\n`);
  expect(await within(dialog).findByText('1 translation will change, 0 unchanged, 1 refused')).toBeTruthy();
  const rows = within(within(dialog).getByRole('list', { name: 'Texts' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    `Line 3: weapon ${id}, k3j9x0Refused: es is not a language of the project`,
    'Line 2: Excalibur, titleSchwert',
  ]);
  expect(await german()).toBeUndefined();
  await user.click(submit);
  expect(await screen.findByText('1 translation imported')).toBeTruthy();
  expect(await german()).toBe('Schwert');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await german()).toBeUndefined());
});

test('translations are read as a spreadsheet saves them: with semicolons and in Windows-1252', async () => {
  shows('4.localised.files-page');
  let untilReady: Promise<unknown> = Promise.resolve();
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    untilReady = promise;
    return resolve;
  };
  const { user } = await open((fetch) => async (input, init) => {
    if (String(input).includes('dry_run=true')) await untilReady;
    return fetch(input, init);
  });
  await user.click(await screen.findByRole('button', { name: 'Import translations' }));
  const dialog = await screen.findByRole('dialog', { name: 'Import translations' });
  const head = 'template;item;field;source_language;target_language;source;target';
  const text = `${head}\r\n\r\nweapon;${id};k3j9x0;en;de;Sword;"Schönes\nSchwert; alt"\r\n`;
  const bytes = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
  const input = within(dialog).getByLabelText('File (CSV, XLSX or XLIFF)');
  const answer = hold();
  fireEvent.change(input, { target: { files: [new File([bytes], 'texts.csv')] } });
  // How the file is read stays as it is until the answer is for it.
  const encoding = await within(dialog).findByRole('combobox', { name: 'Encoding' });
  await waitFor(() => expect(encoding).toHaveProperty('disabled', true));
  answer();
  expect(await within(dialog).findByText('1 translation will change, 0 unchanged, 0 refused')).toBeTruthy();
  expect(within(dialog).getByText(/^Line 3: Excalibur, title$/)).toBeTruthy();
  expect(within(dialog).getByRole('list', { name: 'Notes' }).textContent).toContain('The file is not in Unicode.');
  await user.click(within(dialog).getByRole('button', { name: 'Import' }));
  await waitFor(async () => expect(await german()).toBe('Schönes\nSchwert; alt'));
});
