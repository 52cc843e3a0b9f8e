import { comments } from '@quartermaster/contract/endpoints/comments.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';

const fields = inOrder([
  field('bonuses', 'dynamic-group', { label: 'Bonuses' }),
  field('stat', 'text', { parentId: 'bonuses', label: 'Stat' }),
]);
const values = { bonuses: [{ stat: 'Strength' }, { stat: 'Wisdom' }, { stat: 'Luck' }] };

/** The form of an item with three rows, of which the second one has a comment. */
async function openRows(query = '') {
  const server = await startTestServer();
  await saveTemplate(server, 'thing', fields);
  const { id } = await saveOne(server, saveBody('thing', fields, values, { label: 'Axe' }));
  const params = { instanceId: server.studio.dev };
  const about = { about: 'item', template_id: 'thing', item_id: id } as const;
  const body = { ...about, field_id: 'stat', rows: [1], version: 1, text: 'Too wise' };
  await server.call(comments.create, { params, body }, { as: 'owner' });
  const path = `/instance/${server.studio.dev}/templates/thing/items/${id}/edit${query}`;
  const browser = await server.signIn('owner');
  browser.follows = true;
  const view = await renderConsole(path, { server, as: 'owner', browser });
  await screen.findByRole('button', { name: '1 comment on Stat' });
  const list = async () => (await server.call(comments.list, { params, query: about }, { as: 'owner' })).threads;
  /** Saves other rows, as somebody else. */
  const saveRows = (bonuses: { stat: string }[], before: { stat: string }[], version: number) =>
    saveOne(
      server,
      saveBody('thing', fields, { bonuses }, { label: 'Axe', before: { bonuses: before }, id, version }),
      'admin',
    );
  return { ...view, server, browser, path, list, saveRows };
}

const [strength, wisdom, luck] = values.bonuses as [{ stat: string }, { stat: string }, { stat: string }];

/** Begins a comment on the row of a value; returns its input. */
async function beginOn(value: string, text: string, { user }: Pick<Awaited<ReturnType<typeof openRows>>, 'user'>) {
  await user.click(screen.getByDisplayValue(value));
  await user.keyboard('{Control>}{Alt>}m{/Alt}{/Control}');
  const panel = within(await screen.findByRole('region', { name: 'Comments' }));
  const input = await panel.findByRole('textbox', { name: /^Comment on Bonuses row/ });
  await user.type(input, text);
  return input;
}

/** The value of the field at which the bubble stands. */
const commented = () => {
  const bubble = screen.getByRole('button', { name: '1 comment on Stat' });
  return bubble.closest('[data-field]')?.querySelector('textarea')?.value;
};

test('a bubble stands at the field of its row, before and after the row is moved and saved', async () => {
  shows('5.comments.row-bubbles');
  const { user, list } = await openRows();
  expect(commented()).toBe('Wisdom');
  screen.getByRole('button', { name: 'Move Bonuses row 2' }).focus();
  await user.keyboard('{ArrowUp}');
  await waitFor(() =>
    expect(
      screen.getAllByDisplayValue(/Strength|Wisdom|Luck/).map((input) => (input as HTMLTextAreaElement).value),
    ).toEqual(['Wisdom', 'Strength', 'Luck']),
  );
  expect(commented()).toBe('Wisdom');
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(async () => expect(await list()).toMatchObject([{ rows: [0], quote: 'Wisdom' }]));
  await waitFor(() => expect(commented()).toBe('Wisdom'));
});

test('a thread is begun at the row where its field is saved, also after rows were moved', async () => {
  shows('5.comments.row-bubbles');
  const { user, list } = await openRows();
  screen.getByRole('button', { name: 'Move Bonuses row 3' }).focus();
  await user.keyboard('{Home}');
  const luck = screen.getByDisplayValue('Luck');
  await waitFor(() => expect(screen.getAllByDisplayValue(/Strength|Wisdom|Luck/)[0]).toBe(luck));
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Bonuses row 1'));
  await user.click(luck);
  await user.keyboard('{Control>}{Alt>}m{/Alt}{/Control}');
  const panel = within(await screen.findByRole('region', { name: 'Comments' }));
  await user.type(await panel.findByRole('textbox', { name: /^Comment on Bonuses row/ }), 'Lucky?');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(async () => expect((await list())[1]).toMatchObject({ rows: [2], quote: 'Luck' }));
  await waitFor(() => {
    const bubbles = screen.getAllByRole('button', { name: '1 comment on Stat' });
    const at = bubbles.map((bubble) => bubble.closest('[data-field]')?.querySelector('textarea')?.value);
    expect(at).toEqual(['Luck', 'Wisdom']);
  });
});

