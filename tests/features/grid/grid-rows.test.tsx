import { items } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../../specification/shows.ts';
import { renderConsole } from '../../support/console.tsx';
import { startTestServer } from '../../support/server.ts';
import { emailOf } from '../../support/server-studio.ts';
import { gridOf } from './open-grid.ts';

const limits = { required: false, minimum: null, maximum: null };
const fields = [
  { id: 'drops', parentId: null, order: 0, settings: { type: 'dynamic-group', name: 'drops', label: 'Drops' } },
  { id: 'what', parentId: 'drops', order: 0, settings: { type: 'text', name: 'what', label: 'What', ...limits } },
  {
    id: 'count',
    parentId: 'drops',
    order: 1,
    settings: { type: 'integer', name: 'count', label: 'Count', ...limits, maximum: 9 },
  },
] as const;

/** The grid of two chests, with two drops and one. */
async function openChests() {
  const server = await startTestServer();
  const params = { instanceId: server.studio.dev };
  const as = { as: 'owner' } as const;
  const body = { id: 'chest', label: 'Chests', version: 0, fields: structuredClone(fields) as never };
  await server.call(templates.save, { params, body }, as);
  const rowOf = (index: number, what: string, count: number) => {
    const place = { template_group_id: 'drops', template_group_path: [index], status: 1 as const };
    return [
      {
        ...place,
        id: `drops.${index}.row`,
        template_field_id: 'drops',
        template_field_type: 'dynamic-group-row' as const,
        value: null,
      },
      { ...place, id: `what.${index}`, template_field_id: 'what', template_field_type: 'text' as const, value: what },
      {
        ...place,
        id: `count.${index}`,
        template_field_id: 'count',
        template_field_type: 'integer' as const,
        value: count,
      },
    ];
  };
  const save = (internal_label: string, ...rows: [string, number][]) =>
    server.call(
      items.save,
      {
        params,
        body: {
          template_id: 'chest',
          internal_label,
          fields: rows.flatMap(([what, count], index) => rowOf(index, what, count)),
        },
      },
      as,
    );
  await save('Wood', ['Gold', 5], ['Gem', 1]);
  await save('Iron', ['Ore', 3]);
  const opened = await renderConsole(`/instance/${server.studio.dev}/templates/chest/items/grid`, {
    server,
    as: 'owner',
  });
  const savedRows = async () => {
    const answer = await server.call(
      items.list,
      { params: { ...params, templateId: 'chest' }, body: { limit: 9 } },
      as,
    );
    return answer.items.map(({ values }) => values.drops);
  };
  return { ...opened, ...(await gridOf()), server, savedRows };
}

test('the rows of a group open as a sheet, are edited and undone there, and are saved with their items', async () => {
  shows('4.grid.groups');
  const { user, cell, savedRows } = await openChests();
  await user.click(cell(1, 'Drops'));
  await user.keyboard('{F2}');
  await screen.findByRole('grid', { name: 'Rows of Drops' });
  const rows = await gridOf();
  expect(rows.heads()).toEqual(['Item', 'Row', 'What', 'Count']);
  expect(rows.column('Item')).toEqual(['Wood', 'Wood', 'Iron']);
  expect(rows.column('Row')).toEqual(['1', '2', '1']);
  // Where the rows of the item begin.
  expect(document.activeElement).toBe(rows.cell(2, 'What'));
  await user.click(rows.cell(0, 'Count'));
  await user.paste('7\n8\n');
  expect(rows.column('Count')).toEqual(['7', '8', '3']);
  await user.keyboard('{Control>}z{/Control}');
  expect(rows.column('Count')).toEqual(['5', '1', '3']);
  await user.keyboard('{Control>}y{/Control}');
  await user.click(rows.cell(2, 'Count'));
  await user.keyboard('10{Enter}');
  expect(rows.cell(2, 'Count').getAttribute('aria-invalid')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Back to the items' }));
  const back = await gridOf();
  expect(back.cell(1, 'Drops').title).toBe('row 1, Count: should be no more than 9');
  expect(document.activeElement).toBe(back.cell(1, 'Drops'));
  await user.dblClick(back.cell(1, 'Drops'));
  const again = await gridOf();
  expect(again.column('Count')).toEqual(['7', '8', '10']);
  await user.click(again.cell(2, 'Count'));
  await user.keyboard('9{Enter}');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await screen.findByText('2 items saved');
  expect(await savedRows()).toEqual([
    [
      { what: 'Gold', count: 7 },
      { what: 'Gem', count: 8 },
    ],
    [{ what: 'Ore', count: 9 }],
  ]);
  await waitFor(() => expect(within(again.grid).queryAllByRole('gridcell', { name: '10' })).toEqual([]));
});

test('Ctrl+S in a row saves what is being typed there, and shows the item if that is invalid', async () => {
  shows('4.grid.groups', '4.grid.invalid', '4.grid.save');
  const { user, cell, savedRows } = await openChests();
  await user.dblClick(cell(1, 'Drops'));
  await screen.findByRole('grid', { name: 'Rows of Drops' });
  const rows = await gridOf();
  await user.click(rows.cell(2, 'Count'));
  await user.keyboard('10{Control>}s{/Control}');
  await screen.findByText('1 cell is invalid. Correct it, then save again.');
  await waitFor(() => expect(screen.queryByRole('grid', { name: 'Rows of Drops' })).toBeNull());
  const list = await gridOf();
  expect(document.activeElement).toBe(list.cell(1, 'Drops'));
  await user.keyboard('{F2}');
  await screen.findByRole('grid', { name: 'Rows of Drops' });
  await user.click((await gridOf()).cell(2, 'Count'));
  await user.keyboard('8{Control>}s{/Control}');
  await screen.findByText('1 item saved');
  expect((await savedRows())[1]).toEqual([{ what: 'Ore', count: 8 }]);
});

test('a text that is being typed in a row survives a reload', async () => {
  shows('4.grid.groups', '4.grid.draft');
  const { user, cell, server, close, path } = await openChests();
  await screen.findByTitle(emailOf('owner'));
  await user.dblClick(cell(0, 'Drops'));
  await screen.findByRole('grid', { name: 'Rows of Drops' });
  const rows = await gridOf();
  await user.click(rows.cell(1, 'What'));
  await user.keyboard('Pearl');
  // A browser that discards a page sends at most this event.
  fireEvent(window, new Event('pagehide'));
  const address = path();
  close();
  const again = await renderConsole(address, { server, as: 'owner' });
  const list = await gridOf();
  await again.user.click(await screen.findByRole('button', { name: 'Restore' }));
  await again.user.dblClick(list.cell(0, 'Drops'));
  await screen.findByRole('grid', { name: 'Rows of Drops' });
  expect((await gridOf()).column('What')).toEqual(['Gold', 'Pearl', 'Ore']);
});
