import { computeValues } from '@quartermaster/contract/conditions/compute-values.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';

const fields = inOrder([
  field('damage', 'integer', { label: 'Damage' }),
  field('speed', 'float', { label: 'Speed' }),
  field('dps', 'computed-number', { label: 'DPS', unit: 'hp', formula: 'damage / speed', help: 'Per second' }),
  field('title', 'computed-text', { label: 'Title', formula: '"D" + string(int(damage))' }),
  field('isStrong', 'computed-boolean', { label: 'Strong', formula: 'damage > 10' }),
  field('hits', 'dynamic-group', { label: 'Hits' }),
  field('amount', 'integer', { parentId: 'hits', label: 'Amount' }),
  field('share', 'computed-number', { parentId: 'hits', label: 'Share', formula: 'amount / item.damage' }),
]);
const values = { damage: 12, speed: 2, hits: [{ amount: 3 }, { amount: 6 }] };

const input = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const described = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

async function openItem() {
  const server = await startTestServer();
  await saveTemplate(server, 'weapon', fields, { label: 'Weapon' });
  const { id } = await saveOne(server, saveBody('weapon', fields, values, { label: 'Axe' }));
  const path = `/instance/${server.studio.dev}/templates/weapon/items`;
  return { ...(await renderConsole(`${path}/${id}/edit`, { as: 'owner', server })), path };
}

test('the form computes values while they are typed, and does not let them be edited', async () => {
  shows('4.computed.live');
  const { user, untilPath, path } = await openItem();
  await waitFor(() => expect(input(/^DPS/).value).toBe('6'));
  expect([input('Title').value, input('Strong').value]).toEqual(['D12', 'True']);
  expect(input(/^DPS/).readOnly).toBe(true);
  await user.type(input(/^DPS/), '7');
  expect(input(/^DPS/).value).toBe('6');
  await user.clear(input('Damage'));
  await waitFor(() => expect([input(/^DPS/).value, input('Title').value, input('Strong').value]).toEqual(['', '', '']));
  await user.type(input('Damage'), '3');
  await waitFor(() => expect([input(/^DPS/).value, input('Strong').value]).toEqual(['1.5', 'False']));
  const row = await screen.findByRole('listitem', { name: 'Hits row 2' });
  await waitFor(() => expect(within(row).getByLabelText<HTMLInputElement>(/^Share/).value).toBe('2'));
  await user.keyboard('{Control>}{Enter}{/Control}');
  await untilPath(path);
  expect(await screen.findByText('1.5')).toBeTruthy();
});

test('the form says why a value cannot be computed, and saves the item', async () => {
  shows('4.computed.fails');
  const { user, untilPath, path } = await openItem();
  await waitFor(() => expect(described(input(/^DPS/))).toContain('Per second'));
  await user.clear(input('Speed'));
  await user.type(input('Speed'), '0');
  expect(await screen.findByText('Cannot be computed: division by zero')).toBeTruthy();
  expect(described(input(/^DPS/))).toContain('Per second');
  expect(input(/^DPS/).getAttribute('aria-invalid')).not.toBe('true');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await untilPath(path);
});

test('a formula is compiled while it is typed, tried in the preview, and the save names what is computed', async () => {
  shows('4.computed.editor', '4.computed.live', '4.computed.again');
  const server = await startTestServer();
  await saveTemplate(server, 'weapon', fields, { label: 'Weapon' });
  await saveOne(server, saveBody('weapon', fields, values, { label: 'Axe' }));
  const { user } = await renderConsole(`/instance/${server.studio.dev}/templates/weapon/edit`, { as: 'owner', server });
  await user.click(await screen.findByRole('treeitem', { name: /DPS/ }));
  const formula = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Formula/ });
  await user.clear(await screen.findByRole('textbox', { name: /^Formula/ }));
  await user.type(formula(), 'damage * sped');
  expect(await screen.findByText('there is no field sped here (character 10)')).toBeTruthy();
  expect(formula().getAttribute('aria-invalid')).toBe('true');
  await user.type(formula(), '{Backspace}{Backspace}eed');
  await waitFor(() => expect(formula().getAttribute('aria-invalid')).not.toBe('true'));
  await user.click(screen.getByRole('tab', { name: 'Preview form' }));
  await user.type(await screen.findByLabelText('Damage'), '5');
  await user.type(input('Speed'), '3');
  await waitFor(() => expect(input(/^DPS/).value).toBe('15'));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  const dialog = await screen.findByRole('dialog');
  await waitFor(() => expect(dialog.textContent).toContain('1 computed field is computed again in 1 item.'));
  expect(dialog.textContent).toContain('Its values are computed by the formula');
});

test('conditions in the form read the computed values, and are shown at computed fields', async () => {
  shows('4.computed.live');
  const server = await startTestServer();
  const ruled = fields.map((one) =>
    one.id === 'dps'
      ? field('dps', 'computed-number', {
          ...one.settings,
          order: one.order,
          rules: [{ name: 'weak', condition: 'dps >= 3', message: 'Too weak' }],
        })
      : one,
  );
  await saveTemplate(server, 'weapon', ruled, { label: 'Weapon' });
  const { id } = await saveOne(server, saveBody('weapon', ruled, values, { label: 'Axe' }));
  const path = `/instance/${server.studio.dev}/templates/weapon/items`;
  const { user, untilPath } = await renderConsole(`${path}/${id}/edit`, { as: 'owner', server });
  await user.clear(await screen.findByLabelText('Damage'));
  await user.type(input('Damage'), '4');
  expect(await screen.findByText('Too weak')).toBeTruthy();
  expect(input(/^DPS/).getAttribute('aria-invalid')).toBe('true');
  await user.type(input('Damage'), '0');
  await waitFor(() => expect(screen.queryByText('Too weak')).toBeNull());
  await user.keyboard('{Control>}{Enter}{/Control}');
  await untilPath(path);
});

test('the form computes as the contract does', () => {
  const { values: whole, failed } = computeValues(buildTree(fields), values);
  expect(whole).toEqual({
    ...values,
    dps: 6,
    title: 'D12',
    isStrong: true,
    hits: [
      { amount: 3, share: 0.25 },
      { amount: 6, share: 0.5 },
    ],
  });
  expect(failed.size).toBe(0);
  expect(computeValues(buildTree(fields), whole).values).toBe(whole);
});
