import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Checked } from '@quartermaster/contract/endpoints/door.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { type Replacement, replacements } from '@quartermaster/contract/endpoints/replacements.ts';
import { beforeEach, expect, test } from 'vitest';
import { storeChangeSet } from '../../server/content/change-sets/change-set-repository.ts';
import { replaceJob, replaceSource } from '../../server/modules/replacements/replace-service.ts';
import { shows } from '../specification/shows.ts';
import { allowInDev } from '../support/allow-in-dev.ts';
import { eventually } from '../support/eventually.ts';
import { ownerCaller } from '../support/owner-caller.ts';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const as = { as: 'owner' } as const;
/** Their ids are not their names, as those of templates that were made long ago. */
const weapon = inOrder([
  field('k3j9x0q2m8v7c1ab', 'text', { name: 'title', label: 'Title' }),
  field('q8w7e6r5t4y3u2i1', 'text-list', { name: 'tags', label: 'Tags' }),
  field('z1x2c3v4b5n6m7a8', 'localised-text', { name: 'story', label: 'Story', source: 'en' }),
  field('p9o8i7u6y5t4r3e2', 'text', { name: 'legacy', label: 'Legacy', readOnly: true }),
]);
const [title, tags, story, legacy] = weapon.map(({ id }) => id) as [string, string, string, string];
const hero = inOrder([field('bio', 'long-text')]);

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
const params = () => ({ instanceId: server.studio.dev });
const check = (body: Replacement & { leave_out?: number[]; limit?: number; cursor?: string }): Promise<Checked> =>
  server.call(replacements.check, { params: params(), body }, as);
const apply = (body: Replacement & { leave_out?: number[]; fingerprint?: string }) =>
  server.call(replacements.apply, { params: params(), body }, as);
const read = async (templateId: string, id: number) => {
  const { item } = await server.call(items.get, { params: { ...params(), templateId, id } }, as);
  return [item.header.internal_label, ...item.fields.map(({ value }) => value)];
};

async function create() {
  await saveTemplate(server, 'weapon', weapon);
  await saveTemplate(server, 'hero', hero);
  const save = async (templateId: string, fields: typeof weapon, values: object, label: string) =>
    (await saveOne(server, saveBody(templateId, fields, values as never, { label }))).id;
  const axe = await save(
    'weapon',
    weapon,
    {
      [title]: 'Old axe, oldest of the Old "Order"',
      [tags]: ['old', 'axe'],
      [story]: { en: { text: 'The old axe' } },
      [legacy]: 'old',
    },
    'Old axe',
  );
  const bow = await save('weapon', weapon, { [title]: 'A bow' }, 'Bow');
  const mage = await save('hero', hero, { bio: 'Older than the old axe' }, 'Mage');
  return { axe, bow, mage };
}

test('a text is replaced in labels and all texts of all templates, after a check of each item, and undone', async () => {
  shows('5.replace.everywhere', '5.replace.undo');
  const { axe, bow, mage } = await create();
  const input = { find: 'old', replace_with: 'new' };
  const checked = await check(input);
  expect(checked.counts).toEqual({
    added: 0,
    updated: 2,
    removed: 0,
    unchanged: 0,
    refused: 0,
    left_out: 0,
    templates: 0,
  });
  expect(checked.rows.map(({ template_id, id }) => [template_id, id])).toEqual([
    ['hero', mage],
    ['weapon', axe],
  ]);
  expect(checked.rows[1]?.fields.map(({ field_id, before, after }) => [field_id, before, after])).toEqual([
    ['label', 'Old axe', 'new axe'],
    [title, 'Old axe, oldest of the Old "Order"', 'new axe, newest of the new "Order"'],
    [tags, ['old', 'axe'], ['new', 'axe']],
    [story, { en: { text: 'The old axe' } }, { en: { text: 'The new axe' } }],
    [legacy, 'old', 'new'],
  ]);
  const before = await Promise.all([read('weapon', axe), read('hero', mage), read('weapon', bow)]);
  const { id, counts } = await apply({ ...input, fingerprint: checked.fingerprint });
  expect(counts).toEqual({ added: 0, updated: 2, removed: 0, templates: 0 });
  expect(await read('hero', mage)).toEqual(['Mage', 'newer than the new axe']);
  expect((await check(input)).counts.updated).toBe(0);
  const { change_set } = await server.call(changeSets.get, { params: { ...params(), changeSetId: id ?? 0 } }, as);
  expect(change_set).toMatchObject({ origin: 'bulk-edit', note: 'Replaced “old” with “new”', can_undo: true });
  const list = async () => (await server.call(changeSets.list, { params: params(), query: {} }, as)).change_sets;
  const known = (await list()).map((one) => one.id);
  await server.call(changeSets.undo, { params: { ...params(), changeSetId: id ?? 0 }, body: {} }, as);
  expect(await Promise.all([read('weapon', axe), read('hero', mage), read('weapon', bow)])).toEqual(before);
  const [undo, undone, ...more] = await list();
  expect([undone?.id, ...more.map((one) => one.id)]).toEqual(known);
  expect(undo).toMatchObject({ origin: 'undo', undoes: id, counts: { updated: 2 } });
  expect(undone).toMatchObject({ id, undone_by: undo?.id });
});

