import { errors } from '@quartermaster/contract/errors.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { field, openSword, stored } from './sword-form.ts';

test('a save that meets a running sync says so, waits, and is saved once', async () => {
  let isSyncing = true;
  let sent = 0;
  const { server, id, listPath, user, overlay, untilPath } = await openSword({
    intercept: (fetch) => async (input, init) => {
      if (!isSyncing || init?.method !== 'POST' || !String(input).endsWith('/items')) return fetch(input, init);
      sent += 1;
      const { status, message } = errors.busy;
      return Response.json({ status_code: status, error: 'busy', message }, { status });
    },
  });
  await user.type(field(/^Label/), ' of truth{Control>}s{/Control}');
  await screen.findByText(/^A sync is writing this item right now/);
  await waitFor(() => expect(sent).toBeGreaterThan(1));
  expect(screen.queryByText(errors.busy.message)).toBeNull();
  expect(field(/^Label/)).toHaveProperty('value', 'Sword of truth');
  isSyncing = false;
  await untilPath(listPath);
  expect(await within(overlay).findAllByText('Item saved')).toHaveLength(1);
  expect(await stored(server, id)).toMatchObject({ label: 'Sword of truth', version: 2 });
});