test('a row that is not saved yet has no bubble', async () => {
  shows('5.comments.row-bubbles');
  const { user } = await openRows();
  await user.click(screen.getByRole('button', { name: /^Add/ }));
  const inputs = await waitFor(() => {
    const all = screen.getAllByRole('textbox', { name: 'Stat' });
    expect(all).toHaveLength(4);
    return all;
  });
  await user.hover(inputs[3] as HTMLElement);
  await user.click(inputs[3] as HTMLElement);
  expect(
    within(inputs[3]?.closest('[data-field]') as HTMLElement).queryByRole('button', { name: /omment/ }),
  ).toBeNull();
  await user.hover(inputs[0] as HTMLElement);
  await within(inputs[0]?.closest('[data-field]') as HTMLElement).findByRole('button', { name: 'Comment on Stat' });
});

test('a comment that is being written follows its row when somebody else moves it', async () => {
  shows('5.comments.row-bubbles', '5.comments.lost');
  const view = await openRows();
  const { user, list, saveRows } = view;
  const input = await beginOn('Luck', 'Lucky', view);
  expect(input.getAttribute('aria-label')).toBe('Comment on Bonuses row 3 / Stat');
  await saveRows([luck, strength, wisdom], values.bonuses, 1);
  await waitFor(() => expect(input.getAttribute('aria-label')).toBe('Comment on Bonuses row 1 / Stat'));
  expect(document.activeElement).toBe(input);
  await user.keyboard('?{Control>}{Enter}{/Control}');
  await waitFor(async () => expect((await list())[1]).toMatchObject({ rows: [0], quote: 'Luck' }));
});

test('a comment that is being written on a row is on the item once the row is deleted', async () => {
  shows('5.comments.row-bubbles', '5.comments.lost');
  const view = await openRows();
  const { user, list, saveRows } = view;
  const input = await beginOn('Luck', 'Lucky', view);
  await saveRows([strength, wisdom], values.bonuses, 1);
  await screen.findByText('Bonuses row 3 / Stat can no longer be found: the comment will be on the item.');
  expect(document.activeElement).toBe(input);
  await user.keyboard('?{Control>}{Enter}{/Control}');
  await waitFor(async () => expect((await list())[1]?.comments[0]?.text).toBe('Lucky?'));
  expect((await list())[1]?.field_id).toBeUndefined();
  await waitFor(() => expect(screen.queryByText(/can no longer be found/)).toBeNull());
  expect(document.activeElement).toBe(input);
});

test('a comment that was written on a row in an earlier visit is at this row only', async () => {
  shows('5.comments.row-bubbles', '5.comments.lost');
  const view = await openRows();
  const { server, browser, path, saveRows } = view;
  await beginOn('Luck', 'Lucky', view);
  view.close();
  await saveRows([luck, strength, wisdom], values.bonuses, 1);
  const again = await renderConsole(path, { server, as: 'owner', browser, isReload: true });
  await screen.findByRole('button', { name: '1 comment on Stat' });
  expect(await beginOn('Wisdom', 'W', again)).toHaveProperty('value', 'W');
  expect(await beginOn('Luck', '?', again)).toHaveProperty('value', 'Lucky?');
  again.close();
  await saveRows([strength, wisdom], [luck, strength, wisdom], 2);
  const last = await renderConsole(`${path}?comments`, { server, as: 'owner', browser, isReload: true });
  await screen.findByText('Bonuses row 1 / Stat can no longer be found: the comment will be on the item.');
  expect(screen.getByRole('textbox', { name: 'Comment on the item' })).toHaveProperty('value', 'Lucky?');
  last.close();
});

test('threads of a row that is not found are headed so', async () => {
  shows('5.comments.panel');
  const { saveRows } = await openRows('?comments');
  await saveRows([strength, luck], values.bonuses, 1);
  await screen.findByRole('heading', { level: 3, name: 'Bonuses (row not found)' });
  await screen.findByRole('button', { name: '1 comment on Bonuses' });
});
