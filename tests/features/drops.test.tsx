import { dropChances } from '@quartermaster/contract/content/drop-chances.ts';
import { dropKey, toNest } from '@quartermaster/contract/content/drop-nest.ts';
import { broughtBy, triesUntil } from '@quartermaster/contract/content/drop-tries.ts';
import { rollDrops, waitsBy } from '@quartermaster/contract/content/roll-drops.ts';
import { drops } from '@quartermaster/contract/endpoints/drops.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { imageBody } from '../support/image-body.ts';
import { field, inOrder, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';
import { pixel } from './pixel.ts';

const swordFields = inOrder([field('picture', 'item-link', { templateId: 'image', picture: true })]);
const tableFields = inOrder([
  field('drops', 'dynamic-group'),
  field('item', 'item-link', { parentId: 'drops', templateId: 'sword' }),
  field('chance', 'weight', { parentId: 'drops' }),
]);
const chestFields = inOrder([
  field('loot', 'dynamic-group'),
  field('table', 'item-link', { parentId: 'loot', templateId: 'table' }),
  field('next', 'item-link', { parentId: 'loot', templateId: 'chest' }),
  field('odds', 'weight', { parentId: 'loot', label: 'Odds' }),
]);

/** A chest that opens two tables: a common one with Iron and Steel, and a rare one with Epic, which has a picture. */
async function startChests() {
  const server = await startTestServer();
  await saveTemplate(server, 'sword', swordFields);
  await saveTemplate(server, 'table', tableFields);
  await saveTemplate(server, 'chest', chestFields);
  const { id: picture } = await saveOne(server, imageBody(pixel));
  const swords = await saveAll(server, [
    saveBody('sword', swordFields, {}, { label: 'Iron' }),
    saveBody('sword', swordFields, {}, { label: 'Steel' }),
    saveBody('sword', swordFields, { picture }, { label: 'Epic' }),
  ]);
  const [iron = 0, steel = 0, epic = 0] = swords.map(({ id }) => id);
  const saveTable = async (label: string, rows: { item?: number; chance: number }[]) =>
    (await saveOne(server, saveBody('table', tableFields, { drops: rows }, { label }))).id;
  const common = await saveTable('Common', [
    { item: iron, chance: 3 },
    { item: steel, chance: 1 },
  ]);
  const rare = await saveTable('Rare', [{ item: epic, chance: 1 }, { chance: 3 }]);
  const loot = [
    { table: common, odds: 80 },
    { table: rare, odds: 20 },
    { table: rare, odds: 0 },
  ];
  const { id } = await saveOne(server, saveBody('chest', chestFields, { loot }, { label: 'Chest' }));
  const nestOf = async (weights: readonly [number, number]) => {
    const body = { rows: [common, rare].map((table) => [{ template_id: 'table', id: table }]) };
    const { items } = await server.call(
      drops.list,
      { params: { instanceId: server.studio.dev }, body },
      { as: 'owner' },
    );
    return toNest(
      [
        { weight: weights[0], item: common },
        { weight: weights[1], item: rare },
      ],
      items,
    );
  };
  const path = `/instance/${server.studio.dev}/templates/chest/items/${id}/edit`;
  return { server, id, path, nestOf, epic, rare };
}

const dialog = () => screen.findByRole('dialog', { name: 'Drops by Odds' });
const untilRolled = async (rolls: number) => within(await dialog()).findByText(`${numberText(rolls)} rolls`);
const results = async () =>
  within(within(await dialog()).getByRole('region', { name: 'Results' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('th, td')].slice(0, -1).map(({ textContent }) => textContent));
const figures = async () =>
  Object.fromEntries(
    [...(await dialog()).querySelectorAll('dl > div')].map((one) => [
      one.querySelector('dt')?.textContent,
      one.querySelector('dd')?.textContent,
    ]),
  );

test('drops are followed through tables: the chance of each, what tries bring, and what was rolled', async () => {
  shows('5.numbers.drops-panel', '5.numbers.drops-rolls');
  const { server, path, nestOf } = await startChests();
  const { user } = await renderConsole(path, { as: 'owner', server });
  await user.click(await screen.findByRole('button', { name: 'Roll 10,000' }));
  await untilRolled(10_000);
  const { tables, names } = await nestOf([80, 20]);
  const input = { tables, seed: '1', targets: [], guarantee: null, waitsBy: 1 };
  const rows = (rolls: number) => {
    const { counts } = rollDrops(input, rolls);
    return [
      ['Iron', '60%', '60 ± 4.9', '100%', '1.67'],
      ['Steel', '20%', '20 ± 4', 'over 99.9%', '5'],
      ['No drop', '15%', '15 ± 3.57', 'over 99.9%', '6.67'],
      ['Epic', '5%', '5 ± 2.18', '99.4%', '20'],
    ].map(([label = '', ...more]) => {
      const index = names.findIndex(
        (name, at) => at > 0 && (name && 'item' in name ? name.item.label : 'No drop') === label,
      );
      return [label, ...more, numberText(counts[index] ?? 0)];
    });
  };
  expect(await results()).toEqual(rows(10_000));
  // Next to labels of items with a picture.
  expect((await dialog()).querySelectorAll('img')).toHaveLength(1);
  expect((await dialog()).textContent).toContain('1 row without a weight: never drawn');
  await user.click(within(await dialog()).getByRole('button', { name: 'Roll 1,000,000' }));
  await untilRolled(1_000_000);
  expect(await results()).toEqual(rows(1_000_000));
});

test('a target and a guarantee say how many tries it takes, and the address has them', async () => {
  shows('5.numbers.drops-panel');
  const { server, path, nestOf, epic } = await startChests();
  const view = await renderConsole(path, { as: 'owner', server });
  await view.user.click(await screen.findByRole('button', { name: 'Roll 10,000' }));
  const panel = within(await dialog());
  const type = async (label: string, text: string) => {
    await view.user.clear(panel.getByLabelText(label));
    await view.user.type(panel.getByLabelText(label), text);
  };
  await view.user.click(await panel.findByRole('combobox', { name: 'Target' }));
  await view.user.click(await screen.findByRole('option', { name: 'Epic' }));
  await type('Tries', '30');
  await type('Guarantee', '90');
  await type('Seed', 'abc');
  const { tables, names } = await nestOf([80, 20]);
  const target = names.findIndex((name) => dropKey(name) === `item:${epic}`);
  const chances = dropChances(tables, new Set([target]));
  const until = triesUntil(chances.target, 90);
  const brought = broughtBy({ tries: 30, target: chances.target, guarantee: 90 });
  const result = chances.results.find(({ index }) => index === target);
  const mean = result && brought(result).mean.toPrecision(3);
  expect(await figures()).toMatchObject({
    'Chance of a try': '5%',
    'Expected in 30 tries': expect.stringMatching(new RegExp(`^${Number(mean)} ± `)),
    'Tries until the first one': expect.stringMatching(new RegExp(`^${Number(until.mean.toPrecision(3))} ± `)),
    'Half of all players': 'within 14',
    '99 of 100 players': 'within 90',
    'Guaranteed by': 'try 90',
  });
  await untilRolled(10_000);
  const by = waitsBy(chances.target, 90);
  const rolled = rollDrops({ tables, seed: 'abc', targets: [target], guarantee: 90, waitsBy: by }, 10_000);
  expect((await results()).find(([label]) => label === 'Epic')?.[5]).toBe(numberText(rolled.counts[target] ?? 0));
  // The chart has the same numbers as a table.
  const chart = within(panel.getByRole('figure'));
  await view.user.click(chart.getByText('Numbers'));
  const ranges = chart.getAllByRole('row').slice(1);
  expect(ranges).toHaveLength(30);
  expect(ranges[0]?.textContent).toContain(`${Number(((100 * (rolled.waits[0] ?? 0)) / rolled.hits).toPrecision(3))}%`);

  const query = new URLSearchParams({
    drops: 'loot.odds',
    tries: '30',
    target: `item:${epic}`,
    guarantee: '90',
    seed: 'abc',
  });
  await waitFor(() => expect(new URLSearchParams(view.path().split('?')[1])).toEqual(query));
  const before = await figures();
  view.close();
  // The address opens the panel with the same inputs.
  const again = await renderConsole(`${path}?${query}`, { as: 'owner', server });
  await untilRolled(10_000);
  expect(await figures()).toEqual(before);
  await again.user.click(within(await dialog()).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(again.path()).toBe(path));
});

test('a wrong number says what it can be, and a table can be the target', async () => {
  shows('5.numbers.drops-panel');
  const { server, path, rare } = await startChests();
  const { user } = await renderConsole(`${path}?drops=loot.odds&target=item:${rare}`, { as: 'owner', server });
  await untilRolled(10_000);
  expect(await figures()).toMatchObject({ 'Chance of a try': '20%', 'Tries until the first one': '5 ± 4.47' });
  const panel = within(await dialog());
  await user.type(panel.getByLabelText('Tries'), '000000');
  expect(await panel.findByText('A whole number from 1 to 10,000')).toBeTruthy();
  // The last valid one counts, also while the input is empty.
  await user.clear(panel.getByLabelText('Tries'));
  expect(panel.getByRole('columnheader', { name: 'In 10,000 tries' })).toBeTruthy();
  await user.click(panel.getByLabelText('Clear'));
  await user.type(panel.getByLabelText('Guarantee'), '2');
  expect(await panel.findByText('Choose a target')).toBeTruthy();
});

test('marks and bars of the rolls have one scale, also with a guarantee', async () => {
  shows('5.numbers.drops-rolls');
  const { server, path, epic } = await startChests();
  await renderConsole(`${path}?drops=loot.odds&target=item:${epic}&guarantee=1`, { as: 'owner', server });
  await untilRolled(10_000);
  const bars = () =>
    [...(screen.getByRole('region', { name: 'Results' }).querySelectorAll<HTMLElement>('td > [style]') ?? [])].map(
      ({ style }) => ['--exact', '--rolled'].map((name) => Number(style.getPropertyValue(name))),
    );
  expect(bars()).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
    [1, 1],
  ]);
});

