import { items } from '@quartermaster/contract/endpoints/items.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../../specification/shows.ts';
import { weapon } from '../../support/item-content.ts';
import { saveOne } from '../../support/sample-template.ts';
import { openGrid } from './open-grid.ts';

const chartButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Chart' });

const linesOf = (table: HTMLElement) =>
  [...table.querySelectorAll('tr')].map((row) => [...row.children].map(({ textContent }) => textContent).join(' | '));

type Opened = Awaited<ReturnType<typeof openGrid>>;

async function type({ user, cell }: Opened, row: number, header: string, text: string) {
  await user.click(cell(row, header));
  await user.keyboard(`${text}{Enter}`);
}

async function openChart({ user }: Opened) {
  await user.click(chartButton());
  return within(await screen.findByRole('dialog', { name: 'Before and after the edits' }));
}

test('the edits of a grid are drawn before they are saved, which changes nothing', async () => {
  shows('5.numbers.before-after-grid');
  const opened = await openGrid();
  const { user, server } = opened;
  expect(chartButton().disabled).toBe(true);
  await type(opened, 2, 'Notes', 'light');
  await type(opened, 0, 'Weight', '3');
  const dialog = await openChart(opened);
  // Of what is edited, the first field with numbers.
  expect(await dialog.findByRole('combobox', { name: 'Field of the chart' })).toHaveProperty('value', 'weight');
  expect(linesOf(await dialog.findByRole('table', { name: 'Statistics' }))[3]).toBe('sum | 1.5 | 3 | +100 %');
  expect(linesOf(dialog.getByRole('table', { name: 'Largest changes' }))[1]).toBe('Sword | 1.5 | 3 | +100 %');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // The rows of the check are deleted.
  await waitFor(async () =>
    expect(await server.app.deps.database.query('select state from imports', [])).toEqual([{ state: 'cancelled' }]),
  );
  // Further edits are drawn, too.
  await type(opened, 1, 'Cost', '100');
  const again = await openChart(opened);
  await user.selectOptions(await again.findByRole('combobox', { name: 'Field of the chart' }), 'Cost');
  await waitFor(async () =>
    expect(linesOf(await again.findByRole('table', { name: 'Statistics' }))[3]).toBe('sum | 410 | 420 | +2.4 %'),
  );
  const list = { params: { instanceId: server.studio.dev, templateId: 'weapon' }, body: { limit: 100 } };
  const saved = await server.call(items.list, list, { as: 'owner' });
  expect(saved.items.map(({ values }) => values.cost)).toEqual([120, 90, 200]);
});

test('what others have changed meanwhile is named above the chart', async () => {
  const opened = await openGrid();
  const { server, saved } = opened;
  await type(opened, 0, 'Cost', '150');
  const { fields, ...rest } = weapon('Sword', { cost: 130 });
  const changed = fields.map((one) => ({ ...one, status: 2 as const }));
  await saveOne(server, { ...rest, fields: changed, id: saved.weapons[0] ?? 0, version: 1 }, 'admin');
  const dialog = await openChart(opened);
  await dialog.findByText('1 row changed by others meanwhile and drawn with your edits.');
  expect(linesOf(await dialog.findByRole('table', { name: 'Statistics' }))[3]).toBe('sum | 420 | 440 | +4.8 %');
});

test('an invalid cell is gone to in place of a chart', async () => {
  const opened = await openGrid();
  await type(opened, 0, 'Cost', 'many');
  await opened.user.click(opened.cell(2, 'Notes'));
  await opened.user.click(chartButton());
  await screen.findByText('1 cell is invalid. Correct it, then open the chart again.');
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(opened.cell(0, 'Cost')));
});
