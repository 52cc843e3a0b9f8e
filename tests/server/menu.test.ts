import type { Permission } from '@quartermaster/contract/access.ts';
import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import { type MenuNode, menu, type SaveMenuNode } from '@quartermaster/contract/endpoints/menu.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { menuDepth } from '@quartermaster/contract/rules/menu-tree.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRole, grantRole } from '../../server/modules/workspaces/service.ts';
import { shows } from '../specification/shows.ts';
import { saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { syncOf } from '../support/sync.ts';

const [added, updated, removed] = [1, 2, 3] as const;

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'sword', [], { label: 'Swords' });
});

const params = () => ({ instanceId: server.studio.dev });
const as = { as: 'owner' } as const;
const query = <R>(text: string, values: unknown[] = []) => server.app.deps.database.query<R>(text, values);

const read = (instanceId = server.studio.dev) => server.call(menu.list, { params: { instanceId } }, as);
const save = (changes: SaveMenuNode[], version?: string) =>
  server.call(menu.save, { params: params(), body: { menu: changes, ...(version !== undefined && { version }) } }, as);
async function refusal(changes: unknown[], version?: string) {
  const { status, body } = await server.send(menu.save, { params: params(), body: { menu: changes, version } }, as);
  const { error, fields, details } = body as { error?: string; fields?: Record<string, string>; details?: unknown };
  return { status, error, fields, details };
}
const group = (id: string, more: Partial<SaveMenuNode> = {}): SaveMenuNode => ({
  id,
  parent_id: 'root',
  label: id,
  template_id: '',
  order: 5,
  status: added,
  ...more,
});
const link = (id: string, more: Partial<SaveMenuNode> = {}) => group(id, { template_id: 'sword', ...more });
/** The menu as lines: each label, with a dot for each level. */
const lines = (nodes: readonly MenuNode[], parentId = 'root', dots = ''): string[] =>
  nodes
    .filter(({ parent_id }) => parent_id === parentId)
    .flatMap(({ id, label }) => [dots + label, ...lines(nodes, id, `${dots}.`)]);
const drawn = async (instanceId?: number) => lines((await read(instanceId)).menu);

