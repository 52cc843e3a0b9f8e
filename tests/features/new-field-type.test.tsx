import { items } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import type { FieldType } from '@quartermaster/contract/field-types/registry.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderConsole } from '../support/console.tsx';
import { field, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';

// One line in each of the three registries: every part of the product must then support it.
vi.mock('@quartermaster/contract/field-types/registry.ts', async (importOriginal) => {
  const original = await importOriginal<{ fieldTypes: object }>();
  const { color } = await import('../support/color/color-contract.ts');
  Object.assign(original.fieldTypes, { color });
  return original;
});
vi.mock('../../src/shared/field-types/registry.ts', async (importOriginal) => {
  const original = await importOriginal<{ fieldTypeViews: object }>();
  const { color } = await import('../support/color/color-view.tsx');
  Object.assign(original.fieldTypeViews, { color });
  return original;
});

vi.mock('../../src/shared/field-types/inputs.ts', async (importOriginal) => {
  const original = await importOriginal<{ fieldInputs: object }>();
  const { ColorFieldInput } = await import('../support/color/color-view.tsx');
  Object.assign(original.fieldInputs, { color: ColorFieldInput });
  return original;
});

const type = 'color' as FieldType;
const fields = [field('shade', type, { label: 'Shade', hasAlpha: true })];

test('the server validates, stores, filters and sorts values of a new type', async () => {
  const server = await startTestServer();
  const params = { instanceId: server.studio.dev };
  const save = (settings: Record<string, unknown>) =>
    server.send(
      templates.save,
      { params, body: { id: 'paint', label: 'Paint', version: 0, fields: [field('shade', type, settings)] } },
      { as: 'owner' },
    );
  expect((await save({ hasAlpha: 'yes' })).status).toBe(422);
  expect((await save({ opacity: true })).status).toBe(422);
  await saveTemplate(server, 'paint', fields);
  const refused = server.send(
    items.save,
    { params, body: saveBody('paint', fields, { shade: '#1c5fd4' }) },
    { as: 'owner' },
  );
  expect((await refused).body).toMatchObject({ fields: { 'fields.shade': 'should be a color such as #1c5fd4' } });
  for (const shade of ['#2c5fd4ff', '#1c5fd4ff']) await saveOne(server, saveBody('paint', fields, { shade }));
  const list = { ...params, templateId: 'paint' };
  const shades = ({ items: rows }: { items: { values: Record<string, unknown> }[] }) =>
    rows.map(({ values }) => values.shade);
  const [less, more] = ['#1c5fd4ff', '#2c5fd4ff'] as const;
  const sorted = { sort: { field: 'shade', direction: 'asc' } } as const;
  expect(shades(await server.call(items.list, { params: list, body: sorted }, { as: 'owner' }))).toEqual([less, more]);
  const filtered = { filters: [{ template_field_id: 'shade', op: filterOps.equal, value: more }] };
  expect(shades(await server.call(items.list, { params: list, body: filtered }, { as: 'owner' }))).toEqual([more]);
});

test('the template editor offers a new type with its setting, and lists changes of it', async () => {
  const server = await startTestServer();
  await saveTemplate(server, 'paint', fields, { label: 'Paint' });
  const { user } = await renderConsole(`/instance/${server.studio.dev}/templates/paint/edit`, { as: 'owner', server });
  const line = await screen.findByRole('treeitem', { name: /Shade/ });
  expect(within(screen.getByRole('list', { name: 'Components' })).getByText('Color')).toBeTruthy();
  await user.click(line);
  const opacity = await screen.findByLabelText('Opacity');
  expect((opacity as HTMLInputElement).checked).toBe(true);
  await user.click(opacity);
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toMatch(/Opacity.*Yes.*No/);
});

test('the item form renders a new type’s input, and the list its cell', async () => {
  const server = await startTestServer();
  await saveTemplate(server, 'paint', fields, { label: 'Paint' });
  const path = `/instance/${server.studio.dev}/templates/paint/items`;
  const { user, untilPath } = await renderConsole(`${path}/new`, { as: 'owner', server });
  await user.type(await screen.findByLabelText(/^Label/), 'Blue');
  await user.type(screen.getByLabelText('Shade'), '#1c5fd4ff');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await untilPath(path);
  await waitFor(() => expect(screen.getByText('#1c5fd4ff').tagName).toBe('CODE'));
});
