import { items } from '@quartermaster/contract/endpoints/items.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { renderConsole } from '../support/console.tsx';
import { saveWeapons, weapon } from '../support/item-content.ts';
import { saveOne } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { choose } from './choose-instance.ts';

/** A sword made of iron, in Dev and Stage; the owner works in Dev. */
export async function withSyncedSword() {
  const server = await startTestServer();
  await choose(server, 'owner', server.studio.dev);
  const { iron, weapons } = await saveWeapons(server, (material) => [['Sword', { cost: 1, damage: 5, material }]]);
  await server.call(sync.all, { params: { instanceId: server.studio.dev }, body: {} }, { as: 'owner' });
  return { server, iron, sword: weapons[0] ?? 0 };
}

/** Changes fields of an item that have values. */
export async function edit(server: TestServer, instanceId: number, id: number, label: string, values: object) {
  const params = { instanceId, templateId: 'weapon', id };
  const { item } = await server.call(items.get, { params }, { as: 'owner' });
  const { fields, ...rest } = weapon(label, values as Parameters<typeof weapon>[1]);
  const updated = fields.map((field) => ({ ...field, status: 2 as const }));
  await saveOne(server, { ...rest, fields: updated, id, version: item.version }, 'owner', instanceId);
}

/** The parts of an instance's item that the tests compare. */
export const itemOf = async (server: TestServer, instanceId: number, id: number) => {
  const params = { instanceId, templateId: 'weapon', id };
  const { item } = await server.call(items.get, { params }, { as: 'owner' });
  const value = (name: string) => item.fields.find(({ template_field_id }) => template_field_id === name)?.value;
  return { label: item.header.internal_label, cost: value('cost'), damage: value('damage') };
};

/** Opens the dialog of a sync and waits until it can be confirmed, or shows why it cannot. */
export async function openDialog(user: Awaited<ReturnType<typeof renderConsole>>['user'], button: string) {
  await user.click(await screen.findByRole('button', { name: button }));
  return screen.findByRole('dialog');
}

/** Waits until a button can be pressed. */
export const untilReady = (button: HTMLElement) => waitFor(() => expect(button).toHaveProperty('disabled', false));
