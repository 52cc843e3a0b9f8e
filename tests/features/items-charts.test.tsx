import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { views } from '@quartermaster/contract/endpoints/views.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';

const fields = inOrder([
  field('age', 'integer', { unit: 'years' }),
  field('height', 'float'),
  field('rank', 'choice', {
    options: [
      { id: 'high', label: 'High', color: 'red' },
      { id: 'low', label: 'Low' },
    ],
  }),
  field('crowned', 'date-time'),
  field('heir', 'item-link', { templateId: 'king' }),
]);

const kings: [label: string, values: ItemValues][] = [
  ['Old', { age: 70, height: 1.5, rank: 'high', crowned: '2026-01-05T10:00:00Z' }],
  ['Young', { age: 9, height: 1.25, rank: 'low', crowned: '2026-03-05T10:00:00Z' }],
  ['Queen', { age: 30, height: 1.75, rank: 'high', crowned: '2026-03-09T10:00:00Z' }],
  ['Nobody', {}],
];

/** Four items, of which the last has no values, in a list at this address. */
async function openKings(search = '?layout=chart') {
  const server = await startTestServer();
  await saveTemplate(server, 'king', fields);
  let heir: number | undefined;
  for (const [label, values] of kings) {
    const body = saveBody('king', fields, { ...values, ...(heir && { heir }) }, { label });
    heir = (await saveOne(server, body)).id;
  }
  const listPath = `/instance/${server.studio.dev}/templates/king/items`;
  const params = { instanceId: server.studio.dev, templateId: 'king' };
  return {
    params,
    listPath,
    ...(await renderConsole(listPath + search, { as: 'owner', server })),
  };
}

const rows = () => {
  const [, ...lines] = screen.getByRole('grid').querySelectorAll('tr');
  return lines.map((line) => line.querySelector('a')?.textContent);
};
const numbers = async (name: string) => {
  const table = await screen.findByRole('table', { name });
  const lines = [...table.querySelectorAll('tr')];
  return lines.map((line) => [...line.children].map(({ textContent }) => textContent).join(' | '));
};
const plot = (name: string) => screen.findByRole('slider', { name });
const choose = async (user: Awaited<ReturnType<typeof openKings>>['user'], menu: RegExp | string, entry: string) => {
  await user.click(await screen.findByRole('button', { name: menu }));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
};

