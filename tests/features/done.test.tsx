import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { HostEvent } from '../../src/app/context/host-api.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { saveOtherwise } from '../support/save-otherwise.ts';
import { change, confirmSave, openSword as openTemplate } from '../support/template-page.ts';
import { openSword } from './sword-form.ts';
import { withWeapons } from './sync-studio.ts';
import { untilReady } from './synced-sword.ts';

const embedded = { props: { ownsDocument: false } };

/** The events that the host received. */
const doneOf = (events: readonly HostEvent[]) =>
  events.filter(({ type }) => ['saved', 'synced', 'exported'].includes(type));

test('the host receives one event per successful save of an item, without its content', async () => {
  shows('4.host.events.saved');
  let isDown = true;
  const { user, events, server, id, overlay } = await openSword({
    ...embedded,
    intercept: (fetch) => (input, init) =>
      isDown && init?.method === 'POST' && /\/items$/.test(String(input))
        ? Promise.reject(new TypeError('Failed to fetch'))
        : fetch(input, init),
  });
  const save = () => saveOtherwise(user, 'Save and stay');
  await user.type(screen.getByRole('textbox', { name: /^Cost/ }), '1');
  await save();
  await screen.findByRole('alert');
  expect(doneOf(events)).toEqual([]);
  isDown = false;
  await save();
  const instanceId = server.studio.dev;
  const saved = { type: 'saved', what: 'item', instanceId, templateId: 'weapon', itemId: id, isNew: false, count: 1 };
  await waitFor(() => expect(doneOf(events)).toEqual([saved]));
  // The next save is reported too, but not one without changes.
  await user.type(screen.getByRole('textbox', { name: /^Cost/ }), '{Backspace}2');
  await save();
  await waitFor(() => expect(doneOf(events)).toEqual([saved, saved]));
  await save();
  await within(overlay).findByText('No changes to save');
  expect(doneOf(events)).toHaveLength(2);
});

test('the host receives an event for a saved template', async () => {
  shows('4.host.events.saved');
  const { user, server, events } = await openTemplate(embedded);
  await change(user, 'The price', 'Name', 'cost');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await confirmSave(user);
  const saved = { type: 'saved', what: 'template', instanceId: server.studio.dev, templateId: 'sword' };
  await waitFor(() => expect(doneOf(events)).toEqual([{ ...saved, isNew: false, count: 1 }]));
});

test('the host receives an event for a sync with its counts, and for an export once its files are served', async () => {
  shows('4.host.events.synced');
  const { server } = await withWeapons();
  const { user, events } = await renderConsole('/instance-sync', { as: 'owner', ...embedded, server, follows: true });
  await user.click(await screen.findByRole('button', { name: 'Sync all' }));
  const yes = await screen.findByRole('button', { name: 'Yes, sync to stage' });
  await untilReady(yes);
  await user.click(yes);
  const instanceId = server.studio.dev;
  const counts = { added: 4, updated: 0, removed: 0, templates: 2 };
  const synced = { type: 'synced', instanceId, syncId: expect.any(Number), scope: 'all', counts };
  await waitFor(() => expect(doneOf(events)).toEqual([synced]));

  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, export' }));
  const exported = { type: 'exported', instanceId, reportId: expect.any(Number), templates: expect.any(Number) };
  await waitFor(() => expect(doneOf(events)).toEqual([synced, exported]));
  expect(JSON.stringify(doneOf(events))).not.toMatch(/Sword|studio\.test/);
});

test('the host receives no event for an export that fails, and one for the next', async () => {
  shows('4.host.events.synced');
  const { server } = await withWeapons();
  const { query } = server.app.deps.database;
  let failing = 0;
  let followed = 0;
  const { user, events } = await renderConsole('/', {
    as: 'owner',
    ...embedded,
    server,
    follows: true,
    intercept: (fetch) => async (input, init) => {
      const answer = await fetch(input, init);
      const { pathname } = new URL(String(input));
      if (failing === 0 && pathname.endsWith('/export/templates')) {
        failing = ((await answer.clone().json()) as { id: number }).id;
        // The state in which the job leaves it after the last attempt.
        await query("update reports set completed_at = null, error = 'The export has stopped.' where id = $1", [
          failing,
        ]);
      }
      if (pathname.endsWith(`/reports/${failing}`)) followed += 1;
      return answer;
    },
  });
  const runExport = async () => {
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, export' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await runExport();
  await waitFor(() => expect(followed).toBe(1));
  await runExport();
  const exported = { type: 'exported', instanceId: server.studio.dev, reportId: expect.any(Number) };
  await waitFor(() => expect(doneOf(events)).toEqual([expect.objectContaining(exported)]));
  expect(doneOf(events)).not.toContainEqual(expect.objectContaining({ reportId: failing }));
});
