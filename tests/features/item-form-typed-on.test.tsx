import { items } from '@quartermaster/contract/endpoints/items.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderConsole } from '../support/console.tsx';
import { saveWeapons } from '../support/item-content.ts';
import { startTestServer } from '../support/server.ts';
import { field, type Options, openSword, stored } from './sword-form.ts';

/** A server whose answer to the first save of an item arrives when it is released. */
function holdFirstSave() {
  const sent = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const intercept: Options['intercept'] = (fetch) => async (input, init) => {
    const answer = await fetch(input, init);
    if (!/\/items$/.test(String(input)) || init?.method !== 'POST') return answer;
    sent.resolve();
    await released.promise;
    return answer;
  };
  return { intercept, untilSent: sent.promise, release: released.resolve };
}

test('text typed while an item is being saved keeps its form open, and is included in the next save', async () => {
  const { intercept, untilSent, release } = holdFirstSave();
  const { server, user, overlay, id, path, listPath, untilPath } = await openSword({ intercept });
  await user.type(field(/^Label/), ' of truth{Control>}{Enter}{/Control}');
  await untilSent;
  await user.type(field(/^Label/), ' and light');
  release();
  await within(overlay).findByText('Item saved');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save changes' })).toHaveProperty('disabled', false));
  expect(path()).toBe(`${listPath}/${id}/edit`);
  expect(field(/^Label/)).toHaveProperty('value', 'Sword of truth and light');
  expect(await stored(server, id)).toMatchObject({ label: 'Sword of truth', version: 2 });
  await user.keyboard('{Control>}{Enter}{/Control}');
  await untilPath(listPath);
  expect(await stored(server, id)).toMatchObject({ label: 'Sword of truth and light', version: 3 });
});

test('text typed while an item is being created is saved into the same item', async () => {
  const server = await startTestServer();
  await saveWeapons(server, []);
  const { intercept, untilSent, release } = holdFirstSave();
  const listPath = `/instance/${server.studio.dev}/templates/weapon/items`;
  const { user, overlay, path, untilPath } = await renderConsole(`${listPath}/new`, { as: 'owner', server, intercept });
  await user.type(await screen.findByLabelText(/^Label/), 'Dagger');
  await user.type(field(/^Cost/), '35{Control>}{Enter}{/Control}');
  await untilSent;
  await user.type(field(/^Notes/), 'hot');
  release();
  await within(overlay).findByText('Item saved');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save changes' })).toHaveProperty('disabled', false));
  expect(path()).toBe(`${listPath}/new`);
  expect(field(/^Notes/)).toHaveProperty('value', 'hot');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await untilPath(listPath);
  const params = { instanceId: server.studio.dev, templateId: 'weapon' };
  const [dagger, ...others] = (await server.call(items.listHeaders, { params }, { as: 'owner' })).items;
  expect(others).toEqual([]);
  expect(await stored(server, dagger?.id ?? 0)).toMatchObject({ label: 'Dagger', values: { cost: 35, notes: 'hot' } });
});
