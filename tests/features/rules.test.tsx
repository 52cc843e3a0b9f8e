import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SettingsPanel } from '../../src/features/templates/settings/settings-panel.tsx';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { renderEditorPart } from '../support/editor-part.tsx';
import { dropBelowMax, highMax, minBelowMax, ruledFields, sumOfDrops } from '../support/ruled-items.ts';
import { saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const ruled = ruledFields({ min: [minBelowMax], max: [highMax], drops: [sumOfDrops], weight: [dropBelowMax] });
const input = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^The ${name}`));

async function openNew(server: TestServer) {
  await saveTemplate(server, 'sword', ruled, { label: 'Sword' });
  const opened = await renderConsole(`/instance/${server.studio.dev}/templates/sword/items/new`, {
    as: 'owner',
    server,
  });
  await screen.findByLabelText(/^The max/);
  return opened;
}

test('the item form shows broken conditions and warnings at their fields while values are typed', async () => {
  shows('4.rules.form', '4.rules.same');
  const { user } = await openNew(await startTestServer());
  await user.type(input('min'), '30');
  await user.type(input('max'), '2');
  await screen.findByText(minBelowMax.message);
  expect(input('min').getAttribute('aria-invalid')).toBe('true');
  await user.type(input('max'), '00');
  // The condition is of another field than the one that is typed in.
  await waitFor(() => expect(screen.queryByText(minBelowMax.message)).toBeNull());
  expect(await screen.findByText(highMax.message)).toHaveProperty('role', 'status');
  await user.type(input('max'), '{Backspace}');
  await waitFor(() => expect(screen.queryByText(highMax.message)).toBeNull());
  expect(screen.queryByText(minBelowMax.message)).not.toBeNull();
});

test('an item that breaks a condition is not sent, and the first one has the focus', async () => {
  shows('4.rules.form');
  const server = await startTestServer();
  const { user } = await openNew(server);
  await user.type(screen.getByLabelText(/^Label/), 'One');
  await user.type(input('max'), '50');
  await user.click(screen.getByRole('button', { name: 'Add group' }));
  await user.type(await screen.findByLabelText(/weight/), '60');
  await screen.findByText(sumOfDrops.message);
  await screen.findByText(dropBelowMax.message);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(document.activeElement?.closest('[data-wrong]')).not.toBeNull());
  const items = await server.app.deps.database.query('select 1 from items where label = $1', ['One']);
  expect(items).toEqual([]);
});

test('the editor adds a condition by keyboard, names its error and the fields that it can use, and saves it', async () => {
  shows('4.rules.editor');
  const server = await startTestServer();
  await saveTemplate(server, 'sword', ruledFields({}), { label: 'Sword' });
  const { choose, user, settings } = await renderEditorPart(<SettingsPanel />, { server, templateId: 'sword' });
  choose('min');
  screen.getByRole('button', { name: 'Add condition' }).focus();
  await user.keyboard('{Enter}');
  const condition = screen.getByRole('textbox', { name: 'Condition of Condition 1' });
  await waitFor(() => expect(document.activeElement).toBe(condition));
  await user.keyboard('stats.min <= maxi');
  await screen.findByText('there is no field maxi here (character 14)');
  expect(condition.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Fields: max, stats.min, drops')).toBeTruthy();
  await user.keyboard('{Backspace}');
  await waitFor(() => expect(condition.getAttribute('aria-invalid')).not.toBe('true'));
  await user.type(screen.getByRole('textbox', { name: 'Message of Condition 1' }), 'is too high');
  await user.click(screen.getByRole('checkbox', { name: 'Only warn about Condition 1' }));
  expect(settings('min').rules).toEqual([
    { name: 'Condition 1', condition: 'stats.min <= max', message: 'is too high', warning: true },
  ]);
  choose('weight');
  await user.click(screen.getByRole('button', { name: 'Add condition' }));
  expect(await screen.findByText('Fields: weight, item')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Remove Condition 1' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add condition' }));
  expect(settings('weight')).not.toHaveProperty('rules');
});
