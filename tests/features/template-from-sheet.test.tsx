import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { draftOf, toColumns } from '../../src/features/templates/from-sheet/sheet-fields.ts';
import { createSheetBook } from '../../src/shared/sheets/sheet-book.ts';
import { shows } from '../specification/shows.ts';
import '../../src/shared/sheets/worker-book.ts';
import { renderConsole } from '../support/console.tsx';
import { pressEnabled } from '../support/patient-user.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { choose } from './choose-instance.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
});

const button = (name: string) => screen.findByRole('button', { name });
const press = (name: string) => pressEnabled(() => button(name));
const make = 'Create the template and check the rows';

const rows = Array.from({ length: 8 }, (_, at) =>
  [`Sword ${at}`, `sw-${at}`, at * 10, at / 4, at % 2 ? 'rare' : 'common', at % 2 === 0, `00${at}`, ''].join(';'),
);
const sheet = ['Name;Article no.;Price;Weight;Rarity;Magic;Code;Empty', ...rows].join('\n');

async function open(intercept?: (fetch: typeof globalThis.fetch) => typeof globalThis.fetch) {
  const view = await renderConsole(`/instance/${server.studio.dev}/templates/from-sheet`, {
    as: 'owner',
    server,
    ...(intercept && { intercept }),
  });
  await screen.findByRole('heading', { level: 1, name: 'New template from a sheet' });
  fireEvent.change(await screen.findByLabelText('File with rows'), {
    target: { files: [new File([sheet], 'My swörds.csv')] },
  });
  await waitFor(async () => expect(await button('Continue')).toHaveProperty('disabled', false));
  await press('Continue');
  return view;
}

const fieldsOf = async (templateId: string) => {
  const params = { instanceId: server.studio.dev, templateId };
  const { fields } = await server.call(templates.get, { params }, { as: 'owner' });
  return fields.map(({ id, settings }) => [id, settings.type, 'unique' in settings && settings.unique === true]);
};

test('a template is made of a sheet as guessed, and its rows become items', async () => {
  shows('4.import.template');
  const { untilPath } = await open();
  expect(await screen.findByRole('textbox', { name: 'Template ID' })).toHaveProperty('value', 'my_swords');
  await press(make);
  await untilPath(`/instance/${server.studio.dev}/templates/my_swords/items/import`);
  await screen.findByRole('tab', { name: 'Added 8' });
  await press('Import');
  await screen.findByText('The rows are imported');
  expect(await fieldsOf('my_swords')).toEqual([
    ['Name', 'text', true],
    ['Article_no', 'text', false],
    ['Price', 'integer', false],
    ['Weight', 'float', false],
    ['Rarity', 'choice', false],
    ['Magic', 'boolean', false],
    ['Code', 'text', false],
  ]);
  const stored = await server.app.deps.database.query<{ label: string; values: Record<string, unknown> }>(
    `select label, "values" from items where label = 'Sword 3'`,
    [],
  );
  expect(stored).toEqual([
    {
      label: 'Sword 3',
      values: {
        Name: 'Sword 3',
        Article_no: 'sw-3',
        Price: 30,
        Weight: 0.75,
        Rarity: 'rare',
        Magic: false,
        Code: '003',
      },
    },
  ]);
});

test('everything that was guessed can be corrected before anything is made', async () => {
  shows('4.import.template');
  const { user } = await open();
  await user.clear(await screen.findByRole('textbox', { name: 'Template ID' }));
  expect(await button(make)).toHaveProperty('disabled', true);
  await user.type(screen.getByRole('textbox', { name: 'Template ID' }), 'blades');
  await user.click(screen.getByRole('checkbox', { name: 'Name becomes a field' }));
  await user.click(screen.getByRole('checkbox', { name: 'Article no. is the key' }));
  await user.clear(screen.getByRole('textbox', { name: 'Label of Price' }));
  await user.type(screen.getByRole('textbox', { name: 'Label of Price' }), 'Cost');
  await user.click(screen.getByRole('combobox', { name: 'Type of Rarity' }));
  await user.click(await screen.findByRole('option', { name: 'Long text' }));
  await user.click(screen.getByRole('radio', { name: 'Code is the label of the items' }));
  const { templates: before } = await server.call(
    templates.list,
    { params: { instanceId: server.studio.dev } },
    { as: 'owner' },
  );
  expect(before.map(({ id }) => id)).not.toContain('blades');
  await press(make);
  await screen.findByRole('tab', { name: 'Added 8' });
  expect(screen.getAllByText('001').length).toBeGreaterThan(0);
  expect((await fieldsOf('blades')).slice(0, 4)).toEqual([
    ['Article_no', 'text', true],
    ['Cost', 'integer', false],
    ['Weight', 'float', false],
    ['Rarity', 'long-text', false],
  ]);
});

test('after a failed check the template is not made again', async () => {
  let isDown = true;
  const { user } = await open((fetch) => async (input, init) => {
    if (isDown && String(input).includes('/imports?')) throw new TypeError('offline');
    return fetch(input, init);
  });
  await press(make);
  await screen.findByRole('alert');
  const id = screen.getByRole('textbox', { name: 'Template ID' });
  await user.type(id, '_other');
  expect(id).toHaveProperty('value', 'my_swords');
  expect(await button('Back')).toHaveProperty('disabled', true);
  isDown = false;
  await press('Check the rows');
  await screen.findByRole('tab', { name: 'Added 8' });
});

test('no field has an id that the server reserves', async () => {
  const opened = await createSheetBook().open(new File(['label;constructor;Name\na;b;c\n'], 'reserved.csv'), {});
  expect(toColumns(draftOf(opened, 'reserved.csv'))).toEqual([['label_2', '_label'], ['constructor_2'], ['Name']]);
});
