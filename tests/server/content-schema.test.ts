import { rmSync } from 'node:fs';
import { type MenuNode, menu, type SaveMenuNode } from '@quartermaster/contract/endpoints/menu.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { beforeEach, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { startContentFolder, swordFields } from '../support/content-folder.ts';
import { field, inOrder, saveTemplate } from '../support/sample-template.ts';

let content: Awaited<ReturnType<typeof startContentFolder>>;
beforeEach(async () => {
  content = await startContentFolder();
});

const owner = { as: 'owner' } as const;
const inDev = () => ({ instanceId: content.server.studio.dev });

type TemplateFile = { label: string; fields: { id: string; parent: string | null; settings: object }[] };
const editTemplate = (change: (sword: TemplateFile) => void) => content.editFile('templates/sword.json', change);
const ofField = ({ fields }: TemplateFile, id: string) =>
  (fields.find((entry) => entry.id === id)?.settings ?? {}) as Record<string, unknown>;
const editMenu = (change: (file: { menu: Partial<SaveMenuNode>[] }) => void) => content.editFile('menu.json', change);

const readSword = () => content.server.call(templates.get, { params: { ...inDev(), templateId: 'sword' } }, owner);
const linkTo = (nodes: readonly MenuNode[], templateId: string) =>
  nodes.find(({ template_id }) => template_id === templateId);
const gradeOfFile = { ...field('grade', 'integer'), parentId: undefined };
const readMenu = async () => (await content.server.call(menu.list, { params: inDev() }, owner)).menu;
const state = async () => [await readSword(), await readMenu(), await content.onServer()];
const saveNode = (node: SaveMenuNode) =>
  content.server.call(menu.save, { params: inDev(), body: { menu: [node] } }, owner);
const group = (id: string) => ({ id, parent_id: 'root', label: id, template_id: '', order: 0 });
const addGroup = (id: string) => saveNode({ ...group(id), status: 1 });
/** Saves the template in the console. */
const saveSword = async (label: string, more = [field('late', 'text', { order: 9 })]) =>
  saveTemplate(content.server, 'sword', [...swordFields, ...more], {
    label,
    version: (await readSword()).header.version,
  });

test('saves templates before their items, and then the menu', async () => {
  shows('4.files.templates', '4.files.menu');
  await addGroup('old');
  await content.run('pull');
  editTemplate((sword) => {
    sword.label = 'Blades';
    ofField(sword, 'price').minimum = 1;
    const { parentId: parent, ...weight } = field('weight', 'float', { order: 9 });
    sword.fields.push({ ...weight, parent });
  });
  content.edit('rusty', { weight: 1.5 });
  content.addTemplate('ore', { id: 'ore', label: 'Ores', fields: [gradeOfFile] }, { _label: 'First', grade: 3 });
  editMenu((file) => {
    const links = file.menu.filter(({ id }) => id !== 'old');
    file.menu = [...links.map((node) => ({ ...node, parent_id: 'arms' })), { ...group('arms'), label: 'Arms' }];
  });
  expect((await content.run('diff')).lines).toEqual([
    'differs: templates/sword.json (label of the template, price, weight)',
    'differs: items/sword/rusty.json (weight)',
    'only here: templates/ore.json',
    'only here: items/ore/first.json',
    expect.stringMatching(/^differs: menu\.json \((.*, )?arms(, .*)?\)$/),
    '5 files differ.',
  ]);
  const checked = [
    'added: templates/ore.json',
    'changed: templates/sword.json (label of the template, price, weight)',
    expect.stringMatching(/^changed: menu\.json /),
  ];
  const before = await state();
  expect((await content.run('push', '--dry-run')).lines).toEqual([
    ...checked,
    'ore: edited items are checked when the template has been pushed',
    'sword: edited items are checked when the template has been pushed',
    'Nothing was changed: this was a dry run.',
  ]);
  expect(await state()).toEqual(before);
  expect(await content.run('push')).toEqual({
    status: 0,
    lines: [
      ...checked,
      'pushed: templates/ore.json',
      'pushed: templates/sword.json',
      'pushed: menu.json',
      'ore: 1 added, 0 changed, 0 in conflict, 0 refused',
      'sword: 0 added, 1 changed, 0 in conflict, 0 refused',
      'pushed: items of ore',
      'pushed: items of sword',
    ],
  });
  expect((await readSword()).header).toEqual({ label: 'Blades', version: 2 });
  expect((await content.onServer()).rusty).toMatchObject({ weight: 1.5, price: 5 });
  const nodes = await readMenu();
  expect(nodes.map(({ id }) => id)).not.toContain('old');
  // The save of the template has renamed the link, and only its place was edited.
  expect(linkTo(nodes, 'sword')).toMatchObject({ parent_id: 'arms', label: 'Blades' });
  expect(linkTo(nodes, 'ore')).toMatchObject({ parent_id: 'root', label: 'Ores' });
  expect((await content.run('diff')).lines).toEqual(['Nothing differs.']);
  expect((await content.run('push')).lines).toEqual(['Nothing to push.']);
});

