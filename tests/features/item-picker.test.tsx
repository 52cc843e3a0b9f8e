import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { activeInstanceAtom } from '../../src/shared/access/active-instance.ts';
import { ItemPicker } from '../../src/shared/links/item-picker.tsx';
import { shows } from '../specification/shows.ts';
import { saveWeapons } from '../support/item-content.ts';
import { partHome } from '../support/part.tsx';
import { startTestServer } from '../support/server.ts';

async function openPicker(templateId: string, instanceId?: number) {
  const server = await startTestServer();
  await saveWeapons(server, []);
  const home = partHome({ server, as: 'owner', instanceId: instanceId ?? server.studio.dev });
  const { user } = home.mount(
    <ItemPicker label="Material" templateId={templateId} value={null} onPick={() => undefined} />,
  );
  await user.click(screen.getByRole('combobox', { name: 'Material' }));
  return { ...home, server, user };
}

test('a picker requests items only once it opens, one page at a time, never all headers', async () => {
  shows('2.7.items.headers-enabled', '2.7.items.headers-instance');
  const { calls, server } = await openPicker('material');
  expect(await screen.findByRole('option', { name: /Iron/ })).toBeTruthy();
  expect(calls).toEqual([`/v1/editor/${server.studio.dev}/items/material`]);
});

test('a picker that was closed has forgotten what was searched in it', async () => {
  const { user } = await openPicker('material');
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Material' });
  await user.type(input, 'Ir');
  await waitFor(() => expect(screen.queryByRole('option', { name: /Steel/ })).toBeNull());
  await user.tab();
  await user.click(input);
  expect(input.value).toBe('');
  expect(await screen.findByRole('option', { name: /Steel/ })).toBeTruthy();
});

test('without a template a picker requests no items', async () => {
  shows('2.7.items.headers-enabled');
  const { calls } = await openPicker('');
  expect(await screen.findByText('No template to link to')).toBeTruthy();
  expect(calls).toEqual([]);
});

test('until the instance has loaded a picker requests no items', async () => {
  shows('2.7.items.headers-instance');
  const { calls, store, server } = await openPicker('material', -1);
  expect(await screen.findByText('Searching…')).toBeTruthy();
  expect(calls).toEqual([]);
  act(() => store.set(activeInstanceAtom, server.studio.dev));
  expect(await screen.findByRole('option', { name: /Iron/ })).toBeTruthy();
  expect(calls).toEqual([`/v1/editor/${server.studio.dev}/items/material`]);
});
