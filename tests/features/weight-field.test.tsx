import { rollWeights } from '@quartermaster/contract/content/roll-weights.ts';
import { shareText } from '@quartermaster/contract/content/share-text.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';

const fields = inOrder([
  field('drops', 'dynamic-group'),
  field('item', 'text', { parentId: 'drops', label: 'Item' }),
  field('inner', 'group', { parentId: 'drops' }),
  field('chance', 'weight', { parentId: 'inner', label: 'Chance', requiredSum: 100 }),
  field('alone', 'weight', { label: 'Alone', requiredSum: 1 }),
]);
const rows = (...weights: (number | null)[]) =>
  weights.map((chance, place) => ({ item: `item ${place}`, ...(chance !== null && { chance }) }));

async function startServer() {
  const server = await startTestServer();
  await saveTemplate(server, 'chest', fields, { label: 'Chest' });
  const save = async (...weights: (number | null)[]) => {
    const body = saveBody('chest', fields, { drops: rows(...weights), alone: 5 });
    const answer = await server.send(items.save, { params: { instanceId: server.studio.dev }, body }, { as: 'owner' });
    return answer.status === 200 ? 200 : (answer.body as { fields: unknown }).fields;
  };
  return { server, save };
}

test('the server requires the sum of a group, with the tolerance of a millionth', async () => {
  shows('4.types.weight-sum');
  const { save } = await startServer();
  const wrong = (sum: number) => ({ 'fields.chance.0': `the rows sum to ${sum} and should sum to 100` });
  expect(await save(60, 40)).toBe(200);
  expect(await save(100, null)).toBe(200);
  expect(await save()).toBe(200);
  expect(await save(33.33333, 33.33333, 33.33334)).toBe(200);
  expect(await save(...Array.from({ length: 1000 }, () => 0.1))).toBe(200);
  expect(await save(33.333333, 33.333333, 33.333333)).toBe(200);
  expect(await save(33.33, 33.33, 33.33)).toEqual(wrong(99.99));
  expect(await save(60, 41)).toEqual(wrong(101));
  expect(await save(null, 50)).toEqual(wrong(50));
  expect(await save(null)).toEqual(wrong(0));
  expect(await save(-1, 101)).toEqual({ 'fields.chance.0': 'should be at least 0' });
});

async function openChest(...weights: (number | null)[]) {
  const { server } = await startServer();
  const { id } = await saveOne(server, saveBody('chest', fields, { drops: rows(100) }, { label: 'Chest' }));
  const path = `/instance/${server.studio.dev}/templates/chest/items`;
  const view = await renderConsole(`${path}/${id}/edit`, { as: 'owner', server });
  const chance = async (row: number) =>
    within(await screen.findByRole('listitem', { name: `The drops row ${row}` })).getByLabelText(/^Chance/);
  for (const [place, weight] of weights.entries()) {
    if (place > 0) await view.user.click(screen.getByRole('button', { name: 'Add group' }));
    await view.user.clear(await chance(place + 1));
    if (weight !== null) await view.user.type(await chance(place + 1), String(weight));
  }
  const shares = () => [...document.querySelectorAll('[data-share]')].map(({ textContent }) => textContent);
  return { ...view, path, chance, shares };
}

test('each row shows its share of the sum, live', async () => {
  shows('4.types.weight-share');
  const { user, chance, shares } = await openChest(60, 20);
  expect(shares()).toEqual(['75%', '25%']);
  await user.type(await chance(2), '0');
  expect(shares()).toEqual(['23.1%', '76.9%']);
  expect((await screen.findByText('Chance: 260 of 100')).dataset.wrong).toBe('true');
  await user.clear(await chance(2));
  expect(shares()).toEqual(['100%', '']);
  await user.click(screen.getByRole('button', { name: 'Delete The drops row 1' }));
  expect(shares()).toEqual(['']);
});

