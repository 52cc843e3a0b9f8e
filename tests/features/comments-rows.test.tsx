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
async function openRows() {
  const server = await startTestServer();
  await saveTemplate(server, 'thing', fields);
  const { id } = await saveOne(server, saveBody('thing', fields, values, { label: 'Axe' }));
  const params = { instanceId: server.studio.dev };
  const about = { about: 'item', template_id: 'thing', item_id: id } as const;
  const body = { ...about, field_id: 'stat', rows: [1], version: 1, text: 'Too wise' };
  await server.call(comments.create, { params, body }, { as: 'owner' });
  const path = `/instance/${server.studio.dev}/templates/thing/items/${id}/edit`;
  const view = await renderConsole(path, { server, as: 'owner' });
  await screen.findByRole('button', { name: '1 comment on Stat' });
  const list = async () => (await server.call(comments.list, { params, query: about }, { as: 'owner' })).threads;
  return { ...view, list };
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