test('places the link to a new template where the menu has it', async () => {
  shows('4.files.menu');
  await content.run('pull');
  content.addTemplate('ore', { id: 'ore', label: 'Ores', fields: [gradeOfFile] });
  editMenu((file) => {
    file.menu.push(group('arms'), { ...group('mine'), parent_id: 'arms', template_id: 'ore', label: 'Mined' });
  });
  expect((await content.run('push')).status).toBe(0);
  const links = (await readMenu()).filter(({ template_id }) => template_id === 'ore');
  expect(links).toMatchObject([{ id: 'mine', parent_id: 'arms', label: 'Mined' }]);
});

test('brings the menu up to date with the templates, so that the next push of it is no conflict', async () => {
  shows('4.files.menu');
  await content.run('pull');
  editTemplate((sword) => {
    sword.label = 'Blades';
  });
  expect((await content.run('push')).status).toBe(0);
  editMenu((file) => {
    file.menu.push(group('arms'));
  });
  expect(await content.run('push')).toMatchObject({ status: 0 });
  expect((await readMenu()).map(({ label }) => label)).toEqual(expect.arrayContaining(['Blades', 'arms']));
});

test('says what a removed field does to items, and brings its values back', async () => {
  shows('4.files.templates');
  await content.run('pull');
  const saved = content.readFile('templates/sword.json');
  editTemplate((sword) => {
    sword.fields = sword.fields.filter(({ id }) => id !== 'price');
  });
  const dry = await content.run('push', '--dry-run');
  expect(dry.lines.slice(1)).toEqual([
    '  price is removed with its values in 2 items',
    'Nothing was changed: this was a dry run.',
  ]);
  expect((await content.run('push')).status).toBe(0);
  expect((await content.onServer()).rusty).not.toHaveProperty('price');
  const { base } = content.readFile('templates/sword.json');
  editTemplate((sword) => Object.assign(sword, saved, { base }));
  expect((await content.run('push')).lines[1]).toBe('  price comes back with its values in 2 items');
  expect((await content.onServer()).rusty).toMatchObject({ price: 5 });
});

test('names what the server refuses, and changes nothing', async () => {
  shows('4.files.conflict');
  await content.run('pull');
  content.edit('keen', { price: 9 });
  const before = await state();
  editTemplate((sword) => {
    ofField(sword, 'price').minimum = 6;
  });
  const misfit = await content.run('push');
  expect([misfit.status, misfit.lines[1]]).toEqual([
    2,
    expect.stringMatching(/^ {2}refused: templates\/sword\.json: price does not fit 1 item: "5" of item \d+ /),
  ]);
  editTemplate((sword) => {
    ofField(sword, 'price').minimum = 'six';
  });
  const invalid = await content.run('push');
  expect([invalid.status, invalid.lines[1], invalid.lines.at(-1)]).toEqual([
    2,
    expect.stringMatching(/^ {2}refused: templates\/sword\.json: price\.settings.minimum is "six": ./),
    'Nothing was changed. Correct what is refused, and push again.',
  ]);
  editTemplate((sword) => Object.assign(ofField(sword, 'price'), { minimum: 0, label: 'Cost' }));
  editMenu((file) => {
    file.menu.push({ ...group('arms'), label: '' });
  });
  const nameless = await content.run('push');
  expect([nameless.status, nameless.lines.filter((line) => line.includes('refused:'))]).toEqual([
    2,
    [expect.stringMatching(/^ {2}refused: menu\.json: menu\.0\.label: ./)],
  ]);
  expect(await state()).toEqual(before);
});

test('a template or menu that others have changed is a conflict', async () => {
  shows('4.files.conflict');
  await content.run('pull');
  editTemplate((sword) => {
    sword.label = 'Blades';
  });
  editMenu((file) => {
    for (const node of file.menu) node.label = 'Mine';
  });
  content.edit('rusty', { price: 9 });
  await saveSword('Swords');
  const before = await state();
  const { status, lines } = await content.run('push');
  expect([status, lines.filter((line) => line.includes('conflict:'))]).toEqual([
    2,
    [
      '  conflict: templates/sword.json: it was changed on the server since it was pulled',
      '  conflict: menu.json: it was changed on the server since it was pulled',
    ],
  ]);
  expect(await state()).toEqual(before);
});