describe('a save of the menu', () => {
  it('adds, updates and removes the sent nodes, and leaves the others unchanged', async () => {
    shows(
      '2.3.menu.status-added',
      '2.3.menu.status-updated',
      '2.3.menu.status-removed',
      '2.4.menu-change.updated-order',
      '2.7.menu.save',
      '2.7.menu.save-shape',
    );
    const before = await read();
    expect(lines(before.menu)).toEqual(['Images', 'Swords']);
    const sword = before.menu[1];
    const weapons = group('weapons', { label: 'Weapons', order: 0 });
    const { stage } = server.studio;
    const { query } = server.app.deps.database;
    await query(
      `insert into menu_nodes (instance_id, id, parent_id, label, template_id, "order") values ($1, 'weapons', 'root', 'In Stage', '', 3)`,
      [stage],
    );
    await save([
      { ...weapons, label: 'Arms' },
      { ...link('template-sword'), label: 'Blades', parent_id: 'weapons', order: 7, status: updated },
    ]);
    await save([{ ...weapons, status: updated }]);
    const { menu: nodes } = await read();
    expect(lines(nodes)).toEqual(['Images', 'Weapons', '.Blades']);
    expect(nodes).toContainEqual(before.menu[0]);
    expect(nodes).toContainEqual({ id: 'weapons', parent_id: 'root', label: 'Weapons', template_id: '', order: 0 });
    const blades = { ...sword, label: 'Blades', parent_id: 'weapons', order: 7 };
    expect(nodes).toContainEqual(blades);
    await save([{ ...link('template-sword'), ...blades, template_id: 'image', status: updated }]);
    expect((await read()).menu).toContainEqual({ ...blades, template_id: 'image' });
    await save([
      { ...weapons, status: removed },
      { ...link('template-sword'), parent_id: 'weapons', status: removed },
    ]);
    expect(await drawn()).toEqual(['Images']);
    expect(await drawn(stage)).toEqual(['Images', 'In Stage']);
  });

  it('needs MENU_MANAGEMENT, in Dev', async () => {
    shows('2.6.menu-management.save');
    const body = { menu: [group('weapons')] };
    const statusOf = async (instanceId: number, person: 'owner' | 'member') =>
      (await server.send(menu.save, { params: { instanceId }, body }, { as: person })).status;
    const { dev, stage, prod, workspaceId, accounts } = server.studio;
    const allow = (name: string, allowed: Permission[]) =>
      server.app.deps.database.transaction(async (query) => {
        const roleId = await createRole(query, { workspaceId, name, allowed });
        await grantRole(query, { workspaceId, instanceId: dev, accountId: accounts.member, roleId });
      });
    const others: Permission[] = [
      'EXPORT',
      'INSTANCE_CHANGES',
      'MOVE_INSTANCE_CHANGES',
      'CREATE_ITEM',
      'CREATE_TEMPLATE',
    ];
    await allow('All but that', others);
    expect(await statusOf(dev, 'member')).toBe(403);
    await allow('That', ['MENU_MANAGEMENT']);
    expect(await statusOf(dev, 'member')).toBe(200);
    await save([group('weapons', { status: removed })]);
    expect([await statusOf(stage, 'owner'), await statusOf(prod, 'owner')]).toEqual([403, 403]);
    expect(await statusOf(dev, 'owner')).toBe(200);
  });

  it('is rejected with the current menu, and changes nothing, if it is based on another one', async () => {
    const { version } = await read();
    const { version: second } = await save([group('weapons')], version);
    expect(second).not.toBe(version);
    expect((await read()).version).toBe(second);
    const answer = await refusal([group('armour')], version);
    expect(answer).toMatchObject({ status: 409, error: 'version', details: await read() });
    expect(await drawn()).toEqual(['Images', 'Swords', 'weapons']);
    // A new template changes the menu too.
    await saveTemplate(server, 'bow', []);
    expect((await refusal([group('armour')], second)).status).toBe(409);
    await save([group('armour')]);
    expect(await drawn()).toContain('armour');
  });

  it('is accepted once if two are based on the same menu', async () => {
    const { version } = await read();
    const answers = await Promise.all(['one', 'two', 'three'].map((id) => refusal([group(id)], version)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await read()).menu).toHaveLength(3);
  });

  it('stores a revision of the menu with its author and time, in the same transaction', async () => {
    shows('3.calls.revision.menu-save');
    const revisions = () =>
      query<{ menu: MenuNode[]; account_id: number; at: Date | string }>(
        'select menu, account_id, at from menu_revisions where instance_id = $1 order by id',
        [server.studio.dev],
      );
    const before = await read();
    expect(await revisions()).toEqual([]);
    server.clock.stop();
    await save([group('weapons')], before.version);
    const [first] = await revisions();
    expect(first?.account_id).toBe(server.studio.accounts.owner);
    expect(new Date(first?.at ?? 0)).toEqual(server.clock.now());
    const byId = (a: MenuNode, b: MenuNode) => a.id.localeCompare(b.id);
    expect(first?.menu.toSorted(byId)).toEqual((await read()).menu.toSorted(byId));
    // Nothing has changed.
    await save([group('weapons', { status: updated })]);
    expect(await revisions()).toHaveLength(1);
    await query('alter table menu_revisions add constraint closed check (false) not valid');
    try {
      expect((await refusal([group('armour')])).status).toBe(500);
    } finally {
      await query('alter table menu_revisions drop constraint closed');
    }
    expect(await drawn()).toEqual(['Images', 'Swords', 'weapons']);
  });

  it('is rejected for ids that are taken, sent twice, missing or the root', async () => {
    const { fields } = await refusal([
      group('template-sword'),
      group('weapons'),
      group('weapons'),
      group('nothing', { status: updated }),
      group('nobody', { status: removed }),
      group('root'),
    ]);
    expect(fields).toEqual({
      'menu.0.id': 'this id is taken',
      'menu.2.id': 'this id is in the list twice',
      'menu.3.id': 'there is no such group or link',
      'menu.4.id': 'there is no such group or link',
      'menu.5.id': '"root" is the top level',
    });
    expect((await refusal([group('with a space')])).status).toBe(422);
    expect((await refusal([{ ...group('weapons'), status: 4 }])).status).toBe(422);
    expect((await refusal([{ ...group('weapons'), status: undefined }])).status).toBe(422);
  });

  it('is rejected for unknown templates and groups, and for anything inside a link', async () => {
    shows('2.2.navigation.links-are-leaves');
    const { status, fields } = await refusal([link('axes', { template_id: 'axe' })]);
    expect([status, fields]).toEqual([422, { 'menu.0.template_id': 'there is no such template' }]);
    expect(
      (await refusal([group('a', { parent_id: 'missing' }), link('b', { parent_id: 'template-sword' })])).fields,
    ).toEqual({
      'menu.0.parent_id': 'there is no such group',
      'menu.1.parent_id': 'a link cannot have anything inside',
    });
    await save([group('weapons'), group('blades', { parent_id: 'weapons' })]);
    expect((await refusal([link('weapons', { status: updated })])).fields).toEqual({
      'menu.0.template_id': '“blades” inside: a link cannot have anything inside',
    });
    expect((await refusal([group('weapons', { status: removed })])).fields).toEqual({
      'menu.0.status': '“blades” is still inside: remove it, or move it out',
    });
    // A removed entry may have been a link to a deleted template.
    await save([group('blades', { status: removed, template_id: 'gone', label: '' })]);
  });

  it('is rejected for groups inside themselves, and for more levels than are allowed', async () => {
    await save([group('a'), group('b', { parent_id: 'a' }), group('c', { parent_id: 'b' })]);
    expect((await refusal([group('a', { parent_id: 'c', status: updated })])).fields).toEqual({
      'menu.0.parent_id': 'a group cannot be inside itself',
    });
    expect((await refusal([group('c', { parent_id: 'c', status: updated })])).fields).toEqual({
      'menu.0.parent_id': 'a group cannot be inside itself',
    });
    const deep = Array.from({ length: menuDepth }, (_, level) =>
      group(`level-${level}`, { parent_id: level === 0 ? 'root' : `level-${level - 1}` }),
    );
    await save(deep);
    const reason = `a menu can be at most ${menuDepth} levels deep`;
    expect((await refusal([group('bottom', { parent_id: `level-${menuDepth - 1}` })])).fields).toEqual({
      'menu.0.parent_id': reason,
    });
    // The entry that becomes too deep is not part of the request.
    expect((await refusal([group('level-0', { parent_id: 'a', status: updated })])).fields).toEqual({ menu: reason });
  });

  it('is rejected for empty and overlong names, and reduces the others to one line', async () => {
    const long = 'x'.repeat(65);
    const { fields } = await refusal([
      group('a', { label: ' ' }),
      group('b', { label: long }),
      group('c', { label: 'fine' }),
    ]);
    expect(fields).toEqual({
      'menu.0.label': 'Name is a required field',
      'menu.1.label': 'Name must be at most 64 characters',
    });
    await save([group('a', { label: '  Melee \n weapons ' })]);
    expect(await drawn()).toContain('Melee weapons');
    // A name from before the rule may stay.
    await query(`update menu_nodes set label = $1 where id = 'a'`, [long]);
    await save([group('a', { label: long, order: 9, status: updated })]);
    expect((await refusal([group('a', { label: `${long}x`, status: updated })])).status).toBe(422);
  });

  it('is rejected for more nodes than are allowed', async () => {
    const most = contentLimits.menuNodes - 2;
    const many = Array.from({ length: most }, (_, index) => group(`g${index}`));
    expect((await refusal([...many, group('one-more')])).fields?.menu).toMatch(/^A menu can have at most 2,000 groups/);
    await save(many);
    await saveTemplate(server, 'bow', []);
    // A new template has made it larger than the limit: it may stay that large, or shrink.
    expect((await refusal([group('one-more')])).status).toBe(422);
    await save([group('g0', { label: 'Another', status: updated })]);
    await save([group('g1', { status: removed })]);
  });
});

