import { type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { isOfRow } from '../support/field-values.ts';
import { field, inOrder, neededSettings, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';

const types = (Object.keys(fieldTypes) as FieldType[]).filter((type) => fieldTypes[type].inPalette && !isOfRow(type));
const helpOf = (type: FieldType, where: string) => `Help of ${type} ${where}.\nAnd a second line.`;
const ofType = (type: FieldType, where: string, parentId: string | null) =>
  field(`${where}-${type}`, type, {
    parentId,
    help: helpOf(type, where),
    ...neededSettings(type),
  });
const fields = inOrder([
  ...types.map((type) => ofType(type, 'top', null)),
  // Without columns, as it has more fields than a table shows.
  field('rows', 'dynamic-group'),
  ...types.map((type) => ofType(type, 'row', 'rows')),
  field('flat', 'dynamic-group', { help: 'What it costs' }),
  field('coin', 'text', { parentId: 'flat', help: 'The name of the coin' }),
  field('amount', 'integer', { parentId: 'flat', unit: 'gold' }),
]);

/** The controls and groups that a screen reader describes with a text, whatever its line breaks. */
const describedBy = (text: string, inside: HTMLElement) =>
  ['textbox', 'checkbox', 'combobox', 'button', 'group', 'region'].flatMap((role) =>
    within(inside).queryAllByRole(role, {
      description: (description) => description.replaceAll(/\s+/g, ' ') === text.replaceAll(/\s+/g, ' '),
    }),
  );

async function openForm(path: string) {
  const server = await startTestServer();
  await saveTemplate(server, 'thing', fields, { label: 'Thing' });
  const { user, root } = await renderConsole(`/instance/${server.studio.dev}/templates/thing/${path}`, {
    as: 'owner',
    server,
  });
  for (const name of ['The rows', 'The flat']) {
    const group = within(await screen.findByRole('region', { name }));
    await user.click(group.getByRole('button', { name: 'Add group' }));
  }
  return root.querySelector('form') ?? expect.fail('There is a form.');
}

test.each([
  ['item form', 'items/new'],
  ['preview', 'edit?tab=preview'],
])('in the %s, an input of each type is described by the help of its field, and so are groups', async (_, path) => {
  shows('4.field.help');
  const form = await openForm(path);
  for (const type of types) {
    for (const where of ['top', 'row']) {
      const help = helpOf(type, where);
      const described = describedBy(help, form);
      expect(described, help).toHaveLength(1);
      expect(within(form).getByText(help, { normalizer: (text) => text })).toBeTruthy();
    }
  }
});

test('in a table of rows, help and unit are shown once above the column, and describes the input of each row', async () => {
  shows('4.field.help');
  const form = await openForm('items/new');
  const group = within(form).getByRole('region', { name: 'The flat', description: 'What it costs' });
  await screen.findByRole('listitem', { name: 'The flat row 1' });
  const [heads] = group.querySelector('[data-flat]')?.children ?? [];
  expect([...(heads?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    'The coinThe name of the coin',
    'The amount, gold',
  ]);
  expect(describedBy('The name of the coin', group)).toHaveLength(1);
});
