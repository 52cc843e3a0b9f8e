import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderConsole } from '../support/console.tsx';
import { startTestServer } from '../support/server.ts';

const code = vi.hoisted(() => Promise.withResolvers<void>());

vi.mock('../../src/shared/table/list/days-input.tsx', async (original) => {
  await code.promise;
  return original();
});

test('a press before the calendar’s code has loaded opens it, and Escape returns the focus', async () => {
  const server = await startTestServer();
  const path = `/settings/workspaces/${server.studio.workspaceId}/access-log`;
  const { overlay, user } = await renderConsole(path, { server, as: 'owner' });
  const filter = () => screen.findByRole('button', { name: 'Dates: All dates' });
  const placeholder = await filter();
  await user.click(placeholder);
  expect(within(overlay).queryByRole('dialog')).toBeNull();
  code.resolve();
  const calendar = await within(overlay).findByRole('dialog', { name: 'Dates: All dates' });
  expect(placeholder.isConnected).toBe(false);
  await waitFor(() => expect(calendar.contains(document.activeElement)).toBe(true));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(within(overlay).queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(await filter());
});