test('a list is drawn beside its items, and says which numbers are drawn', async () => {
  shows('5.numbers.charts');
  const { user, path, listPath } = await openKings('');
  await screen.findByRole('row', { name: /Old/ });
  await user.click(await screen.findByRole('button', { name: 'Chart' }));
  await plot('The age, years');
  expect(path()).toBe(`${listPath}?layout=chart`);
  const table = await numbers('The age, years');
  expect(table[0]).toBe('The age | Values');
  expect(
    table
      .slice(1)
      .map((line) => Number(line.split(' | ')[1]))
      .reduce((sum, one) => sum + one),
  ).toBe(3);
  const statistics = within(screen.getByRole('region', { name: 'Chart' }));
  expect(statistics.getByText('109 years')).toBeTruthy();
  expect(statistics.getByText('30 years')).toBeTruthy();
  // One of the four items has none.
  expect(statistics.getByText('3 values')).toBeTruthy();
  expect(rows()).toEqual(['Old', 'Young', 'Queen', 'Nobody']);
  // Only what is drawn has a column.
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Label', 'The age']),
  );
  expect(screen.queryByRole('columnheader', { name: 'The height' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Numbers' }));
  expect(screen.queryByRole('slider')).toBeNull();
  expect(screen.getByRole('region', { name: 'The age, years' })).toBeTruthy();
});

test('menus choose the kind of a chart and its fields, which its address has', async () => {
  const { user, path, listPath } = await openKings();
  await plot('The age, years');
  await choose(user, 'Distribution', 'Points');
  await plot('The age by The height');
  expect(screen.getByText('3 items')).toBeTruthy();
  expect(path()).toBe(`${listPath}?layout=chart&chart=points%3Aheight%2Cage%2Crank`);
  expect(
    within(screen.getByRole('list', { name: 'Colours' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['●High', '◆Low']);
  expect(await numbers('The age by The height')).toEqual([
    'Item | The height | The age | The rank',
    'Old | 1.5 | 70 years | High',
    'Young | 1.25 | 9 years | Low',
    'Queen | 1.75 | 30 years | High',
  ]);
  // One field against itself would be nothing but a line.
  await choose(user, 'Y: The age', 'The height');
  await waitFor(() => expect(path()).toContain('chart=points%3Aage%2Cheight%2Crank'));
  await choose(user, 'Colour: The rank', 'None');
  await waitFor(() => expect(path()).toContain('chart=points%3Aage%2Cheight%2C-'));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Colours' })?.children).toHaveLength(0));
  await choose(user, 'Points', 'Over time');
  await plot('The crowned over time');
  expect((await numbers('The crowned over time')).filter((line) => !line.endsWith('| 0'))).toHaveLength(4);
  await choose(user, 'Over time', 'Amounts');
  expect(await numbers('Items by The rank')).toEqual(['The rank | Items', 'High | 2', 'Low | 1', 'None | 1']);
  await choose(user, 'Field: The rank', 'The heir');
  await waitFor(async () =>
    expect(await numbers('Items by The heir')).toEqual([
      'The heir | Items',
      'Old | 1',
      'Young | 1',
      'Queen | 1',
      'None | 1',
    ]),
  );
});

test('a brush by keys filters the list, and Escape clears it', async () => {
  const { user, path } = await openKings();
  const slider = await plot('The age, years');
  slider.focus();
  await user.keyboard('{ArrowRight}');
  expect(slider.getAttribute('aria-valuetext')).toMatch(/^\d+ to \d+ years: 1 value$|^9 years: 1 value$/);
  await user.keyboard('{End}');
  expect(slider.getAttribute('aria-valuetext')).toMatch(/1 value$/);
  await user.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  await waitFor(() => expect(rows()).toEqual(['Old']));
  expect(path()).toContain('filter=age%3Abetween');
  expect(screen.getByText(/in the brush/).textContent).toBe('1 in the brush');
  // The chart is of all that is not filtered by itself.
  expect(slider.getAttribute('aria-valuemax')).not.toBe('1');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(rows()).toHaveLength(4));
  await user.keyboard('{Home}{Enter}');
  await waitFor(() => expect(rows()).toEqual(['Young']));
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(rows()).toHaveLength(4));
});

test('a brush is drawn by the pointer, around points as around bars', async () => {
  const { path } = await openKings('?layout=chart&chart=points:height,age,rank');
  const slider = await plot('The age by The height');
  const { left, top, width, height } = slider.getBoundingClientRect();
  const at = (x: number, y: number) => ({
    clientX: left + x * width,
    clientY: top + (1 - y) * height,
    pointerId: 1,
    button: 0,
  });
  fireEvent.pointerDown(slider, at(0.3, 0.5));
  fireEvent.pointerMove(slider, at(0.7, 1));
  expect(slider.getAttribute('aria-valuetext')).toMatch(
    /^1 item, The height 1\.\d+ to 1\.\d+, The age \d+ to \d+ years$/,
  );
  fireEvent.pointerUp(slider, at(0.7, 1));
  await waitFor(() => expect(rows()).toEqual(['Old']));
  expect(path()).toMatch(/filter=height%3Abetween.*filter=age%3Abetween/);
});

test('Enter at a point opens its item', async () => {
  const { user, untilPath } = await openKings('?layout=chart&chart=points:height,age,rank');
  const slider = await plot('The age by The height');
  slider.focus();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(slider.getAttribute('aria-valuetext')).toBe('Old: The height 1.5, The age 70 years, High');
  const path = screen.getByRole('link', { name: 'Old' }).getAttribute('href') ?? '';
  await user.keyboard('{Enter}');
  await untilPath(path);
});

test('the point in use stays that of its item when others come or go', async () => {
  const server = await startTestServer();
  await saveTemplate(server, 'king', fields);
  const saved = [];
  for (const [label, values] of kings) saved.push(await saveOne(server, saveBody('king', fields, values, { label })));
  const browser = await server.signIn('admin');
  browser.follows = true;
  const path = `/instance/${server.studio.dev}/templates/king/items?layout=chart&chart=points:height,age,rank`;
  const { user, untilFollows, untilPath } = await renderConsole(path, { server, as: 'admin', browser });
  await untilFollows();
  const slider = await plot('The age by The height');
  slider.focus();
  await user.keyboard('{ArrowRight}');
  const text = 'Young: The height 1.25, The age 9 years, Low';
  expect(slider.getAttribute('aria-valuetext')).toBe(text);
  const youngPath = screen.getByRole('link', { name: 'Young' }).getAttribute('href') ?? '';
  const [label = '', before = {}] = kings[0] ?? [];
  const { age: _, ...values } = before;
  const [old] = saved;
  await saveOne(server, saveBody('king', fields, values, { label, ...old, before }));
  await waitFor(() => expect(slider.getAttribute('aria-valuemax')).toBe('2'));
  expect(slider.getAttribute('aria-valuetext')).toBe(text);
  await user.keyboard('{Enter}');
  await untilPath(youngPath);
});

test('a bar of an amount filters the list, and stays next to the others', async () => {
  const { user } = await openKings('?layout=chart&chart=amounts:rank');
  const bar = await screen.findByRole('button', { name: /^High/ });
  await user.click(bar);
  await waitFor(() => expect(rows()).toEqual(['Old', 'Queen']));
  expect(bar.getAttribute('aria-pressed')).toBe('true');
  await user.click(screen.getByRole('button', { name: /^None/ }));
  await waitFor(() => expect(rows()).toEqual(['Nobody']));
  await user.click(screen.getByRole('button', { name: /^None/ }));
  await waitFor(() => expect(rows()).toHaveLength(4));
});

test('a chart and its brush are saved with a view', async () => {
  const { user, server, params, path, listPath } = await openKings('?layout=chart&chart=distribution:height');
  const slider = await plot('The height');
  slider.focus();
  await user.keyboard('{End}{Enter}');
  await waitFor(() => expect(rows()).toEqual(['Queen']));
  await user.click(await screen.findByRole('button', { name: 'Views: All items' }));
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Views: All items' })).getByRole('button', { name: 'Save view' }),
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }));
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Tall{Enter}');
  await screen.findByRole('button', { name: 'Views: Tall' });
  const [view] = (await server.call(views.list, { params }, { as: 'owner' })).views;
  expect([view?.list.layout, view?.list.chart]).toEqual(['chart', 'distribution:height']);
  expect(view?.list.filters).toHaveLength(1);
  expect(path()).toBe(`${listPath}?view=${view?.id}`);
  await choose(user, 'Field: The height', 'The age');
  await screen.findByRole('button', { name: 'Views: Tall, changed' });
  expect(path()).toContain('chart=distribution%3Aage');
});

