import { toItemValues } from '@quartermaster/contract/content/item-values.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { allowInDev } from '../support/allow-in-dev.ts';
import { renderConsole } from '../support/console.tsx';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';
import type { Person } from '../support/server-studio.ts';

const fields = inOrder([
  field('title', 'text'),
  field('price', 'integer', { readOnly: true, default: 5, unit: 'gold', help: 'Set by the economy team' }),
  field('drops', 'dynamic-group'),
  field('name', 'text', { parentId: 'drops' }),
  field('rate', 'float', { parentId: 'drops', readOnly: true }),
]);
const values = { title: 'One', price: 7, drops: [{ name: 'a', rate: 0.25 }] };

async function open(as: Person, pathOf: (id: number) => string) {
  const server = await startTestServer();
  await allowInDev(server, 'READ', 'CREATE_ITEM');
  await saveTemplate(server, 'thing', fields, { label: 'Thing' });
  const { id } = await saveOne(server, saveBody('thing', fields, values));
  const ofThing = `/instance/${server.studio.dev}/templates/thing`;
  const opened = await renderConsole(`${ofThing}/${pathOf(id)}`, { as, server });
  const read = async (itemId: number) => {
    const params = { instanceId: server.studio.dev, templateId: 'thing', id: itemId };
    const { item } = await server.call(items.get, { params }, { as: 'owner' });
    return toItemValues(buildTree(fields), item.fields);
  };
  return { ...opened, id, read, list: `${ofThing}/items` };
}

const inputs = (name: string) =>
  screen.queryAllByLabelText(new RegExp(`^The ${name}`), { selector: 'input, textarea' });
const termOf = (name: string) => within(screen.getByText(`The ${name}`, { selector: 'dt span' }));
const shownValue = (name: string) =>
  screen.getByText(`The ${name}`, { selector: 'dt span' }).closest('dl')?.querySelector('dd')?.textContent;

test('a member sees the values of read-only fields instead of inputs, at any moment, and saves the others', async () => {
  shows('4.field.read-only-form');
  let seen = 0;
  const observer = new MutationObserver(() => {
    seen += document.querySelectorAll('form [inputmode]').length;
  });
  observer.observe(document, { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  const { user, id, read } = await open('member', (item) => `items/${item}/edit`);
  await screen.findByLabelText(/^The title/);
  await screen.findByRole('listitem', { name: 'The drops row 1' });
  expect([shownValue('price'), shownValue('rate')]).toEqual(['7 gold', '0.25']);
  expect(termOf('price').getByRole('img', { name: 'Read-only for members' })).toBeTruthy();
  expect(screen.getByText('Set by the economy team')).toBeTruthy();
  await user.type(screen.getByLabelText(/^The title/), ' more');
  await user.click(screen.getByRole('button', { name: 'Duplicate The drops row 1' }));
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(async () =>
    expect(await read(id)).toEqual({ title: 'One more', price: 7, drops: [{ name: 'a', rate: 0.25 }, { name: 'a' }] }),
  );
  expect(seen).toBe(0);
});

test('a copy by a member has the defaults of read-only fields', async () => {
  shows('4.field.read-only-form');
  const { user, id, read, list, untilPath } = await open('member', (item) => `items/new?copy=${item}`);
  await screen.findByLabelText(/^The title/);
  expect([shownValue('price'), shownValue('rate')]).toEqual(['5 gold', '–']);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await untilPath(list);
  expect(await read(id + 1)).toEqual({ title: 'One', price: 5, drops: [{ name: 'a' }] });
});

test.each([
  ['form', (id: number) => `items/${id}/edit`],
  ['preview', () => 'edit?tab=preview'],
])('who can edit templates has inputs in the %s, with a lock', async (_, path) => {
  shows('4.field.read-only-form');
  await open('owner', path);
  await screen.findByLabelText(/^The title/);
  const [price = expect.fail('There is an input.')] = inputs('price');
  const leaf = price.closest<HTMLElement>('[data-leaf]') ?? expect.fail('It is a field.');
  expect(within(leaf).getByRole('img', { name: 'Read-only for members' })).toBeTruthy();
});

test.each([
  ['member', ['Label', 'The title', 'The name']],
  ['owner', ['Label', 'The title', 'The price', 'The name', 'The rate']],
] as const)('a bulk edit offers the fields that a user can change: as %s', async (as, offered) => {
  shows('4.field.read-only-form');
  const { user } = await open(as, () => 'items');
  await user.click(await screen.findByRole('checkbox', { name: /^Select An item/ }));
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog'));
  const picker = await dialog.findByRole('combobox', { name: 'Field' });
  await user.click(picker);
  const list = () => document.getElementById(picker.getAttribute('aria-controls') ?? '');
  const names = () => [...(list()?.querySelectorAll('[role="option"]') ?? [])].map(({ textContent }) => textContent);
  await waitFor(() => expect(names()).toEqual(offered));
});