test('case, whole words, and templates narrow it down, and signs stand for themselves', async () => {
  shows('5.replace.options');
  const { axe } = await create();
  const found = async (input: Partial<Replacement>) =>
    (await check({ find: 'old', replace_with: '-', ...input })).rows.map(({ template_id, fields }) => [
      template_id,
      ...fields.map(({ after }) => after),
    ]);
  expect(await found({ match_case: true, whole_words: true })).toEqual([
    ['hero', 'Older than the - axe'],
    ['weapon', 'Old axe, oldest of the Old "Order"', ['-', 'axe'], { en: { text: 'The - axe' } }, '-'].filter(
      (_, index) => index !== 1,
    ),
  ]);
  expect(await found({ whole_words: true, templates: ['hero'] })).toEqual([['hero', 'Older than the - axe']]);
  expect(await found({ find: '"Order"', replace_with: '$&' })).toEqual([['weapon', 'Old axe, oldest of the Old $&']]);
  // The ids of fields are no texts.
  expect(await found({ find: 'bio' })).toEqual([]);
  const { status } = await server.send(
    replacements.check,
    { params: params(), body: { find: 'a', replace_with: '', templates: ['none'] } },
    as,
  );
  expect(status).toBe(404);
  expect(await read('weapon', axe)).toContain('Old axe, oldest of the Old "Order"');
});

test('a letter with an accent is found in each form of Unicode, and never without its accent', async () => {
  shows('5.replace.options');
  await saveTemplate(server, 'hero', hero);
  const [composed, separate] = ['caf\u00e9', 'cafe\u0301'];
  await saveOne(server, saveBody('hero', hero, { bio: `${composed}, ${separate}` }, { label: 'Hero' }));
  const found = async (find: string, more: Partial<Replacement> = {}) =>
    (await check({ find, replace_with: '-', ...more })).rows.flatMap(({ fields }) => fields.map(({ after }) => after));
  expect(await found(composed)).toEqual(['-, -']);
  expect(await found(separate, { whole_words: true })).toEqual(['-, -']);
  expect(await found('cafe')).toEqual([]);
  expect(await found('caf', { whole_words: true })).toEqual([]);
});

test('a removed text is named in the history, by characters and not by halves of them', async () => {
  shows('5.replace.everywhere');
  await saveTemplate(server, 'hero', hero);
  const long = `${'x'.repeat(98)}\u{1f5e1}${'y'.repeat(9)}`;
  await saveOne(server, saveBody('hero', hero, { bio: long }, { label: 'Hero' }));
  const { id } = await apply({ find: long, replace_with: '' });
  const { change_set } = await server.call(changeSets.get, { params: { ...params(), changeSetId: id ?? 0 } }, as);
  expect(change_set.note).toBe(`Removed “${long.slice(0, 100)}…”`);
});

