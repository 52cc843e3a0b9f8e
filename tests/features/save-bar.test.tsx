import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { saveOtherwise } from '../support/save-otherwise.ts';
import { field, openSword, saveChanges, stored } from './sword-form.ts';

const bar = () => screen.queryByRole('region', { name: 'Unsaved changes' });
const entries = () =>
  within(bar() as HTMLElement)
    .getAllByRole('listitem')
    .map((entry) => entry.textContent);

test('a changed form has the saved values at its fields, and a bar that names these, with the only save button', async () => {
  const { user } = await openSword();
  expect(bar()).toBeNull();
  expect(screen.getAllByRole('button', { name: 'Save changes' })).toHaveLength(1);
  expect(saveChanges().dataset.variant).toBe('default');
  await user.clear(field(/^Cost/));
  await user.type(field(/^Cost/), '130');
  expect(entries()).toEqual(['Cost 120 → 130']);
  expect(screen.getByText(/^was/).textContent).toBe('was 120');
  await user.type(field(/^Label/), ' of fire');
  expect(entries()).toEqual(['Label Sword → Sword of fire', 'Cost 120 → 130']);
  expect(screen.getAllByText(/^was/).map(({ textContent }) => textContent)).toEqual(['was Sword', 'was 120']);
  expect(bar()?.textContent).toContain('2 unsaved');
  expect(screen.getAllByRole('button', { name: 'Save changes' })).toHaveLength(1);
  expect(bar()?.contains(saveChanges())).toBe(true);
  expect(saveChanges().dataset.variant).toBe('filled');
  // Typed back to what is saved, nothing is left to save.
  await user.clear(field(/^Cost/));
  await user.type(field(/^Cost/), '120');
  expect(entries()).toEqual(['Label Sword → Sword of fire']);
  await user.type(field(/^Label/), '{Backspace>8/}');
  expect(bar()).toBeNull();
  expect(screen.queryByText(/^was/)).toBeNull();
  expect(saveChanges()).toBeTruthy();
});

test('"Discard" asks, and then the form is as it was saved', async () => {
  const { user, server, id, path } = await openSword();
  const address = path();
  await user.clear(field(/^Cost/));
  await user.click(within(bar() as HTMLElement).getByRole('button', { name: 'Discard' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'No, keep editing' }));
  expect(field(/^Cost/)).toHaveProperty('value', '');
  await user.click(within(bar() as HTMLElement).getByRole('button', { name: 'Discard' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, discard changes' }));
  await waitFor(() => expect(field(/^Cost/)).toHaveProperty('value', '120'));
  expect(bar()).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(saveChanges()));
  expect(path()).toBe(address);
  expect((await stored(server, id)).version).toBe(1);
});

test('the focus in the bar goes to the button in the header once everything is saved', async () => {
  const { user, server, id } = await openSword();
  await user.type(field(/^Label/), ' of fire');
  await saveOtherwise(user, 'Save and stay');
  await waitFor(async () => expect((await stored(server, id)).label).toBe('Sword of fire'));
  await waitFor(() => expect(bar()).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(saveChanges()));
});
