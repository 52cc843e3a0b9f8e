import { items } from '@quartermaster/contract/endpoints/items.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderConsole } from '../support/console.tsx';
import { saveWeapons } from '../support/item-content.ts';
import { saveOtherwise } from '../support/save-otherwise.ts';
import { startTestServer } from '../support/server.ts';
import { field, stored } from './sword-form.ts';

/** A new item that the server has created, while the answer to the console was lost. */
async function loseAnswer() {
  const server = await startTestServer();
  await saveWeapons(server, []);
  const listPath = `/instance/${server.studio.dev}/templates/weapon/items`;
  let isDown = true;
  const sent: unknown[] = [];
  const opened = await renderConsole(`${listPath}/new`, {
    as: 'owner',
    server,
    intercept: (fetch) => async (input, init) => {
      const answer = await fetch(input, init);
      const isSave = /\/items$/.test(String(input)) && init?.method === 'POST';
      if (isSave) sent.push(init.body);
      if (isDown && isSave) throw new TypeError('Failed to fetch');
      return answer;
    },
  });
  await opened.user.type(await screen.findByLabelText(/^Label/), 'Dagger');
  await opened.user.type(field(/^Cost/), '35{Control>}{Enter}{/Control}');
  expect((await screen.findAllByText(/The server cannot be reached/)).length).toBeGreaterThan(0);
  isDown = false;
  const created = async () => {
    const params = { instanceId: server.studio.dev, templateId: 'weapon' };
    return (await server.call(items.listHeaders, { params }, { as: 'owner' })).items;
  };
  expect(await created()).toHaveLength(1);
  return { ...opened, listPath, created, sent };
}

test('a new item whose response was lost is not created a second time by the next save', async () => {
  const { server, user, listPath, untilPath, created, sent } = await loseAnswer();
  await user.keyboard('{Control>}{Enter}{/Control}');
  await untilPath(listPath);
  // The server would refuse its key with another body.
  expect(sent).toEqual([sent[0], sent[0]]);
  const [dagger, ...others] = await created();
  expect(others).toEqual([]);
  expect(await stored(server, dagger?.id ?? 0)).toEqual({ label: 'Dagger', version: 1, values: { cost: 35 } });
});

test('edits after a lost response are saved into the created item', async () => {
  const { server, user, overlay, listPath, untilPath, created } = await loseAnswer();
  await user.type(field(/^Label/), ' of fire');
  await user.clear(field(/^Cost/));
  await user.type(field(/^Cost/), '40');
  await user.type(field(/^Notes/), 'hot{Control>}{Enter}{/Control}');
  await untilPath(listPath);
  const [dagger, ...others] = await created();
  expect(others).toEqual([]);
  expect(await stored(server, dagger?.id ?? 0)).toMatchObject({
    label: 'Dagger of fire',
    values: { cost: 40, notes: 'hot' },
  });
  expect(await within(overlay).findAllByText('Item saved')).toHaveLength(1);
});

test('after a reload the restored draft is saved into the created item, not into a second one', async () => {
  const { server, close, listPath, created } = await loseAnswer();
  fireEvent(window, new Event('pagehide'));
  close();
  const { user, untilPath } = await renderConsole(`${listPath}/new`, { as: 'owner', server });
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  await user.type(field(/^Label/), ' of fire{Control>}{Enter}{/Control}');
  await untilPath(listPath);
  const [dagger, ...others] = await created();
  expect(others).toEqual([]);
  expect(await stored(server, dagger?.id ?? 0)).toMatchObject({ label: 'Dagger of fire', values: { cost: 35 } });
});

test('the next item created in the form is a separate one', async () => {
  const { user, created } = await loseAnswer();
  await saveOtherwise(user, 'Save and create another');
  await screen.findByText('Item saved');
  await user.type(field(/^Label/), 'Club');
  await user.type(field(/^Cost/), '12');
  await saveOtherwise(user, 'Save and create another');
  await screen.findAllByText('Item saved');
  await expect.poll(async () => (await created()).map((item) => item.internal_label)).toEqual(['Dagger', 'Club']);
});