test('percentages that sum to 100 are not repeated as shares', async () => {
  const { server } = await startServer();
  const percent = fields.map((one) =>
    one.id === 'chance' ? { ...one, settings: { ...one.settings, unit: '%' } } : one,
  );
  await saveTemplate(server, 'chest', percent as typeof fields, { label: 'Chest', version: 1 });
  const { id } = await saveOne(server, saveBody('chest', percent as typeof fields, { drops: rows(60, 40) }));
  await renderConsole(`/instance/${server.studio.dev}/templates/chest/items/${id}/edit`, { as: 'owner', server });
  await screen.findByRole('listitem', { name: 'The drops row 2' });
  expect([...document.querySelectorAll('[data-share]')].map(({ textContent }) => textContent)).toEqual(['', '']);
});

test('a wrong sum is refused at the first row, until another row makes it right', async () => {
  shows('4.types.weight-sum');
  const { user, chance, path, untilPath } = await openChest(60, 20);
  await user.keyboard('{Control>}{Enter}{/Control}');
  const reason = 'the rows sum to 80 and should sum to 100';
  expect(await screen.findByText(reason)).toBeTruthy();
  const first = await chance(1);
  await waitFor(() => expect(document.activeElement).toBe(first));
  await user.clear(await chance(2));
  await user.type(await chance(2), '40');
  await waitFor(() => expect(screen.queryByText(reason)).toBeNull());
  expect(screen.getByText('Chance: 100 of 100').dataset.wrong).toBeUndefined();
  await user.keyboard('{Control>}{Enter}{/Control}');
  await untilPath(path);
});

test('"Roll 10,000" shows how often each drop is drawn, the same for the same seed', async () => {
  shows('4.types.weight-roll');
  const { user } = await openChest(75, 25);
  await user.click(await screen.findByRole('button', { name: 'Roll 10,000' }));
  const dialog = await screen.findByRole('dialog', { name: 'Drops by Chance' });
  await within(dialog).findByText('10,000 rolls');
  const drawn = () =>
    within(dialog)
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.querySelectorAll('td, th')].map(({ textContent }) => textContent));
  const first = drawn();
  const [most, least] = rollWeights([75, 25], 10_000, '1');
  expect(first).toEqual([
    ['item 0', '75%', '75 ± 4.33', '100%', '1.33', most?.toLocaleString('en'), ''],
    ['No drop', '25%', '25 ± 4.33', 'over 99.9%', '4', least?.toLocaleString('en'), ''],
  ]);
  const seed = within(dialog).getByLabelText('Seed');
  await user.type(seed, '2');
  await waitFor(() => expect(drawn()).toHaveLength(2));
  await within(dialog).findByText('10,000 rolls');
  expect(drawn()).not.toEqual(first);
  await user.type(seed, '{Backspace}');
  await within(dialog).findByText('10,000 rolls');
  expect(drawn()).toEqual(first);
});

test('rolls follow the weights, and never draw a weight of zero', () => {
  shows('4.types.weight-roll');
  for (const seed of ['', '1', 'a longer seed', '剣']) {
    const counts = rollWeights([50, 0, null, 30, 20, 'x'], 10_000, seed);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(10_000);
    expect([counts[1], counts[2], counts[5]]).toEqual([0, 0, 0]);
    // Four standard deviations of a binomial distribution.
    for (const [place, share] of [
      [0, 0.5],
      [3, 0.3],
      [4, 0.2],
    ] as const) {
      expect(Math.abs((counts[place] ?? 0) - 10_000 * share)).toBeLessThan(4 * Math.sqrt(10_000 * share * (1 - share)));
    }
    expect(rollWeights([50, 0, null, 30, 20, 'x'], 10_000, seed)).toEqual(counts);
  }
  expect(rollWeights([1, 1], 1000, 'a')).not.toEqual(rollWeights([1, 1], 1000, 'b'));
  expect(rollWeights([0, null], 1000, 'a')).toEqual([0, 0]);
  expect(rollWeights([], 1000, 'a')).toEqual([]);
  // Changing this changes what designers have seen.
  expect(rollWeights([75, 25], 10_000, '1')).toEqual([7465, 2535]);
});

test('a share has one digit, small ones two', () => {
  expect([
    shareText(1, 3),
    shareText(0.0005, 1),
    shareText(0, 1),
    shareText(1, 1),
    shareText(1, 0),
    shareText(null, 1),
  ]).toEqual(['33.3%', '0.05%', '0%', '100%', '', '']);
});