test.each([
  ['adds a group', () => addGroup('theirs')],
  [
    'moves the link to the pushed template',
    async () => {
      const link = linkTo(await readMenu(), 'sword');
      if (link) await saveNode({ ...link, label: 'Theirs', status: 2 });
    },
  ],
])('a menu is not overwritten if somebody %s during the push', async (_, change) => {
  shows('4.files.conflict');
  await content.run('pull');
  editTemplate((sword) => {
    sword.label = 'Blades';
  });
  editMenu((file) => {
    file.menu.push(group('arms'));
  });
  let theirs: unknown;
  content.afterCall = async (url) => {
    if (!url.endsWith('/templates/sword/progress')) return;
    await change();
    theirs = await readMenu();
  };
  expect(await content.run('push')).toEqual({
    status: 2,
    lines: [
      'changed: templates/sword.json (label of the template)',
      'changed: menu.json (arms)',
      'pushed: templates/sword.json',
      '  conflict: menu.json: it was changed on the server since it was pulled',
      'The rest was not pushed. Pull, decide the conflicts in the files, and push again.',
    ],
  });
  expect(await readMenu()).toEqual(theirs);
});

test('a template that was deleted on the server is not created again, and one that it has is not overwritten', async () => {
  shows('4.files.conflict');
  await saveTemplate(content.server, 'ore', inOrder([field('grade', 'integer')]));
  await content.run('pull');
  content.editFile<{ label: string }>('templates/ore.json', (file) => {
    file.label = 'Ores';
  });
  editTemplate((sword) => Object.assign(sword, { label: 'Blades', base: undefined }));
  const params = { ...inDev(), templateId: 'ore' };
  await content.server.call(templates.delete, { params }, owner);
  expect((await content.run('push')).lines.slice(0, 4)).toEqual([
    'changed: templates/ore.json (label of the template, grade)',
    '  conflict: templates/ore.json: it was deleted on the server. Remove its "base" to create it again',
    'changed: templates/sword.json (label of the template)',
    '  conflict: templates/sword.json: the server has one already. Pull it first',
  ]);
  expect((await content.server.send(templates.get, { params }, owner)).status).toBe(404);
});

test('an older template that nobody edited is no conflict in a fresh clone, and is pulled', async () => {
  shows('4.files.templates', '4.files.pull');
  await content.run('pull');
  rmSync(content.path('.quartermaster'), { recursive: true });
  await saveSword('Swords');
  expect((await content.run('pull', 'sword')).lines).toEqual(['1 written, 0 removed, 2 unchanged, 0 kept.']);
  rmSync(content.path('.quartermaster'), { recursive: true });
  await saveSword('Long swords', []);
  content.edit('rusty', { price: 9 });
  expect(await content.run('push')).toMatchObject({ status: 0 });
  expect((await readSword()).header.label).toBe('Long swords');
  expect((await content.onServer()).rusty).toMatchObject({ price: 9 });
});

test('says what was pushed if the rest is refused', async () => {
  shows('4.files.conflict');
  await content.run('pull');
  editTemplate((sword) => {
    ofField(sword, 'price').maximum = 10;
  });
  content.edit('rusty', { price: 11 });
  const { status, lines } = await content.run('push');
  expect([status, lines.slice(1)]).toEqual([
    2,
    [
      'pushed: templates/sword.json',
      'sword: 0 added, 0 changed, 0 in conflict, 1 refused',
      expect.stringMatching(/^ {2}refused: items\/sword\/rusty\.json: price is 11: ./),
      'The rest was not pushed. Correct what is refused, and push again.',
    ],
  ]);
});

test('files convert no values, and name properties that they do not have', async () => {
  shows('4.files.status');
  await content.run('pull');
  editTemplate((sword) => {
    for (const one of sword.fields) if (one.id === 'price') Object.assign(one, { converts: true });
  });
  expect(await content.run('push')).toMatchObject({
    status: 3,
    lines: [
      'templates/sword.json: the field price has "converts", which files do not have.',
      'quartermaster push --help explains the options.',
    ],
  });
});

test('a proposal leaves out templates and the menu, and items without a template are named', async () => {
  shows('4.files.propose');
  await content.run('pull');
  editTemplate((sword) => {
    sword.label = 'Blades';
  });
  content.addTemplate('ore', { id: 'ore', label: 'Ores', fields: [gradeOfFile] }, { _label: 'First', grade: 3 });
  content.token = await content.createToken('read', 'propose');
  expect(await content.run('push', '--propose')).toEqual({
    status: 2,
    lines: [
      'not pushed: items/ore/first.json: the server does not have its template',
      'not proposed: templates/ore.json: push it with the scope write:dev',
      'not proposed: templates/sword.json: push it with the scope write:dev',
    ],
  });
  expect((await content.run('push')).status).toBe(3);
  expect((await readSword()).header.label).toBe('The sword');
});
