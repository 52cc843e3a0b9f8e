import { items } from '@quartermaster/contract/endpoints/items.ts';
import type {
  Action,
  ActionContext,
  ActionElement,
  CardContext,
  HostExtension,
  PanelContext,
} from '@quartermaster/contract/extensions/extension-api.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { createKeyPress } from '../../src/shared/extensions/press-key.ts';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { field, inOrder, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { readState } from '../support/sync-model/state.ts';

const fields = inOrder([
  field('title', 'text'),
  field('level', 'integer', { maximum: 9 }),
  field('parent', 'item-link', { templateId: 'thing' }),
]);

let server: TestServer;
let ids: number[];
beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'thing', fields, { label: 'Thing' });
  const saved = [{ level: 1, title: 'Sword' }, { level: 2 }, { title: 'Axe' }].map((values, index) =>
    saveBody('thing', fields, values, { label: `Thing ${index}` }),
  );
  ids = (await saveAll(server, saved)).map(({ id }) => id);
  told = [];
});

let told: unknown[] = [];
let asked: Action | undefined;

class ToldElement extends HTMLElement {
  connectedCallback() {
    this.textContent = `The part of ${this.tagName.toLowerCase()}`;
  }

  set context(context: unknown) {
    told.push(context);
  }
}

class SpreadElement extends ToldElement implements Pick<ActionElement, 'action'> {
  declare action: Action;

  override connectedCallback() {
    asked = this.action;
    this.textContent = 'Spread';
  }
}

class BrokenPanel extends HTMLElement {
  connectedCallback() {
    throw new Error('It is broken.');
  }
}

customElements.define('acme-told-panel', class extends ToldElement {});
customElements.define('acme-told-card', class extends ToldElement {});
customElements.define('acme-spread', SpreadElement);
customElements.define('acme-broken-panel', BrokenPanel);

const parts: HostExtension = {
  name: 'acme-parts',
  title: 'Parts',
  panel: { title: 'Weight', element: 'acme-told-panel', templates: ['thing'] },
  action: { title: 'Spread levels', element: 'acme-spread' },
  card: { title: 'Links', element: 'acme-told-card' },
};

const open = (path: string, ...extensions: HostExtension[]) =>
  renderConsole(`/instance/${server.studio.dev}${path}`, { server, as: 'owner', props: { extensions } });
const valuesOf = async (id = 0) =>
  (await readState(server.app.deps.database.query, server.studio.dev)).items.get(id)?.values;

test('a panel gets the saved item that it is below, again after a save, and never what is typed', async () => {
  shows('5.parts.extensions-panels');
  const [id = 0] = ids;
  const { user } = await open(`/templates/thing/items/${id}/edit`, parts);
  await user.click(await screen.findByRole('button', { name: 'Weight' }));
  await screen.findByText('The part of acme-told-panel');
  const item = { templateId: 'thing', id, label: 'Thing 0', values: { title: 'Sword', level: 1 } };
  expect(told).toEqual([{ item, look: expect.anything(), language: 'en' }]);
  const level = screen.getByRole('textbox', { name: 'The level' });
  await user.clear(level);
  await user.type(level, '7');
  expect(told).toHaveLength(1);
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect((told.at(-1) as PanelContext).item.values.level).toBe(7));
});

test('a panel is only where it is declared for; a broken one says so, and the form can be used', async () => {
  shows('5.parts.extensions-panels');
  vi.spyOn(window, 'reportError').mockImplementation(() => undefined);
  window.addEventListener('error', (event) => event.preventDefault(), { once: true });
  const elsewhere = { ...parts, panel: { title: 'Elsewhere', element: 'acme-told-panel', templates: ['other'] } };
  const broken = { name: 'acme-broken', title: 'Broken', panel: { title: 'Hole', element: 'acme-broken-panel' } };
  const { user } = await open(`/templates/thing/items/${ids[0]}/edit`, elsewhere, broken);
  await user.click(await screen.findByRole('button', { name: 'Hole' }));
  await screen.findByText('The extension “Broken” has stopped working.');
  expect(screen.queryByRole('button', { name: 'Elsewhere' })).toBeNull();
  await user.type(screen.getByRole('textbox', { name: 'The title' }), ' of fire');
  expect((screen.getByRole('textbox', { name: 'The title' }) as HTMLInputElement).value).toBe('Sword of fire');
});

