import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { choose } from './choose-instance.ts';
import { field, openSword } from './sword-form.ts';

/** The fields and rows that are marked as unsaved, by their accessible descriptions. */
const marks = () =>
  screen.queryAllByRole('img', { name: /not saved yet/i }).map((mark) => {
    const { parentElement: marked } = mark;
    return marked?.getAttribute('aria-label') ?? marked?.querySelector('label, button')?.textContent?.trim();
  });

test('unsaved fields are marked until they are reverted or saved', async () => {
  const { user, overlay } = await openSword();
  expect(marks()).toEqual([]);
  await user.type(field(/^Label/), '!');
  await user.type(field(/^Cost/), '0');
  await user.click(screen.getByRole('checkbox', { name: /Magic/ }));
  expect(marks()).toEqual(['Label *', 'Cost *', 'Magic']);
  await user.type(field(/^Cost/), '{Backspace}');
  await user.type(field(/^Notes/), 'x{Backspace}');
  expect(marks()).toEqual(['Label *', 'Magic']);
  await user.keyboard('{Control>}s{/Control}');
  await within(overlay).findByText('Item saved');
  await waitFor(() => expect(marks()).toEqual([]));
});

test('rows are compared with their saved values, wherever they have been moved', async () => {
  const { user } = await openSword();
  const key = (row: number) =>
    within(screen.getByRole('listitem', { name: `Attributes row ${row}` })).getByLabelText(/Key/);
  await user.type(key(2), 'x');
  expect(marks()).toEqual(['Key *']);
  await user.click(screen.getByRole('button', { name: 'Delete Attributes row 1' }));
  expect(marks()).toEqual(['Attributes1 row', 'Key *']);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(marks()).toEqual(['Key *']);
  const group = screen.getByRole('region', { name: 'Attributes' });
  await user.click(within(group).getAllByRole('button', { name: 'Add group' }).at(-1) as HTMLElement);
  await user.type(key(3), 'new');
  expect(marks()).toEqual(['Attributes3 rows', 'Key *', 'Attributes row 3']);
});

test('the confirmation on leaving lists the unsaved changes', async () => {
  const { user } = await openSword();
  await user.type(field(/^Label/), '!');
  await user.type(field(/^Damage/), '5');
  await user.click(screen.getByRole('button', { name: 'Delete Attributes row 1' }));
  await user.click(screen.getByRole('link', { name: /Back to/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  const list = within(dialog).getByRole('list', { name: 'Not saved yet:' });
  const listed = within(list).getAllByRole('listitem');
  expect(listed.map(({ textContent }) => textContent)).toEqual(['Label', 'Combat / Damage', 'Attributes']);
});

test('the confirmation on changing the instance lists them too', async () => {
  const { server, user } = await openSword();
  await choose(server, 'owner', server.studio.dev);
  await user.type(field(/^Cost/), '5');
  await user.click(await screen.findByRole('button', { name: /^Change instance:/ }));
  await user.click(await screen.findByRole('combobox', { name: 'Instance' }));
  await user.click(await screen.findByRole('option', { name: 'stage' }));
  await user.click(screen.getByRole('button', { name: 'Change instance' }));
  const list = await screen.findByRole('list', { name: 'Not saved yet:' });
  expect(list.textContent).toBe('Cost');
});
