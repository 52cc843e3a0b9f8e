import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TokenScope } from '@quartermaster/contract/access.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { menu } from '@quartermaster/contract/endpoints/menu.ts';
import { projectTokens } from '@quartermaster/contract/endpoints/project-tokens.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { runContentCommand } from '../../content-files/command.ts';
import { fileNames } from '../../content-files/item-files.ts';
import type { ContentCommand } from '../../content-files/options.ts';
import { shows } from '../specification/shows.ts';
import { importFile } from '../support/import-file.ts';
import { field, inOrder, randomNumbers, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const fields = inOrder([
  field('sku', 'text', { required: true, unique: true }),
  field('price', 'integer', { minimum: 0 }),
  field('notes', 'text'),
  field('parent', 'item-link', { templateId: 'sword' }),
]);

let server: TestServer;
let folder: string;
let token: string;

beforeEach(async () => {
  afterCall = async () => undefined;
  server = await startTestServer();
  folder = mkdtempSync(join(tmpdir(), 'content-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await saveTemplate(server, 'sword', fields);
  await importRows(
    { sku: 'rusty', _label: 'Rusty', price: 5, notes: 'Old' },
    { sku: 'keen', _label: 'Keen', price: 7, parent: 'rusty' },
  );
  token = await createToken('read', 'write:dev');
});

const importRows = (...rows: object[]) => importFile(server, rows.map((row) => JSON.stringify(row)).join('\n'));

const createToken = async (...scopes: TokenScope[]) => {
  const body = { name: scopes.join(' '), scopes, environments: ['Dev' as const], expires_at: null };
  const params = { instanceId: server.studio.dev };
  return (await server.call(projectTokens.create, { params, body }, { as: 'owner' })).secret;
};

/** Happens after each call that a command makes. */
let afterCall: (url: string) => Promise<unknown> = async () => undefined;

/** Runs a command in the folder; `lines` is what it printed. */
async function run(command: ContentCommand, ...args: string[]) {
  const lines: string[] = [];
  const { fetch } = server.browser();
  const status = await runContentCommand(
    command,
    ['--folder', folder, '--server', 'https://content.test', '--instance', String(server.studio.dev), ...args],
    { say: (line) => lines.push(line), env: { QUARTERMASTER_TOKEN: token }, fetch: observed(fetch) },
  );
  expect(lines.join('\n')).not.toContain(token);
  return { status, lines };
}

const observed =
  (send: typeof fetch): typeof fetch =>
  async (url, init) => {
    const response = await send(url, init);
    await afterCall(String(url));
    return response;
  };

const swordPath = (name: string) => join(folder, 'items/sword', `${name}.json`);
const read = (name: string) => JSON.parse(readFileSync(swordPath(name), 'utf8'));
const edit = (name: string, change: Record<string, unknown>) =>
  writeFileSync(swordPath(name), JSON.stringify({ ...read(name), ...change }));
const readFolder = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'));
/** Changes the file of a template or the menu. */
function editSchema<Content>(path: string, change: (content: Content) => void) {
  const content = readFolder(path);
  change(content);
  writeFileSync(join(folder, path), JSON.stringify(content));
}
type TemplateFile = { label: string; fields: { id: string; settings: Record<string, unknown> }[] };
const editTemplate = (change: (content: TemplateFile) => void) => editSchema('templates/sword.json', change);
const ofField = ({ fields: all }: TemplateFile, id: string) => all.find((entry) => entry.id === id)?.settings ?? {};
const readSword = () =>
  server.call(templates.get, { params: { instanceId: server.studio.dev, templateId: 'sword' } }, { as: 'owner' });
const readMenu = async () =>
  (await server.call(menu.list, { params: { instanceId: server.studio.dev } }, { as: 'owner' })).menu;
const addGroup = (id: string) => {
  const group = { id, parent_id: 'root', label: id, template_id: '', order: 0, status: 1 as const };
  return server.call(
    menu.save,
    { params: { instanceId: server.studio.dev }, body: { menu: [group] } },
    { as: 'owner' },
  );
};
const swords = () => readdirSync(join(folder, 'items/sword')).toSorted();

/** The items on the server, by key. */
async function onServer(): Promise<Record<string, Record<string, unknown>>> {
  const params = { instanceId: server.studio.dev, templateId: 'sword' };
  const { items: rows } = await server.call(items.list, { params, body: { filters: [] } }, { as: 'owner' });
  return Object.fromEntries(rows.map(({ values }) => [String(values.sku), values]));
}

describe('pull', () => {
  test('writes a template, its items and the menu, the same bytes each time', async () => {
    shows('4.files.pull');
    expect(await run('pull')).toEqual({ status: 0, lines: ['4 written, 0 removed, 0 unchanged, 0 kept.'] });
    expect(swords()).toEqual(['keen.json', 'rusty.json']);
    expect(readFileSync(swordPath('keen'), 'utf8')).toBe(
      `{\n  "_id": ${read('keen')._id},\n  "_version": 1,\n  "_label": "Keen",\n  "parent": "rusty",\n  "price": 7,\n  "sku": "keen"\n}\n`,
    );
    const template = JSON.parse(readFileSync(join(folder, 'templates/sword.json'), 'utf8'));
    expect(template.fields.map(({ id }: { id: string }) => id)).toEqual(['notes', 'parent', 'price', 'sku']);
    expect((await run('pull')).lines).toEqual(['0 written, 0 removed, 4 unchanged, 0 kept.']);
    expect(await run('diff')).toEqual({ status: 0, lines: ['Nothing differs.'] });
  });

  test('removes the files of a template that was deleted on the server', async () => {
    shows('4.files.pull');
    await saveTemplate(server, 'ore', inOrder([field('grade', 'integer')]));
    await run('pull');
    expect(existsSync(join(folder, 'templates/ore.json'))).toBe(true);
    await server.call(
      templates.delete,
      { params: { instanceId: server.studio.dev, templateId: 'ore' } },
      { as: 'owner' },
    );
    // The menu has lost its link.
    expect((await run('pull')).lines).toEqual(['1 written, 1 removed, 3 unchanged, 0 kept.']);
    expect(existsSync(join(folder, 'templates/ore.json'))).toBe(false);
  });

  test('keeps edited files unless it is forced, and removes files of deleted items', async () => {
    shows('4.files.kept');
    await run('pull');
    edit('rusty', { notes: 'Mine' });
    await importRows({ sku: 'rusty', price: 6 });
    await server.call(
      items.delete,
      { params: { instanceId: server.studio.dev, templateId: 'sword', id: read('keen')._id } },
      { as: 'owner' },
    );
    const kept = await run('pull');
    expect(kept.status).toBe(2);
    expect(kept.lines[0]).toBe('kept, as it was edited: items/sword/rusty.json');
    expect(read('rusty')).toMatchObject({ notes: 'Mine', price: 5 });
    expect(swords()).toEqual(['rusty.json']);
    expect((await run('pull', '--force')).status).toBe(0);
    expect(read('rusty')).toMatchObject({ notes: 'Old', price: 6 });
  });
});

describe('diff', () => {
  test('names files that differ, with their fields, and those that only one side has', async () => {
    shows('4.files.diff');
    await run('pull');
    edit('rusty', { price: 9 });
    writeFileSync(swordPath('new'), JSON.stringify({ _label: 'New', sku: 'new', price: 1 }));
    await importRows({ sku: 'late', _label: 'Late' });
    expect(await run('diff')).toEqual({
      status: 1,
      lines: [
        'only here: items/sword/new.json',
        'differs: items/sword/rusty.json (price)',
        'only on the server: items/sword/late.json',
        '3 files differ.',
      ],
    });
  });
});

describe('push', () => {
  test('changes, clears and creates, and brings the files up to date', async () => {
    shows('4.files.push');
    await run('pull');
    edit('rusty', { price: 9, notes: undefined });
    writeFileSync(swordPath('draft'), JSON.stringify({ _label: 'New', sku: 'brand-new', parent: 'keen' }));
    const pushed = await run('push');
    expect(pushed).toEqual({ status: 0, lines: ['sword: 1 added, 1 changed, 0 in conflict, 0 refused', 'Pushed.'] });
    const now = await onServer();
    expect(now.rusty).toEqual({ sku: 'rusty', price: 9 });
    expect(now['brand-new']).toMatchObject({ parent: read('keen')._id });
    expect(swords()).toEqual(['brand-new.json', 'keen.json', 'rusty.json']);
    expect(read('rusty')._version).toBe(2);
    expect((await run('diff')).status).toBe(0);
    expect((await run('push')).lines).toEqual(['Nothing to push.']);
  });

  test('keeps what others have changed in other fields', async () => {
    shows('4.files.merge');
    await run('pull');
    edit('rusty', { notes: 'Mine' });
    await importRows({ sku: 'rusty', price: 6 }, { sku: 'keen', price: 8 });
    expect((await run('push')).status).toBe(0);
    const now = await onServer();
    expect(now.rusty).toMatchObject({ notes: 'Mine', price: 6 });
    expect(now.keen).toMatchObject({ price: 8 });
    expect(read('rusty')).toMatchObject({ notes: 'Mine', price: 6 });
  });

  test('names what is in conflict or refused, and changes nothing', async () => {
    shows('4.files.conflict');
    await run('pull');
    edit('rusty', { price: 9 });
    edit('keen', { price: -1 });
    writeFileSync(swordPath('fine'), JSON.stringify({ _label: 'Fine', sku: 'fine' }));
    await importRows({ sku: 'rusty', price: 6 });
    const before = await onServer();
    const { status, lines } = await run('push');
    expect(status).toBe(2);
    expect(lines).toEqual([
      'sword: 1 added, 0 changed, 1 in conflict, 1 refused',
      '  conflict: items/sword/rusty.json: price is 6 on the server, 9 here',
      expect.stringMatching(/^ {2}refused: items\/sword\/keen\.json: ./),
      'Nothing was changed. Pull, decide the conflicts in the files, and push again.',
    ]);
    expect(await onServer()).toEqual(before);
    expect(read('rusty').price).toBe(9);
  });

  test('applies no template if another one has a conflict, and all of them otherwise', async () => {
    shows('4.files.conflict');
    await saveTemplate(server, 'ore', inOrder([field('grade', 'integer')]));
    const [ore] = await saveAll(server, [saveBody('ore', inOrder([field('grade', 'integer')]), { grade: 1 })]);
    await run('pull');
    const orePath = join(folder, 'items/ore', `${ore?.id}.json`);
    writeFileSync(orePath, JSON.stringify({ ...JSON.parse(readFileSync(orePath, 'utf8')), grade: 2 }));
    writeFileSync(join(folder, 'items/ore/new.json'), JSON.stringify({ _label: 'Second', grade: 3 }));
    edit('rusty', { price: 9 });
    await importRows({ sku: 'rusty', price: 6 });
    expect((await run('push')).status).toBe(2);
    expect((await run('diff', 'ore')).lines.at(-1)).toBe('2 files differ.');
    await run('pull', 'sword', '--force');
    edit('rusty', { price: 10 });
    expect((await run('push')).status).toBe(0);
    expect((await onServer()).rusty).toMatchObject({ price: 10 });
    // The file of the new item has got its id, which is its name as well.
    expect((await run('diff')).lines).toEqual(['Nothing differs.']);
    expect(readdirSync(join(folder, 'items/ore'))).not.toContain('new.json');
  });

  test('refuses an edited file whose item was deleted on the server', async () => {
    shows('4.files.conflict');
    await run('pull');
    edit('keen', { price: 9 });
    const params = { instanceId: server.studio.dev, templateId: 'sword', id: read('keen')._id };
    await server.call(items.delete, { params }, { as: 'owner' });
    const { status, lines } = await run('push');
    expect([status, lines[1]]).toEqual([2, `  refused: items/sword/keen.json: there is no item ${params.id} in sword`]);
    await run('pull', '--force');
    expect(swords()).toEqual(['rusty.json']);
  });

  test('only checks in a dry run, and as a proposal names the page where it is applied', async () => {
    shows('4.files.propose');
    await run('pull');
    edit('rusty', { price: 9 });
    const before = await onServer();
    expect((await run('push', '--dry-run')).lines.at(-1)).toBe('Nothing was changed: this was a dry run.');
    token = await createToken('read', 'propose');
    const { status, lines } = await run('push', '--propose');
    expect([status, lines.at(-1)]).toEqual([
      0,
      expect.stringMatching(
        /^Review and apply: https:\/\/content\.test\/instance\/\d+\/templates\/sword\/items\/import\?import=\d+$/,
      ),
    ]);
    expect((await run('push')).status).toBe(3);
    expect(await onServer()).toEqual(before);
  });

  test('never overwrites: 200 random edits on both sides', async () => {
    shows('4.files.merge');
    const next = randomNumbers(34);
    const random = (below: number) => Math.floor(next() * below);
    await importRows(
      ...Array.from({ length: 8 }, (_, at) => ({ sku: `s${at}`, _label: `S${at}`, price: 0, notes: '' })),
    );
    await run('pull');
    let value = 0;
    let conflicts = 0;
    for (let round = 0; round < 20; round += 1) {
      const expected = await onServer();
      const theirs = new Set<string>();
      const mine = new Set<string>();
      for (let at = 0; at < 5; at += 1) {
        const [key, name] = [`s${random(8)}`, random(2) === 0 ? 'price' : 'notes'];
        value += 1;
        const set = name === 'price' ? value : `v${value}`;
        theirs.add(`${key}.${name}`);
        await importRows({ sku: key, [name]: set });
        expected[key] = { ...expected[key], [name]: set };
      }
      const edits: [string, string, unknown][] = [];
      for (let at = 0; at < 5; at += 1) {
        const [key, name] = [`s${random(8)}`, random(2) === 0 ? 'price' : 'notes'];
        value += 1;
        const set = name === 'price' ? value : `v${value}`;
        mine.add(`${key}.${name}`);
        edit(key, { [name]: set });
        edits.push([key, name, set]);
      }
      const both = [...mine].filter((place) => theirs.has(place));
      const { status, lines } = await run('push');
      expect(status, lines.join('\n')).toBe(both.length > 0 ? 2 : 0);
      for (const place of both) {
        const [key = '', name = ''] = place.split('.');
        expect(lines.join('\n')).toContain(`conflict: items/sword/${key}.json: ${name} is `);
      }
      conflicts += both.length;
      if (both.length === 0) for (const [key, name, set] of edits) expected[key] = { ...expected[key], [name]: set };
      expect(await onServer()).toEqual(expected);
      await run('pull', '--force');
    }
    expect(conflicts).toBeGreaterThan(5);
  });
});

describe('push of templates and the menu', () => {
  test('saves templates before their items, and then the menu', async () => {
    shows('4.files.templates', '4.files.menu');
    await addGroup('old');
    await run('pull');
    editTemplate((sword) => {
      sword.label = 'Blades';
      ofField(sword, 'price').minimum = 1;
      sword.fields.push({ ...field('weight', 'float'), order: 9 } as unknown as TemplateFile['fields'][number]);
    });
    edit('rusty', { weight: 1.5 });
    const ore = { id: 'ore', label: 'Ores', fields: [{ ...field('grade', 'integer'), parentId: undefined }] };
    writeFileSync(join(folder, 'templates/ore.json'), JSON.stringify(ore));
    mkdirSync(join(folder, 'items/ore'), { recursive: true });
    writeFileSync(join(folder, 'items/ore/first.json'), JSON.stringify({ _label: 'First', grade: 3 }));
    editSchema<{ menu: object[] }>('menu.json', (content) => {
      const links = content.menu.filter((node) => !('id' in node && node.id === 'old'));
      content.menu = links.map((node) => ({ ...node, parent_id: 'arms' }));
      content.menu.push({ id: 'arms', parent_id: 'root', label: 'Arms', template_id: '', order: 0 });
    });
    expect((await run('diff')).lines).toEqual([
      'differs: templates/sword.json (label of the template, price, weight)',
      'differs: items/sword/rusty.json (weight)',
      'only here: templates/ore.json',
      'only here: items/ore/first.json',
      expect.stringMatching(/^differs: menu\.json \((.*, )?arms(, .*)?\)$/),
      '5 files differ.',
    ]);
    const before = [await readSword(), await readMenu(), await onServer()];
    expect((await run('push', '--dry-run')).lines).toEqual([
      'added: templates/ore.json',
      'changed: templates/sword.json (label of the template, price, weight)',
      expect.stringMatching(/^changed: menu\.json /),
      'ore: edited items are checked when the template has been pushed',
      'sword: edited items are checked when the template has been pushed',
      'Nothing was changed: this was a dry run.',
    ]);
    expect([await readSword(), await readMenu(), await onServer()]).toEqual(before);
    const pushed = await run('push');
    expect(pushed).toEqual({
      status: 0,
      lines: [
        'added: templates/ore.json',
        'changed: templates/sword.json (label of the template, price, weight)',
        expect.stringMatching(/^changed: menu\.json /),
        'ore: 1 added, 0 changed, 0 in conflict, 0 refused',
        'sword: 0 added, 1 changed, 0 in conflict, 0 refused',
        'Pushed.',
      ],
    });
    expect((await readSword()).header).toEqual({ label: 'Blades', version: 2 });
    expect((await onServer()).rusty).toMatchObject({ weight: 1.5, price: 5 });
    const nodes = await readMenu();
    expect(nodes.map(({ id }) => id)).not.toContain('old');
    expect(nodes.find(({ template_id }) => template_id === 'sword')).toMatchObject({ parent_id: 'arms' });
    expect(nodes.find(({ template_id }) => template_id === 'ore')).toMatchObject({ parent_id: 'root', label: 'Ores' });
    expect((await run('diff')).lines).toEqual(['Nothing differs.']);
    expect((await run('push')).lines).toEqual(['Nothing to push.']);
  });

  test('says what a removed field does to items, and brings its values back', async () => {
    shows('4.files.templates');
    await run('pull');
    const saved = readFolder('templates/sword.json');
    editTemplate((sword) => {
      sword.fields = sword.fields.filter(({ id }) => id !== 'price');
    });
    const dry = await run('push', '--dry-run');
    expect(dry.lines[1]).toBe('  price is removed with its values in 2 items');
    expect((await run('push')).status).toBe(0);
    expect((await onServer()).rusty).not.toHaveProperty('price');
    writeFileSync(
      join(folder, 'templates/sword.json'),
      JSON.stringify({ ...saved, base: readFolder('templates/sword.json').base }),
    );
    expect((await run('push')).lines[1]).toBe('  price comes back with its values in 2 items');
    expect((await onServer()).rusty).toMatchObject({ price: 5 });
  });

  test('names what the server refuses, and changes nothing', async () => {
    shows('4.files.conflict');
    await run('pull');
    edit('keen', { price: 9 });
    const before = [await readSword(), await readMenu(), await onServer()];
    editTemplate((sword) => {
      ofField(sword, 'price').minimum = 6;
    });
    const misfit = await run('push');
    expect([misfit.status, misfit.lines[1]]).toEqual([
      2,
      expect.stringMatching(/^ {2}refused: templates\/sword\.json: price does not fit 1 item: 5 of item \d+ /),
    ]);
    editTemplate((sword) => {
      ofField(sword, 'price').minimum = 'six';
    });
    const invalid = await run('push');
    expect([invalid.status, invalid.lines[1], invalid.lines.at(-1)]).toEqual([
      2,
      expect.stringMatching(/^ {2}refused: templates\/sword\.json: fields\.2\.settings/),
      'Nothing was changed. Pull, decide the conflicts in the files, and push again.',
    ]);
    expect([await readSword(), await readMenu(), await onServer()]).toEqual(before);
  });

  test('a template or menu that others have changed is a conflict', async () => {
    shows('4.files.conflict');
    await run('pull');
    editTemplate((sword) => {
      sword.label = 'Blades';
    });
    editSchema<{ menu: { label: string }[] }>('menu.json', (content) => {
      for (const node of content.menu) node.label = 'Mine';
    });
    edit('rusty', { price: 9 });
    await saveTemplate(server, 'sword', [...fields, field('late', 'text', { order: 9 })], {
      label: 'Swords',
      version: (await readSword()).header.version,
    });
    const before = [await readSword(), await readMenu(), await onServer()];
    const { status, lines } = await run('push');
    expect([status, lines.filter((line) => line.includes('conflict:'))]).toEqual([
      2,
      [
        '  conflict: templates/sword.json: it was changed on the server since it was pulled',
        '  conflict: menu.json: it was changed on the server since it was pulled',
      ],
    ]);
    expect([await readSword(), await readMenu(), await onServer()]).toEqual(before);
  });

  test('a menu that others change during the push is not overwritten', async () => {
    shows('4.files.conflict');
    await run('pull');
    editTemplate((sword) => {
      sword.label = 'Blades';
    });
    editSchema<{ menu: object[] }>('menu.json', (content) => {
      content.menu.push({ id: 'arms', parent_id: 'root', label: 'Arms', template_id: '', order: 0 });
    });
    afterCall = async (url) => {
      if (url.endsWith('/templates/sword/progress')) await addGroup('theirs');
    };
    expect(await run('push')).toEqual({
      status: 2,
      lines: [
        'changed: templates/sword.json (label of the template)',
        'changed: menu.json (arms)',
        '  conflict: menu.json: it was changed on the server since it was pulled',
        'What is listed before was pushed. Pull, decide the rest in the files, and push again.',
      ],
    });
    const ids = (await readMenu()).map(({ id }) => id);
    expect([ids.includes('theirs'), ids.includes('arms')]).toEqual([true, false]);
  });

  test('a template that was deleted on the server is not made anew', async () => {
    shows('4.files.conflict');
    await saveTemplate(server, 'ore', inOrder([field('grade', 'integer')]));
    await run('pull');
    editSchema<{ label: string }>('templates/ore.json', (content) => {
      content.label = 'Ores';
    });
    const params = { instanceId: server.studio.dev, templateId: 'ore' };
    await server.call(templates.delete, { params }, { as: 'owner' });
    expect((await run('push')).lines.slice(0, 2)).toEqual([
      'changed: templates/ore.json (label of the template, grade)',
      '  conflict: templates/ore.json: it was deleted on the server. Remove its "base" to make it anew',
    ]);
    expect((await server.send(templates.get, { params }, { as: 'owner' })).status).toBe(404);
  });

  test('an older template that nobody edited is no conflict, also in a fresh clone', async () => {
    shows('4.files.templates');
    await run('pull');
    rmSync(join(folder, '.quartermaster'), { recursive: true });
    await saveTemplate(server, 'sword', [...fields, field('late', 'text', { order: 9 })], {
      label: 'Swords',
      version: (await readSword()).header.version,
    });
    edit('rusty', { price: 9 });
    expect(await run('push')).toMatchObject({ status: 0 });
    expect((await readSword()).fields.map(({ id }) => id)).toContain('late');
    expect((await onServer()).rusty).toMatchObject({ price: 9 });
  });

  test('a proposal leaves out templates and the menu, and says so', async () => {
    shows('4.files.propose');
    await run('pull');
    editTemplate((sword) => {
      sword.label = 'Blades';
    });
    token = await createToken('read', 'propose');
    expect(await run('push', '--propose')).toEqual({
      status: 2,
      lines: ['not proposed: templates/sword.json: push it with the scope write:dev'],
    });
    expect((await run('push')).status).toBe(3);
    expect((await readSword()).header.label).toBe('The sword');
  });
});

test('types are written for the language that is named', async () => {
  shows('4.files.types');
  const file = join(folder, 'quartermaster.ts');
  token = await createToken('read');
  expect(await run('types', '--out', file)).toEqual({ status: 0, lines: [] });
  expect(readFileSync(file, 'utf8')).toContain('sku');
});

test('a command that cannot run says why, and exits with status 3', async () => {
  shows('4.files.status');
  expect((await run('pull', 'spear')).lines[0]).toBe('The instance has no template spear.');
  await run('pull');
  writeFileSync(swordPath('rusty'), '{');
  const broken = await run('push');
  expect([broken.status, broken.lines[0]]).toEqual([
    3,
    expect.stringMatching(/^items\/sword\/rusty\.json is not well-formed JSON/),
  ]);
  token = `${token.slice(0, -1)}?`;
  const refused = await run('pull');
  expect([refused.status, refused.lines]).toEqual([
    3,
    [expect.stringMatching(/^The server refused QUARTERMASTER_TOKEN: ./)],
  ]);
  const say = (lines: string[]) => (line: string) => lines.push(line);
  const lines: string[] = [];
  expect(await runContentCommand('pull', ['--folder', folder], { say: say(lines), env: {} })).toBe(3);
  expect(lines[0]).toContain('--server https://content.example.com');
});

test('files are named after keys, so that every file system can have them side by side', () => {
  shows('4.files.names');
  const keys = ['plain', 'Sword', 'sword', '../../etc', 'con', '12', 'a/b', '', 'ünï', undefined];
  const names = fileNames(keys.map((key, at) => ({ id: at + 1, key })));
  expect([...names.values()]).toEqual([
    'plain',
    'Sword~2',
    'sword~3',
    '__.._etc~4',
    '_con~5',
    '12~6',
    'a_b~7',
    '8',
    'ünï',
    '10',
  ]);
  const all = [...names.values()].map((name) => name.toLowerCase());
  expect(new Set(all).size).toBe(all.length);
});