describe('a template', () => {
  it('has no link once that was removed, and gets a new one at the end', async () => {
    await save([link('template-sword', { status: removed })]);
    expect(await drawn()).toEqual(['Images']);
    await save([link('again', { label: 'Swords again' })]);
    expect(await drawn()).toEqual(['Images', 'Swords again']);
  });

  it('that is new has a link, whatever ids exist', async () => {
    await save([group('template-bow', { label: 'Not the bows' })]);
    await saveTemplate(server, 'bow', [], { label: 'Bows' });
    expect(await drawn()).toEqual(['Images', 'Swords', 'Not the bows', 'Bows']);
  });

  it('that is deleted loses all its links, and a concurrent save leaves none', async () => {
    await save([group('weapons'), link('inside', { parent_id: 'weapons' })]);
    const [gone, saved] = await Promise.all([
      server.send(templates.delete, { params: { ...params(), templateId: 'sword' } }, as),
      refusal([link('late')]),
    ]);
    expect(gone.status).toBe(200);
    expect([200, 422]).toContain(saved.status);
    expect((await read()).menu.map(({ template_id }) => template_id)).toEqual(['image', '']);
  });

  it('renames the links that have its name', async () => {
    await save([link('second', { label: 'Swords' }), link('third', { label: 'Blades' })]);
    await saveTemplate(server, 'sword', [], { version: 1, label: 'Rapiers' });
    expect((await drawn()).sort()).toEqual(['Blades', 'Images', 'Rapiers', 'Rapiers']);
  });
});

