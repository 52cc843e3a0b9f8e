import { errors } from '@quartermaster/contract/errors.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { field, openSword, saveChanges, stored } from './sword-form.ts';

/** A sword's form whose saves are refused until a sync ends. */
async function openBusySword() {
  let isSyncing = true;
  let sent = 0;
  const opened = await openSword({
    intercept: (fetch) => async (input, init) => {
      if (!isSyncing || init?.method !== 'POST' || !String(input).endsWith('/items')) return fetch(input, init);
      sent += 1;
      const { status, message } = errors.busy;
      return Response.json({ status_code: status, error: 'busy', message }, { status });
    },
  });
  return {
    ...opened,
    sent: () => sent,
    endSync: () => {
      isSyncing = false;
    },
  };
}

const waiting = /^A sync is writing this item right now/;

test('during a sync, the dialog of a save explains the delay', async () => {
  const { endSync, listPath, user, untilPath } = await openBusySword();
  await user.type(field(/^Label/), ' of truth');
  await user.click(saveChanges());
  const question = await screen.findByRole('dialog', { name: 'Save changes' });
  await user.click(within(question).getByRole('button', { name: 'Yes, save changes' }));
  expect(await within(question).findByText(waiting)).toBeTruthy();
  expect(screen.getAllByText(waiting)).toHaveLength(1);
  endSync();
  await untilPath(listPath);
});

test('a save during a running sync shows a message, waits, and is saved once', async () => {
  const { server, id, listPath, user, overlay, untilPath, sent, endSync } = await openBusySword();
  await user.type(field(/^Label/), ' of truth{Control>}{Enter}{/Control}');
  await screen.findByText(waiting);
  await waitFor(() => expect(sent()).toBeGreaterThan(1));
  expect(screen.queryByText(errors.busy.message)).toBeNull();
  expect(field(/^Label/)).toHaveProperty('value', 'Sword of truth');
  endSync();
  await untilPath(listPath);
  expect(await within(overlay).findAllByText('Item saved')).toHaveLength(1);
  expect(await stored(server, id)).toMatchObject({ label: 'Sword of truth', version: 2 });
});
