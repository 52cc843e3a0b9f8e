import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { runContentCommand } from '../../content-files/command.ts';
import { fileNames } from '../../content-files/item-files.ts';
import { shows } from '../specification/shows.ts';
import { startContentFolder } from '../support/content-folder.ts';
import { field, inOrder, randomNumbers, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';

let content: Awaited<ReturnType<typeof startContentFolder>>;
beforeEach(async () => {
  content = await startContentFolder();
});

describe('pull', () => {
  test('writes a template, its items and the menu, the same bytes each time', async () => {
    shows('4.files.pull');
    expect(await content.run('pull')).toEqual({ status: 0, lines: ['4 written, 0 removed, 0 unchanged, 0 kept.'] });
    expect(content.swords()).toEqual(['keen.json', 'rusty.json']);
    expect(readFileSync(content.swordPath('keen'), 'utf8')).toBe(
      `{\n  "_id": ${content.read('keen')._id},\n  "_version": 1,\n  "_label": "Keen",\n  "parent": "rusty",\n  "price": 7,\n  "sku": "keen"\n}\n`,
    );
    const template = JSON.parse(readFileSync(join(content.folder, 'templates/sword.json'), 'utf8'));
    expect(template.fields.map(({ id }: { id: string }) => id)).toEqual(['notes', 'parent', 'price', 'sku']);
    expect((await content.run('pull')).lines).toEqual(['0 written, 0 removed, 4 unchanged, 0 kept.']);
    expect(await content.run('diff')).toEqual({ status: 0, lines: ['Nothing differs.'] });
  });

  test('removes the files of a template that was deleted on the server', async () => {
    shows('4.files.pull');
    await saveTemplate(content.server, 'ore', inOrder([field('grade', 'integer')]));
    await content.run('pull');
    expect(existsSync(join(content.folder, 'templates/ore.json'))).toBe(true);
    await content.server.call(
      templates.delete,
      { params: { instanceId: content.server.studio.dev, templateId: 'ore' } },
      { as: 'owner' },
    );
    // The menu has lost its link.
    expect((await content.run('pull')).lines).toEqual(['1 written, 1 removed, 3 unchanged, 0 kept.']);
    expect(existsSync(join(content.folder, 'templates/ore.json'))).toBe(false);
  });

  test('keeps edited files unless it is forced, and removes files of deleted items', async () => {
    shows('4.files.kept');
    await content.run('pull');
    content.edit('rusty', { notes: 'Mine' });
    await content.importRows({ sku: 'rusty', price: 6 });
    await content.server.call(
      items.delete,
      { params: { instanceId: content.server.studio.dev, templateId: 'sword', id: content.read('keen')._id } },
      { as: 'owner' },
    );
    const kept = await content.run('pull');
    expect(kept.status).toBe(2);
    expect(kept.lines[0]).toBe('kept, as it was edited: items/sword/rusty.json');
    expect(content.read('rusty')).toMatchObject({ notes: 'Mine', price: 5 });
    expect(content.swords()).toEqual(['rusty.json']);
    expect((await content.run('pull', '--force')).status).toBe(0);
    expect(content.read('rusty')).toMatchObject({ notes: 'Old', price: 6 });
  });
});

describe('diff', () => {
  test('names files that differ, with their fields, and those that only one side has', async () => {
    shows('4.files.diff');
    await content.run('pull');
    content.edit('rusty', { price: 9 });
    writeFileSync(content.swordPath('new'), JSON.stringify({ _label: 'New', sku: 'new', price: 1 }));
    await content.importRows({ sku: 'late', _label: 'Late' });
    expect(await content.run('diff')).toEqual({
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
    await content.run('pull');
    content.edit('rusty', { price: 9, notes: undefined });
    writeFileSync(content.swordPath('draft'), JSON.stringify({ _label: 'New', sku: 'brand-new', parent: 'keen' }));
    const pushed = await content.run('push');
    expect(pushed).toEqual({
      status: 0,
      lines: ['sword: 1 added, 1 changed, 0 in conflict, 0 refused', 'pushed: items of sword'],
    });
    const now = await content.onServer();
    expect(now.rusty).toEqual({ sku: 'rusty', price: 9 });
    expect(now['brand-new']).toMatchObject({ parent: content.read('keen')._id });
    expect(content.swords()).toEqual(['brand-new.json', 'keen.json', 'rusty.json']);
    expect(content.read('rusty')._version).toBe(2);
    expect((await content.run('diff')).status).toBe(0);
    expect((await content.run('push')).lines).toEqual(['Nothing to push.']);
  });

  test('sends numbers in texts with the digits that the file has', async () => {
    shows('4.sheets.json-digits');
    await content.run('pull');
    const rusty = readFileSync(content.swordPath('rusty'), 'utf8').replace('"Old"', '1.10');
    writeFileSync(content.swordPath('rusty'), rusty);
    writeFileSync(content.swordPath('new'), '{"_label":2.0,"sku":9007199254740993,"price":5.0}');
    expect((await content.run('push')).status).toBe(0);
    expect(content.read('rusty').notes).toBe('1.10');
    expect(await content.onServer()).toMatchObject({ '9007199254740993': { price: 5 } });
    writeFileSync(content.swordPath('keen'), '{"_label":"Keen","sku":"keen","price":9007199254740993}');
    expect((await content.run('push')).lines.join()).toMatch(/price is "?9007199254740993"?: should be between/);
  });

  test('keeps what others have changed in other fields', async () => {
    shows('4.files.merge');
    await content.run('pull');
    content.edit('rusty', { notes: 'Mine' });
    await content.importRows({ sku: 'rusty', price: 6 }, { sku: 'keen', price: 8 });
    expect((await content.run('push')).status).toBe(0);
    const now = await content.onServer();
    expect(now.rusty).toMatchObject({ notes: 'Mine', price: 6 });
    expect(now.keen).toMatchObject({ price: 8 });
    expect(content.read('rusty')).toMatchObject({ notes: 'Mine', price: 6 });
  });

  test('names what is in conflict or refused, and changes nothing', async () => {
    shows('4.files.conflict');
    await content.run('pull');
    content.edit('rusty', { price: 9 });
    content.edit('keen', { price: -1 });
    writeFileSync(content.swordPath('fine'), JSON.stringify({ _label: 'Fine', sku: 'fine' }));
    await content.importRows({ sku: 'rusty', price: 6 });
    const before = await content.onServer();
    const { status, lines } = await content.run('push');
    expect(status).toBe(2);
    expect(lines).toEqual([
      'sword: 1 added, 0 changed, 1 in conflict, 1 refused',
      '  conflict: items/sword/rusty.json: price is 6 on the server, 9 here',
      expect.stringMatching(/^ {2}refused: items\/sword\/keen\.json: price is -1: ./),
      'Nothing was changed. Pull, decide the conflicts in the files, correct what is refused, and push again.',
    ]);
    expect(await content.onServer()).toEqual(before);
    expect(content.read('rusty').price).toBe(9);
  });

  test('applies no template if another one has a conflict, and all of them otherwise', async () => {
    shows('4.files.conflict');
    await saveTemplate(content.server, 'ore', inOrder([field('grade', 'integer')]));
    const [ore] = await saveAll(content.server, [saveBody('ore', inOrder([field('grade', 'integer')]), { grade: 1 })]);
    await content.run('pull');
    const orePath = join(content.folder, 'items/ore', `${ore?.id}.json`);
    writeFileSync(orePath, JSON.stringify({ ...JSON.parse(readFileSync(orePath, 'utf8')), grade: 2 }));
    writeFileSync(join(content.folder, 'items/ore/new.json'), JSON.stringify({ _label: 'Second', grade: 3 }));
    content.edit('rusty', { price: 9 });
    await content.importRows({ sku: 'rusty', price: 6 });
    expect((await content.run('push')).status).toBe(2);
    expect((await content.run('diff', 'ore')).lines.at(-1)).toBe('2 files differ.');
    await content.run('pull', 'sword', '--force');
    content.edit('rusty', { price: 10 });
    expect((await content.run('push')).status).toBe(0);
    expect((await content.onServer()).rusty).toMatchObject({ price: 10 });
    // The file of the new item has got its id, which is its name as well.
    expect((await content.run('diff')).lines).toEqual(['Nothing differs.']);
    expect(readdirSync(join(content.folder, 'items/ore'))).not.toContain('new.json');
  });

  test('refuses an edited file whose item was deleted on the server', async () => {
    shows('4.files.conflict');
    await content.run('pull');
    content.edit('keen', { price: 9 });
    const params = { instanceId: content.server.studio.dev, templateId: 'sword', id: content.read('keen')._id };
    await content.server.call(items.delete, { params }, { as: 'owner' });
    const { status, lines } = await content.run('push');
    expect([status, lines[1]]).toEqual([
      2,
      `  refused: items/sword/keen.json: there is no item ${params.id} in The sword`,
    ]);
    await content.run('pull', '--force');
    expect(content.swords()).toEqual(['rusty.json']);
  });

  test('only checks in a dry run, and as a proposal names the page where it is applied', async () => {
    shows('4.files.propose');
    await content.run('pull');
    content.edit('rusty', { price: 9 });
    const before = await content.onServer();
    expect((await content.run('push', '--dry-run')).lines.at(-1)).toBe('Nothing was changed: this was a dry run.');
    content.token = await content.createToken('read', 'propose');
    const { status, lines } = await content.run('push', '--propose');
    expect([status, lines.at(-1)]).toEqual([
      0,
      expect.stringMatching(
        /^Review and apply: https:\/\/content\.test\/instance\/\d+\/templates\/sword\/items\/import\?import=\d+$/,
      ),
    ]);
    expect((await content.run('push')).status).toBe(3);
    expect(await content.onServer()).toEqual(before);
  });

  test('never overwrites: 200 random edits on both sides', async () => {
    shows('4.files.merge');
    const next = randomNumbers(34);
    const random = (below: number) => Math.floor(next() * below);
    await content.importRows(
      ...Array.from({ length: 8 }, (_, at) => ({ sku: `s${at}`, _label: `S${at}`, price: 0, notes: '' })),
    );
    await content.run('pull');
    let value = 0;
    let conflicts = 0;
    for (let round = 0; round < 20; round += 1) {
      const expected = await content.onServer();
      const theirs = new Set<string>();
      const mine = new Set<string>();
      for (let at = 0; at < 5; at += 1) {
        const [key, name] = [`s${random(8)}`, random(2) === 0 ? 'price' : 'notes'];
        value += 1;
        const set = name === 'price' ? value : `v${value}`;
        theirs.add(`${key}.${name}`);
        await content.importRows({ sku: key, [name]: set });
        expected[key] = { ...expected[key], [name]: set };
      }
      const edits: [string, string, unknown][] = [];
      for (let at = 0; at < 5; at += 1) {
        const [key, name] = [`s${random(8)}`, random(2) === 0 ? 'price' : 'notes'];
        value += 1;
        const set = name === 'price' ? value : `v${value}`;
        mine.add(`${key}.${name}`);
        content.edit(key, { [name]: set });
        edits.push([key, name, set]);
      }
      const both = [...mine].filter((place) => theirs.has(place));
      const { status, lines } = await content.run('push');
      expect(status, lines.join('\n')).toBe(both.length > 0 ? 2 : 0);
      for (const place of both) {
        const [key = '', name = ''] = place.split('.');
        expect(lines.join('\n')).toContain(`conflict: items/sword/${key}.json: ${name} is `);
      }
      conflicts += both.length;
      if (both.length === 0) for (const [key, name, set] of edits) expected[key] = { ...expected[key], [name]: set };
      expect(await content.onServer()).toEqual(expected);
      await content.run('pull', '--force');
    }
    expect(conflicts).toBeGreaterThan(5);
  });
});

describe('a file in another encoding', () => {
  const sword = (notes: string) => JSON.stringify({ _label: 'Blue', sku: 'blue', price: 1, notes });
  test.each([
    ['Latin-1', Buffer.from(sword('Épée'), 'latin1'), 'is not UTF-8'],
    ['UTF-16', Buffer.from(`\ufeff${sword('Épée')}`, 'utf16le'), 'is in UTF-16'],
    ['UTF-16 without a mark', Buffer.from(sword('Blade'), 'utf16le'), 'is in UTF-16'],
  ])('is refused by its name, and nothing is sent: %s', async (_, bytes, reason) => {
    shows('4.files.encoding');
    await content.run('pull');
    content.edit('rusty', { price: 9 });
    writeFileSync(content.swordPath('blue'), bytes);
    const calls: string[] = [];
    content.afterCall = async (url) => calls.push(url);
    for (const args of [[], ['--dry-run'], ['--propose']])
      expect(await content.run('push', ...args)).toMatchObject({
        status: 3,
        lines: [`items/sword/blue.json ${reason}. Save it in UTF-8.`, expect.any(String)],
      });
    expect(calls.filter((url) => /imports|save/.test(url))).toEqual([]);
    expect(Object.keys(await content.onServer()).toSorted()).toEqual(['keen', 'rusty']);
    expect((await content.onServer()).rusty?.price).toBe(5);
  });

  test('is refused before the template is saved that comes with it', async () => {
    shows('4.files.encoding');
    await content.run('pull');
    content.editFile<{ label: string }>('templates/sword.json', (template) => {
      template.label = 'Blades';
    });
    writeFileSync(content.swordPath('blue'), Buffer.from(sword('Épée'), 'latin1'));
    expect((await content.run('push')).lines[0]).toBe('items/sword/blue.json is not UTF-8. Save it in UTF-8.');
    const params = { instanceId: content.server.studio.dev, templateId: 'sword' };
    const { header } = await content.server.call(templates.get, { params }, { as: 'owner' });
    expect(header.label).not.toBe('Blades');
  });

  test('refuses a template, the menu and the settings of the folder, too', async () => {
    shows('4.files.encoding');
    await content.run('pull');
    for (const name of ['templates/sword.json', 'menu.json', 'quartermaster.json']) {
      const before = existsSync(content.path(name)) ? readFileSync(content.path(name)) : undefined;
      writeFileSync(content.path(name), Buffer.from('{"server":"Épée"}', 'latin1'));
      const { status, lines } = await content.run('push');
      expect([status, lines[0]]).toEqual([3, `${name} is not UTF-8. Save it in UTF-8.`]);
      if (before) writeFileSync(content.path(name), before);
      else rmSync(content.path(name));
    }
  });

  test('a byte order mark is read, and is no edit', async () => {
    shows('4.files.encoding');
    await content.run('pull');
    for (const name of ['items/sword/rusty.json', 'templates/sword.json', 'menu.json'])
      writeFileSync(content.path(name), `\ufeff${readFileSync(content.path(name), 'utf8')}`);
    expect(await content.run('diff')).toEqual({ status: 0, lines: ['Nothing differs.'] });
    writeFileSync(content.swordPath('blue'), `\ufeff${sword('Épée')}`);
    expect((await content.run('push')).status).toBe(0);
    expect((await content.onServer()).blue?.notes).toBe('Épée');
  });
});

test('types are written for the language that is named', async () => {
  shows('4.files.types');
  const file = join(content.folder, 'quartermaster.ts');
  content.token = await content.createToken('read');
  expect(await content.run('types', '--out', file)).toEqual({ status: 0, lines: [] });
  expect(readFileSync(file, 'utf8')).toContain('sku');
});

test('a command that cannot run says why, and exits with status 3', async () => {
  shows('4.files.status');
  expect((await content.run('pull', 'spear')).lines[0]).toBe('The instance has no template spear.');
  await content.run('pull');
  writeFileSync(content.swordPath('rusty'), '{');
  const broken = await content.run('push');
  expect([broken.status, broken.lines[0]]).toEqual([
    3,
    expect.stringMatching(/^items\/sword\/rusty\.json is not well-formed JSON/),
  ]);
  writeFileSync(content.swordPath('rusty'), '{"_label":"Rusty","price":1,"price":2}');
  expect((await content.run('push')).lines[0]).toBe('items/sword/rusty.json has the name price twice.');
  content.token = content.token.slice(0, -3);
  const refused = await content.run('pull');
  expect([refused.status, refused.lines]).toEqual([
    3,
    [expect.stringMatching(/^QUARTERMASTER_TOKEN is wrong, or not valid any more: ./)],
  ]);
  const say = (lines: string[]) => (line: string) => lines.push(line);
  const lines: string[] = [];
  expect(await runContentCommand('pull', ['--folder', content.folder], { say: say(lines), env: {} })).toBe(3);
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