describe('the menu of Stage', () => {
  it('equals the menu of Dev after a sync, with a revision marked with that sync', async () => {
    const { dev, stage } = server.studio;
    await save([group('weapons'), link('template-sword', { parent_id: 'weapons', status: updated })]);
    const { id } = await syncOf(server, dev).all();
    expect(await drawn(stage)).toEqual(['Images', 'weapons', '.template-sword']);
    expect((await read(stage)).version).toBe((await read()).version);
    const revisions = await query('select account_id, change_set_id from menu_revisions where instance_id = $1', [
      stage,
    ]);
    expect(revisions).toEqual([{ account_id: server.studio.accounts.owner, change_set_id: id }]);
    // A template that Dev has no link to is no longer listed in Stage once the menu is synced.
    await save([link('template-sword', { status: removed })]);
    expect(await drawn(stage)).toEqual(['Images', 'weapons', '.template-sword']);
    await syncOf(server, dev).some({ changes: [], menu: true });
    expect(await drawn(stage)).toEqual(['Images', 'weapons']);
    expect((await syncOf(server, dev).changes()).menu.is_changed).toBe(false);
    // An entry in another place is a change, too.
    await save([group('weapons', { order: 9, status: updated })]);
    const { nodes } = await server.call(sync.getMenu, { params: { instanceId: dev } }, as);
    expect(nodes).toEqual([{ id: 'weapons', change: 'updated' }]);
  });

  it('gets the links of templates that were synced without the menu at its end', async () => {
    const { dev, stage, prod } = server.studio;
    const changes = [{ template_id: 'sword', is_update_template: true, items: [] }];
    await syncOf(server, dev).some({ changes });
    await syncOf(server, stage).some({ changes });
    expect([await drawn(stage), await drawn(prod)]).toEqual([
      ['Images', 'Swords'],
      ['Images', 'Swords'],
    ]);
  });
});