test('a panel of an item that was deleted in the meantime is empty, and does not wait for it', async () => {
  shows('5.parts.extensions-panels');
  const [id = 0] = ids;
  const { user } = await open(`/templates/thing/items/${id}/edit`, parts);
  const title = await screen.findByRole('button', { name: 'Weight' });
  const params = { instanceId: server.studio.dev, templateId: 'thing', id };
  await server.call(items.delete, { params }, { as: 'owner' });
  await user.click(title);
  const section = title.closest('section');
  await waitFor(() => expect(section?.querySelector('.qm-Skeleton-root')).toBeNull());
  expect(told).toEqual([]);
});

test('what an extension presses does not save: the user is asked, and stays in the item as with the same keys', async () => {
  shows('5.parts.extensions-keys');
  const [id = 0] = ids;
  const { user } = await open(`/templates/thing/items/${id}/edit`);
  const level = await screen.findByRole('textbox', { name: 'The level' });
  await user.clear(level);
  await user.type(level, '7');
  const frame = document.createElement('iframe');
  level.closest('form')?.append(frame);
  for (const keys of ['mod+s', 'mod+enter'] as const) {
    createKeyPress()(frame, keys);
    await user.click(await screen.findByRole('button', { name: 'No, keep editing' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await valuesOf(id))?.level, keys).toBe(1);
  }
  createKeyPress()(frame, 'mod+s');
  await user.click(await screen.findByRole('button', { name: 'Yes, save changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await valuesOf(id))?.level).toBe(7);
  expect(level.isConnected).toBe(true);
  frame.remove();
});

test('a card of the dashboard gets names and no content', async () => {
  shows('5.parts.extensions-cards');
  await renderConsole('/', {
    server,
    as: 'owner',
    props: { extensions: [parts], activeInstanceId: server.studio.dev },
  });
  const card = within(await screen.findByRole('region', { name: 'Links' }));
  await card.findByText('The part of acme-told-card');
  const { look, ...rest } = told[0] as CardContext;
  expect(look.primaryColor).toBeDefined();
  expect(rest).toEqual({
    workspace: { id: server.studio.workspaceId, name: expect.any(String) },
    project: { id: expect.any(Number), name: expect.any(String) },
    instance: { id: server.studio.dev, environment: 'Dev' },
    language: 'en',
  });
});

async function startAction() {
  const opened = await open('/templates/thing/items', parts);
  for (const place of [0, 1])
    await opened.user.click(await screen.findByRole('checkbox', { name: `Select Thing ${place} #${ids[place]}` }));
  await opened.user.click(await screen.findByRole('button', { name: 'Actions of extensions' }));
  await opened.user.click(await screen.findByRole('menuitem', { name: 'Spread levels' }));
  const dialog = await screen.findByRole('dialog', { name: 'Spread levels: 2 items' });
  await within(dialog).findByText('Spread');
  return { ...opened, dialog: within(dialog), action: asked ?? expect.fail('The action was added.') };
}

test('an action gets the selected items, and what it proposes is shown before it is applied', async () => {
  shows('5.parts.extensions-actions');
  const { user, dialog, action } = await startAction();
  const [first = 0, second = 0] = ids;
  const { items: toldItems, fields: changeable, selected, templateId } = told[0] as ActionContext;
  expect({ items: toldItems, selected, templateId }).toEqual({
    items: [
      { templateId: 'thing', id: first, label: 'Thing 0', values: { title: 'Sword', level: 1 } },
      { templateId: 'thing', id: second, label: 'Thing 1', values: { level: 2 } },
    ],
    ...{ selected: 2, templateId: 'thing' },
  });
  expect(changeable.map(({ name }) => name)).toEqual(['title', 'level']);
  action.change([
    { id: second, values: { level: 8, title: 'New' }, label: 'Best' },
    { id: first, values: { title: null } },
  ]);
  await dialog.findByText('2 items change');
  expect(await valuesOf(second)).toEqual({ level: 2 });
  await user.click(dialog.getByRole('button', { name: 'Apply to 2 items' }));
  await screen.findByText('2 items changed');
  expect([await valuesOf(first), await valuesOf(second)]).toEqual([{ level: 1 }, { level: 8, title: 'New' }]);
});

test('the history names the extension that proposed a change, and no other change', async () => {
  shows('5.parts.extensions-history');
  const { user, dialog, action } = await startAction();
  const [first = 0] = ids;
  action.change([{ id: first, values: { level: 5 } }]);
  await user.click(await dialog.findByRole('button', { name: 'Apply to 1 item' }));
  await screen.findByText('1 item changed');
  cleanup();
  const history = pathTo(paths.itemHistory, { instanceId: server.studio.dev, templateId: 'thing', id: first });
  await renderConsole(history, { server, as: 'owner', props: { activeInstanceId: server.studio.dev } });
  const [newest, oldest] = await waitFor(() => {
    const rows = screen.getAllByRole('listitem').filter((row) => row.textContent?.includes('Version '));
    expect(rows).toHaveLength(2);
    return rows;
  });
  expect(newest?.textContent).toContain('by a bulk edit, proposed by “Parts”');
  expect(oldest?.textContent).not.toContain('proposed by');
});

test('of many proposals at the same time, the first and the last are read', async () => {
  shows('5.parts.extensions-actions');
  const { user, dialog, action } = await startAction();
  const [first = 0] = ids;
  let reads = 0;
  const propose = (level: number) =>
    action.change([
      {
        get id() {
          reads += 1;
          return first;
        },
        values: { level },
      },
    ]);
  propose(2);
  const readsOfFirst = reads;
  expect(readsOfFirst).toBeGreaterThan(0);
  for (let level = 3; level < 10; level += 1) propose(level);
  expect(reads).toBe(readsOfFirst);
  await dialog.findByText(/9/);
  await user.click(await dialog.findByRole('button', { name: 'Apply to 1 item' }));
  await screen.findByText('1 item changed');
  expect((await valuesOf(first))?.level).toBe(9);
});

test('a value that a rule refuses is refused, and a field that it cannot change is named', async () => {
  shows('5.parts.extensions-actions');
  const { dialog, action } = await startAction();
  const [first = 0] = ids;
  action.change([{ id: first, values: { level: 10 } }]);
  await dialog.findByText(/1 refused/);
  action.change([{ id: first, values: { parent: '#1' } }]);
  await dialog.findByText('“Parts” proposes a value for “parent”, which is no field that it can change here.');
  expect(dialog.queryByRole('button', { name: /Apply to/ })).toBeNull();
});

test('an action that changes items which are not selected is removed', async () => {
  shows('5.parts.extensions-actions');
  const { dialog, action } = await startAction();
  const [first = 0, , third = 0] = ids;
  action.change([{ id: first, values: { level: 5 } }]);
  await dialog.findByText('1 item changes');
  action.change([
    { id: first, values: { level: 5 } },
    { id: third, values: { level: 5 } },
  ]);
  await dialog.findByText(/The extension “Parts” was removed: it has asked to change items that are not selected/);
  expect(dialog.queryByRole('button', { name: /Apply to/ })).toBeNull();
  expect(dialog.queryByText('Spread')).toBeNull();
});

test('an action gets the first 1,000 of more items, without those that are taken out, and says so', async () => {
  shows('5.parts.extensions-actions');
  const more = Array.from({ length: 1000 }, (_, index) => saveBody('thing', fields, { level: index % 9 }));
  await saveAll(server, more);
  const { user } = await open('/templates/thing/items', parts);
  await user.click(await screen.findByRole('checkbox', { name: 'Select all rows on this page' }));
  await user.click(await screen.findByRole('button', { name: 'Select all 1,003 that match' }));
  await user.click(screen.getByRole('checkbox', { name: `Select Thing 1 #${ids[1]}` }));
  await user.click(await screen.findByRole('button', { name: 'Actions of extensions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Spread levels' }));
  await screen.findByText('It gets the first 1,000 of 1,002 items.');
  const { items: toldItems, selected } = told[0] as ActionContext;
  expect([toldItems.length, selected]).toEqual([1000, 1002]);
  expect(toldItems.slice(0, 2).map(({ id }) => id)).toEqual([ids[0], ids[2]]);
});
