import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { outlineOf } from '../../src/features/items/aside/outline-entries.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { saveWeapons, weaponFields } from '../support/item-content.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';

const button = () => screen.findByRole('button', { name: 'Used by, links and history' });
const panel = () => screen.findByRole('complementary', { name: 'About this item' });
const title = (id: number) => screen.findByRole('heading', { level: 1, name: `Weapon | # ${id}` });

test('next to a form, a panel shows uses, links and history once it is open, and stays open for the next item', async () => {
  shows('4.designers.aside', '4.designers.name');
  const server = await startTestServer();
  const { iron, weapons } = await saveWeapons(server, (material) => [
    ['Sword', { cost: 1, material }],
    ['Axe', { cost: 2 }],
  ]);
  const [sword = 0, axe = 0] = weapons;
  await saveOne(
    server,
    saveBody(
      'weapon',
      weaponFields,
      { cost: 3, material: iron },
      { before: { cost: 1, material: iron }, id: sword, version: 1, label: 'Sword' },
    ),
  );
  const calls: string[] = [];
  const { user } = await renderConsole(`/instance/${server.studio.dev}/templates/weapon/items/${sword}/edit`, {
    as: 'owner',
    server,
    intercept: (fetch) => (input, init) => {
      const [asked] = String(input).match(/uses|history/) ?? [];
      if (asked) calls.push(asked);
      return fetch(input, init);
    },
  });
  const name = await screen.findByTitle('Sword');
  expect(name.closest('header')?.contains(await title(sword))).toBe(true);
  expect((await button()).getAttribute('aria-expanded')).toBe('false');
  expect(screen.getByRole('button', { name: 'Used by' })).toBeTruthy();
  expect(calls).toEqual([]);

  await user.click(await button());
  const open = within(await panel());
  expect(await open.findByText('No other item links to this one.')).toBeTruthy();
  expect((await open.findByRole('link', { name: 'Iron' })).getAttribute('href')).toContain(`/material/items/${iron}/`);
  const versions = async () =>
    (await open.findAllByText('owner')).map((by) =>
      by.closest('li')?.textContent?.replace(/a moment ago|\d+ \w+ ago/, ' '),
    );
  expect(await versions()).toEqual(['owner Cost 1 → 3', 'owner Created with 2 fields']);
  expect(open.getByRole('link', { name: 'All versions' }).getAttribute('href')).toMatch(/\/history$/);
  expect(calls.toSorted()).toEqual(['history', 'uses']);
  expect(screen.queryByRole('button', { name: 'Used by' })).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Next item' }));
  await title(axe);
  expect(await within(await panel()).findByText('It links to no other item.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Close the panel' }));
  expect(screen.queryByRole('complementary', { name: 'About this item' })).toBeNull();
  await waitFor(async () => expect(document.activeElement).toBe(await button()));
  expect(screen.getByRole('button', { name: 'Used by' })).toBeTruthy();
});

const groups = ['attack', 'defence'];
const longFields = inOrder([
  field('title', 'text'),
  field('luck', 'group'),
  field('odds', 'integer', { parentId: 'luck' }),
  ...groups.flatMap((group) => [
    field(group, 'group'),
    ...Array.from({ length: 24 }, (_, place) => field(`${group}_${place}`, 'integer', { parentId: group })),
  ]),
  field('levels', 'dynamic-group'),
  field('level', 'text', { parentId: 'levels' }),
  field('lines', 'dynamic-group'),
  field('line', 'text', { parentId: 'lines' }),
]);

async function openLong(width?: number) {
  const server = await startTestServer();
  await saveTemplate(server, 'long', longFields, { label: 'Long' });
  const values = { levels: [{ level: '60' }, { level: '75' }], lines: [{ line: 'A line that is longer than a word' }] };
  const { id } = await saveOne(server, saveBody('long', longFields, values, { label: 'One' }));
  if (width !== undefined) {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
    onTestFinished(() => void vi.restoreAllMocks());
  }
  const opened = await renderConsole(`/instance/${server.studio.dev}/templates/long/items/${id}/edit`, {
    as: 'owner',
    server,
  });
  await screen.findByRole('region', { name: 'The levels' });
  return opened;
}

test('a long form has an outline, short single values are tags, and a group of one field has no frame', async () => {
  shows('4.designers.outline', '4.designers.tags', '4.designers.line');
  const { user } = await openLong();
  const outline = within(screen.getByRole('navigation', { name: 'Groups of the form' }));
  const entries = outline.getAllByRole('button');
  const labels = ['The luck', 'The attack', 'The defence', 'The levels', 'The lines'];
  expect(entries.map(({ textContent }) => textContent)).toEqual(labels);
  await user.click(outline.getByRole('button', { name: 'The defence' }));
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'The defence' }));
  expect(entries.map((entry) => entry.getAttribute('aria-current'))).toEqual([null, null, 'true', null, null]);

  const isTags = (name: string) => screen.getByRole('region', { name }).querySelector('[data-tags]') !== null;
  expect([isTags('The levels'), isTags('The lines')]).toEqual([true, false]);
  const [alone, framed] = ['The luck', 'The attack'].map((name) => screen.getByRole('group', { name }).className);
  expect(alone).not.toBe(framed);
});

test('below 1,280 px of the console there is neither outline nor panel', async () => {
  shows('4.designers.aside', '4.designers.outline');
  localStorage.setItem('quartermaster:item-aside', 'open');
  await openLong(1279);
  expect(screen.queryByRole('navigation', { name: 'Groups of the form' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Used by, links and history' })).toBeNull();
  expect(screen.queryByRole('complementary', { name: 'About this item' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Used by' })).toBeTruthy();
});

test('a form of 19 fields, or of one group, has no outline', () => {
  shows('4.designers.outline');
  const entriesOf = (groupsWith: readonly number[]) =>
    outlineOf(
      buildTree(
        inOrder(
          groupsWith.flatMap((count, group) => [
            field(`group_${group}`, 'group'),
            ...Array.from({ length: count }, (_, place) =>
              field(`of_${group}_${place}`, 'integer', { parentId: `group_${group}` }),
            ),
          ]),
        ),
      ),
    ).length;
  expect([entriesOf([10, 9]), entriesOf([10, 10]), entriesOf([20])]).toEqual([0, 2, 0]);
});