test('the rows as they are in the form are drawn, and those that never end are refused by name', async () => {
  shows('5.numbers.drops-panel', '5.numbers.drops-cycles');
  const { server, path } = await startChests();
  const { user } = await renderConsole(path, { as: 'owner', server });
  const odds = async (row: number) =>
    within(await screen.findByRole('listitem', { name: `The loot row ${row}` })).getByLabelText(/^Odds/);
  await user.clear(await odds(1));
  await user.click(await screen.findByRole('button', { name: 'Roll 10,000' }));
  await untilRolled(10_000);
  expect((await results()).map(([label, chance]) => [label, chance])).toEqual([
    ['No drop', '75%'],
    ['Epic', '25%'],
  ]);
  await user.click(within(await dialog()).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const row = within(await screen.findByRole('listitem', { name: 'The loot row 2' }));
  await user.click(row.getAllByRole('button', { name: 'Clear' })[0] as HTMLElement);
  await user.click(row.getByRole('combobox', { name: /^The next/ }));
  await user.click(await screen.findByRole('option', { name: /Chest/ }));
  await user.click(await screen.findByRole('button', { name: 'Roll 10,000' }));
  expect((await within(await dialog()).findByRole('alert')).textContent).toContain(
    'These drops never end: Chest → Chest. Remove one of these links, or its weight.',
  );
  // It would not help.
  expect(within(await dialog()).queryByRole('button', { name: 'Try again' })).toBeNull();
});