test('items are left out, refused by rules, and read-only fields stay for whoever may not change them', async () => {
  shows('5.replace.refused');
  const { axe, mage } = await create();
  const empty = { find: 'Old axe', replace_with: '', match_case: true, templates: ['weapon'] };
  const checked = await check(empty);
  expect(checked.counts).toMatchObject({ updated: 0, refused: 1 });
  expect(checked.refusals.sample).toMatchObject([{ template_id: 'weapon', id: axe, field_id: 'label' }]);
  const refused = await server.send(replacements.apply, { params: params(), body: empty }, as);
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { error: 'invalid', details: { counts: { refused: 1 } } },
  ]);
  const all = { find: 'old', replace_with: 'new' };
  const { fingerprint, counts } = await check({ ...all, leave_out: [axe] });
  expect(counts).toMatchObject({ updated: 1, left_out: 1 });
  await saveOne(server, saveBody('hero', hero, { bio: 'An old one' }, { label: 'Mage', id: mage, version: 1 }));
  const stale = { ...all, leave_out: [axe], fingerprint };
  expect((await server.send(replacements.apply, { params: params(), body: stale }, as)).status).toBe(409);
  await allowInDev(server, 'READ', 'CREATE_ITEM');
  const asMember = await server.call(replacements.check, { params: params(), body: all }, { as: 'member' });
  const rows = asMember.rows.flatMap(({ fields }) => fields.map(({ field_id }) => field_id));
  expect(rows).toContain(title);
  expect(rows).not.toContain(legacy);
});

test('many items are changed by a job, page by page in the check', async () => {
  shows('5.replace.job');
  await saveTemplate(server, 'hero', hero);
  const one = await saveOne(server, saveBody('hero', hero, { bio: 'old' }, { label: 'Hero' }));
  for (const times of [1000, 499]) {
    const action = { duplicate: { times, label: '{label} {n}' } };
    const body = { selection: { template_id: 'hero', ids: [one.id] }, action };
    await server.call(bulkEdits.apply, { params: params(), body }, as);
  }
  const input = { find: 'old', replace_with: 'new' };
  const first = await check({ ...input, limit: 2 });
  expect([first.counts.updated, first.rows.length]).toEqual([1500, 2]);
  const next = await check({ ...input, limit: 2, cursor: first.next_cursor ?? '' });
  expect([next.counts.updated, next.rows[0]?.id]).toEqual([1500, one.id + 2]);
  const started = await apply(input);
  await eventually(async () => {
    const { change_set } = await server.call(
      changeSets.get,
      { params: { ...params(), changeSetId: started.id ?? 0 } },
      as,
    );
    expect(change_set).toMatchObject({ state: 'applied', counts: { updated: 1500 } });
  });
  expect((await check(input)).counts.updated).toBe(0);
});

test('a job that finds other texts than were checked changes nothing', async () => {
  shows('5.replace.job');
  const { axe, mage } = await create();
  const { deps } = server.app;
  const { query } = deps.database;
  const replacement = { find: 'old', replace_with: 'new' };
  const caller = await ownerCaller(server, replacements.apply.access);
  const openJob = async () => {
    const { changeSet, storing } = await replaceSource.read(query, caller, replacement);
    const id = await storeChangeSet(query, changeSet, {
      actor: { kind: 'account', accountId: server.studio.accounts.owner },
      note: '',
      request: { selection: null },
      reviewId: null,
      at: deps.clock.now(),
      ...storing,
    });
    return id ?? expect.fail('Replacements do not exclude each other.');
  };
  const run = async (id: number) => {
    await replaceJob.run(deps, { sync_id: id }, new AbortController().signal);
    return (await server.call(changeSets.get, { params: { ...params(), changeSetId: id } }, as)).change_set;
  };

  const stale = await openJob();
  await saveOne(
    server,
    saveBody('hero', hero, { bio: 'A newer mage, not old' }, { label: 'Mage', id: mage, version: 1 }),
  );
  expect(await run(stale)).toMatchObject({
    state: 'failed',
    error: expect.stringMatching(/were changed in the meantime/),
  });
  expect([(await read('weapon', axe))[0], (await read('hero', mage))[1]]).toEqual(['Old axe', 'A newer mage, not old']);
  expect(await run(await openJob())).toMatchObject({ state: 'applied' });
  expect((await read('hero', mage))[1]).toBe('A newer mage, not new');
});
