import { items } from '@quartermaster/contract/endpoints/items.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { sheet, type Value, workbook } from '../support/outside-workbook.ts';
import { pressEnabled } from '../support/patient-user.ts';
import { field, inOrder, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { choose } from './choose-instance.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  const fields = inOrder([
    field('build', 'text'),
    field('discount', 'float', { unit: '%' }),
    field('chance', 'float'),
    field('whole', 'integer'),
  ]);
  await saveTemplate(server, 'gear', fields, { label: 'Gear' });
  await renderConsole(`/instance/${server.studio.dev}/templates/gear/items/import`, { as: 'owner', server });
});

const button = (name: string) => screen.findByRole('button', { name });
const press = (name: string) => pressEnabled(() => button(name));
const take = async (content: BlobPart, name = 'gear.csv') =>
  fireEvent.change(await screen.findByLabelText('File with rows'), { target: { files: [new File([content], name)] } });
const file = async () => within(await screen.findByRole('region', { name: 'File' }));

async function importRows() {
  await press('Check the rows');
  await screen.findByRole('tab', { name: /^All/ });
  await press('Import');
  await screen.findByText('The rows are imported');
  const params = { instanceId: server.studio.dev, templateId: 'gear' };
  const { items: saved } = await server.call(items.list, { params, body: { filters: [] } }, { as: 'owner' });
  return Object.fromEntries(saved.map(({ internal_label, values }) => [internal_label, values]));
}

const percent = (v: number): Value => ({ v, s: 1 });
const book = () =>
  workbook(
    [
      {
        name: 'S',
        rows: sheet(
          ['_label', 'build', 'discount', 'chance', 'whole'],
          ['A', { v: 1.1, s: 2 }, percent(0.25), percent(0.25), percent(0.25)],
          ['B', { v: 1, s: 2 }, percent(1), percent(0.5), percent(1)],
        ),
      },
    ],
    ['0%', '0.00'],
  );

test.each<[string, () => BlobPart, string]>([
  ['a workbook', book, 'gear.xlsx'],
  ['a text file', () => '_label,build,discount,chance,whole\nA,1.10,25%,25%,25%\nB,1.00,100%,50%,100%\n', 'gear.csv'],
])('percentages and shown texts are the same from %s', async (_, content, name) => {
  shows('4.sheets.percent', '4.sheets.shown');
  await take(content(), name);
  await press('Continue');
  const of = async (column: string) =>
    within(await screen.findByRole('radiogroup', { name: `Read 25% as, column ${column}` }));
  expect((await of('discount')).getByRole('radio', { name: '25 (percent)' })).toHaveProperty('checked', true);
  expect((await of('whole')).getByRole('radio', { name: '25 (percent)' })).toHaveProperty('checked', true);
  expect(await screen.findByText('Choose how numbers are read: chance')).toBeTruthy();
  fireEvent.click((await of('chance')).getByRole('radio', { name: '0.25 (a fraction of 1)' }));
  expect(await importRows()).toEqual({
    A: { build: '1.10', discount: 25, chance: 0.25, whole: 25 },
    B: { build: '1.00', discount: 100, chance: 0.5, whole: 100 },
  });
});

test('hidden rows and totals are named, and included only if that is switched on', async () => {
  shows('4.sheets.hidden', '4.sheets.totals');
  const rows = `${sheet(['_label', 'whole'], ['A', 1])}<row hidden="1"><c t="inlineStr"><is><t>Old</t></is></c><c><v>2</v></c></row>${sheet(['TOTAL', 3])}`;
  await take(
    workbook([
      { name: 'Old', state: 'veryHidden', rows: sheet(['x']) },
      { name: 'S', rows },
    ]),
    'gear.xlsx',
  );
  const region = await file();
  expect(await region.findByText('1 row, 2 columns')).toBeTruthy();
  expect(region.getByText('Row 3 is hidden in the sheet.')).toBeTruthy();
  expect(region.getByText('Row 4 (TOTAL) sums others.')).toBeTruthy();
  fireEvent.click(region.getByRole('combobox', { name: 'Sheet' }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Old (hidden)', 'S']);
  fireEvent.click(region.getByRole('switch', { name: 'Include hidden rows and columns' }));
  expect(await region.findByText('2 rows, 2 columns')).toBeTruthy();
  fireEvent.click(region.getByRole('switch', { name: 'Include rows that sum others' }));
  expect(await region.findByText('3 rows, 2 columns')).toBeTruthy();
  fireEvent.click(region.getByRole('switch', { name: 'Include hidden rows and columns' }));
  expect(await region.findByText('2 rows, 2 columns')).toBeTruthy();
  await press('Continue');
  expect(Object.keys(await importRows()).toSorted()).toEqual(['A', 'TOTAL']);
});

test('separator, encoding and the row of names can be chosen though nothing could be read', async () => {
  shows('4.import.choices');
  await take('# exported 2026\n_label,whole\nA,1\n');
  const region = await file();
  expect((await region.findByRole('alert')).textContent).toContain('Row 2 has a value in column B');
  for (const name of ['Encoding', 'Separator']) expect(region.getByRole('combobox', { name })).toBeTruthy();
  const names = region.getByRole('textbox', { name: 'Names in row' });
  fireEvent.change(names, { target: { value: '2' } });
  fireEvent.keyDown(names, { key: 'Enter' });
  await waitFor(() => expect(region.queryByRole('alert')).toBeNull());
  await press('Continue');
  expect(await importRows()).toMatchObject({ A: { whole: 1 } });
});

test('thousands with points are asked about in a file of semicolons', async () => {
  shows('4.import.points');
  await take('_label;chance;whole\nA;1.250;1.250\nB;750;2.000\n');
  await press('Continue');
  const of = async (column: string) =>
    within(await screen.findByRole('radiogroup', { name: `Read 1.250 as, column ${column}` }));
  expect((await of('whole')).getByRole('radio', { name: '1250 (thousands)' })).toHaveProperty('checked', true);
  expect(await button('Check the rows')).toHaveProperty('disabled', true);
  fireEvent.click((await of('chance')).getByRole('radio', { name: '1250 (thousands)' }));
  expect(await importRows()).toMatchObject({ A: { chance: 1250, whole: 1250 }, B: { chance: 750, whole: 2000 } });
});
