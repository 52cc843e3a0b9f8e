import { toItemValues } from '@quartermaster/contract/content/item-values.ts';
import { buildTree } from '@quartermaster/contract/content/template-tree.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { screen } from '@testing-library/react';
import { renderConsole } from '../support/console.tsx';
import { saveWeapons, weaponFields } from '../support/item-content.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** Options of the console. */
export type Options = Omit<NonNullable<Parameters<typeof renderConsole>[1]>, 'server'>;

/** A sword in Dev, opened for editing from its list, in which an axe follows. */
export async function openSword(options: Options = {}) {
  const server = await startTestServer();
  const saved = await saveWeapons(server, (iron, steel) => [
    [
      'Sword',
      { cost: 120, weight: 1.5, material: iron, parts: [steel, iron], damage: 7, attrib: [{ key: 'a' }, { key: 'b' }] },
    ],
    ['Axe', { cost: 90, material: steel }],
  ]);
  const id = saved.weapons[0] ?? 0;
  const listPath = `/instance/${server.studio.dev}/templates/weapon/items`;
  const opened = await renderConsole(`${listPath}/${id}/edit`, { as: 'owner', ...options, server });
  await screen.findByRole('heading', { level: 1, name: `Weapon | # ${id}` });
  return { ...opened, ...saved, id, axe: saved.weapons[1] ?? 0, listPath };
}

/** The item as the server has it. */
export async function stored({ call, studio }: TestServer, id: number) {
  const params = { instanceId: studio.dev, templateId: 'weapon', id };
  const { item } = await call(items.get, { params }, { as: 'owner' });
  return {
    label: item.header.internal_label,
    version: item.version,
    values: toItemValues(buildTree(weaponFields), item.fields),
  };
}

/** Saves the item’s cost, and its weight if given, as another user. */
export async function saveElsewhere(
  { call, studio }: TestServer,
  id: number,
  label: string,
  cost: number,
  weight?: number,
) {
  const item = { id, version: 1, template_id: 'weapon', internal_label: label };
  const changed = (fieldId: string, type: 'integer' | 'float', value: number) => ({
    id: fieldId,
    template_field_id: fieldId,
    template_field_type: type,
    template_group_id: null,
    template_group_path: null,
    value,
    status: 2 as const,
  });
  const fields = [
    changed('cost', 'integer', cost),
    ...(weight === undefined ? [] : [changed('weight', 'float', weight)]),
  ];
  await call(items.save, { params: { instanceId: studio.dev }, body: { ...item, fields } }, { as: 'admin' });
}

/** An input of the form. */
export const field = (name: RegExp | string) => screen.getByLabelText(name, { selector: 'input, textarea' });
/** The button that saves. */
export const saveChanges = () => screen.getByRole('button', { name: 'Save changes' });

/** Records the bodies of item saves. */
export const noteSaves =
  (bodies: string[]): NonNullable<Options['intercept']> =>
  (fetch) =>
  (input, init) => {
    if (/\/items$/.test(String(input)) && init?.method === 'POST') bodies.push(String(init.body));
    return fetch(input, init);
  };