test('too many items and a failure each say what helps', async () => {
  const server = await startTestServer();
  await saveTemplate(server, 'king', fields);
  await saveOne(server, saveBody('king', fields, { age: 9 }, { label: 'Young' }));
  const refusal = (status: number, error: string, message: string) =>
    new Response(JSON.stringify({ status_code: status, error, message }), {
      status,
      headers: { 'content-type': 'application/json' },
    });
  let answer: Response | undefined;
  const open = () =>
    renderConsole(`/instance/${server.studio.dev}/templates/king/items?layout=chart`, {
      as: 'owner',
      server,
      intercept: (fetch) => async (input, init) =>
        answer && String(input instanceof Request ? input.url : input).endsWith('/chart')
          ? answer.clone()
          : fetch(input, init),
    });
  const message = 'More than 100,000 items match. Filter the list to draw it.';
  answer = refusal(422, 'invalid', message);
  const { user, close } = await open();
  await screen.findByText(message);
  await user.click(screen.getByRole('button', { name: 'Add a filter' }));
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'));
  close();
  answer = refusal(500, 'internal', 'It broke.');
  const again = await open();
  await screen.findByText('The chart could not be loaded');
  answer = undefined;
  await again.user.click(screen.getByRole('button', { name: 'Try again' }));
  await plot('The age, years');
});

test('a list without values says which one it lacks', async () => {
  const server = await startTestServer();
  await saveTemplate(server, 'king', fields);
  await saveOne(server, saveBody('king', fields, {}, { label: 'Nobody' }));
  await renderConsole(`/instance/${server.studio.dev}/templates/king/items?layout=chart`, { as: 'owner', server });
  await screen.findByText('No item of this list has a value of The age.');
});

test('a list that nothing can be drawn of has no chart', async () => {
  const plain = inOrder([field('motto', 'text')]);
  const server = await startTestServer();
  await saveTemplate(server, 'page', plain);
  await saveOne(server, saveBody('page', plain, { motto: 'Onward' }, { label: 'Page' }));
  await renderConsole(`/instance/${server.studio.dev}/templates/page/items?layout=chart`, { as: 'owner', server });
  await screen.findByRole('row', { name: /Page/ });
  expect(screen.queryByRole('group', { name: 'Layout' })).toBeNull();
});
