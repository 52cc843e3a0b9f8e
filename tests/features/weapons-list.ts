import { fireEvent, screen, within } from '@testing-library/react';
import { renderConsole } from '../support/console.tsx';
import { saveWeapons } from '../support/item-content.ts';
import { startTestServer } from '../support/server.ts';

/** The list of a template of three weapons. */
export async function openWeapons(
  search = '',
  options: Omit<NonNullable<Parameters<typeof renderConsole>[1]>, 'server'> = {},
) {
  const server = await startTestServer();
  const saved = await saveWeapons(server, (iron, steel) => [
    [
      'Sword',
      {
        cost: 120,
        weight: 1.5,
        magic: true,
        material: iron,
        parts: [steel, iron, steel],
        damage: 7,
        attrib: [{ key: 'a' }, { key: 'b' }],
      },
    ],
    ['Axe', { cost: 90, magic: false, material: steel }],
    ['Bow', { cost: 200 }],
  ]);
  const listPath = `/instance/${server.studio.dev}/templates/weapon/items`;
  return { listPath, saved, ...(await renderConsole(listPath + search, { as: 'owner', ...options, server })) };
}

/** The select for the field of a filter, whose form is opened if it is not open. */
export async function fieldInput() {
  if (!screen.queryByRole('combobox', { name: 'Filter field' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Filter' }));
  return screen.findByLabelText('Filter field', { selector: 'input:not([aria-busy])' });
}

/** The labels of the rows. */
export const labels = () =>
  within(screen.getByRole('grid'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('link')[1]?.textContent);
