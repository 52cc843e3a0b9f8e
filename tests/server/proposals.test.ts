import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { mostOpenProposals } from '@quartermaster/contract/rules/proposals.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { immediateLimits } from '../../server/content/change-sets/run/apply-now.ts';
import { shows } from '../specification/shows.ts';
import { idOf, outcomesOf, startProposals } from '../support/proposals.ts';
import { field, inOrder, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let the: Awaited<ReturnType<typeof startProposals>>;
const owner = { as: 'owner' } as const;
const { bytes } = immediateLimits;

beforeEach(async () => {
  server = await startTestServer();
  the = await startProposals(server);
});
afterEach(() => void Object.assign(immediateLimits, { bytes }));

const query = (text: string, values: unknown[] = []) => server.app.deps.database.query(text, values);
const stored = async () => (await query('select id from proposals')).length;

/** A number that JSON has with these digits. */
const digits = (text: string) => (JSON as unknown as { rawJSON: (text: string) => number }).rawJSON(text);

describe('a proposal', () => {
  test('has numbers in texts with the digits that were sent, when it is checked, stored and applied', async () => {
    shows('4.sheets.json-digits');
    const items = [{ sku: digits('1.10'), _label: digits('2.0'), title: digits('5.0'), price: digits('7.0') }];
    const sent = await the.send([{ template_id: 'sword', items }]);
    expect(outcomesOf(sent)).toEqual(['1 sword added']);
    await the.apply(idOf(sent));
    expect((await the.byKey()).get('1.10')).toMatchObject({ label: '2.0', title: '5.0', price: 7 });
  });

  test('of several templates is stored, changes nothing, and is applied and undone as one', async () => {
    shows('4.proposals.create', '4.proposals.apply', '4.proposals.undo');
    const [a, b] = (await the.save('sword', { sku: 'a', price: 1 }, { sku: 'b', price: 2, title: 'B' })).map(
      ({ id }) => id,
    );
    const [c] = (await the.save('chest', { code: 'c', size: 1 })).map(({ id }) => id);
    const before = await the.read();
    const sent = await the.send(
      [
        {
          template_id: 'sword',
          items: [
            { _id: a, _version: 1, price: 10 },
            { sku: 'b', price: 20 },
          ],
        },
        {
          template_id: 'chest',
          items: [
            { code: 'c', _label: 'Big', size: 5 },
            { code: 'c2', _label: 'Small', size: 6 },
          ],
        },
      ],
      { title: '  Cheaper swords ', note: 'For the sale' },
    );
    expect(sent).toMatchObject({
      status: 200,
      proposal: {
        title: 'Cheaper swords',
        note: 'For the sale',
        origin: 'form',
        state: 'open',
        by: { id: server.studio.accounts.owner, name: 'owner' },
        items: 4,
        templates: [
          { template_id: 'sword', name: 'Swords', items: 2 },
          { template_id: 'chest', name: 'Chests', items: 2 },
        ],
        decided_by: null,
        decided_at: null,
        change_set_id: null,
      },
      check: {
        counts: { added: 1, changed: 3, unchanged: 0, conflict: 0, refused: 0 },
        templates: [
          { template_id: 'sword', counts: { added: 0, changed: 2 } },
          { template_id: 'chest', counts: { added: 1, changed: 1 } },
        ],
      },
    });
    expect(outcomesOf(sent)).toEqual(['1 sword changed', '2 sword changed', '3 chest changed', '4 chest added']);
    expect(await the.read()).toEqual(before);

    const applied = await the.apply(idOf(sent));
    expect(applied).toMatchObject({ status: 200, proposal: { state: 'applied', decided_by: { name: 'owner' } } });
    const after = await the.byKey();
    expect(after.get('a')).toMatchObject({ id: a, price: 10, version: 2 });
    expect(after.get('b')).toMatchObject({ id: b, price: 20, title: 'B', version: 2 });
    expect(after.get('c')).toMatchObject({ id: c, size: 5, label: 'Big' });
    expect(after.get('c2')).toMatchObject({ size: 6, version: 1 });
    const changeSetId = applied.proposal?.change_set_id ?? 0;
    const params = { instanceId: server.studio.dev, changeSetId };
    const { change_set } = await server.call(changeSets.get, { params }, owner);
    expect(change_set).toMatchObject({
      ...{ origin: 'proposal', note: 'Cheaper swords', template: null, can_undo: true },
      counts: { added: 1, updated: 3, removed: 0 },
    });
    await the.undo(changeSetId);
    const undone = await the.byKey();
    expect([...undone.keys()].toSorted()).toEqual(['a', 'b', 'c']);
    expect(undone.get('a')).toMatchObject({ price: 1 });
    expect(undone.get('c')).toMatchObject({ size: 1, label: 'c' });
  });

  test('links new items of several templates by their keys, in either direction', async () => {
    shows('4.proposals.links', '4.proposals.rows');
    const sent = await the.send([
      {
        template_id: 'sword',
        items: [
          { sku: 'a', _label: 'a', chest: 'c' },
          { sku: 'b', _label: 'b', parent: 'a' },
        ],
      },
      {
        template_id: 'chest',
        items: [
          { code: 'c', _label: 'c', swords: ['b', 'a'] },
          { code: 'd', _label: 'd', swords: ['b'] },
        ],
      },
    ]);
    expect(outcomesOf(sent)).toEqual(['1 sword added', '2 sword added', '3 chest added', '4 chest added']);
    expect(sent.rows?.[0]?.fields).toContainEqual({
      field_id: 'chest',
      name: 'chest',
      before: null,
      after: 'new item “c”',
      is_conflict: false,
    });
    await the.apply(idOf(sent));
    const after = await the.byKey();
    const [a, b, c] = ['a', 'b', 'c'].map((key) => after.get(key)?.id);
    expect(after.get('a')).toMatchObject({ chest: c });
    expect(after.get('b')).toMatchObject({ parent: a });
    expect(after.get('c')).toMatchObject({ swords: [b, a] });
    expect(after.get('d')).toMatchObject({ swords: [b] });
    expect(after.size).toBe(4);
    await the.undo((await the.get(idOf(sent))).proposal.change_set_id);
    expect((await the.read()).size).toBe(0);
  });

  test('is refused whole if an item is, or if nothing would change, and then nothing is stored', async () => {
    shows('4.proposals.refused');
    const [a] = await the.save('sword', { sku: 'a', price: 1 });
    const id = a?.id ?? 0;
    const sent = await the.send([
      {
        template_id: 'sword',
        items: [
          { _id: id, price: -1 },
          { sku: 'a', price: 3 },
          { sku: 'b', _label: 'b', pryce: 3, other: 4 },
          { sku: 'c', _label: 'c', chest: 'none' },
          { _id: id + 99, price: 4 },
          { _id: id + 98, _version: 7, sku: 'q' },
        ],
      },
      {
        template_id: 'chest',
        items: [
          { code: 'x', _label: 'x', swords: ['c', 'b'] },
          { code: 'x', _label: 'y' },
          { code: 'y', _label: 'y' },
        ],
      },
    ]);
    expect(sent).toMatchObject({
      ...{ status: 422, error: { error: 'invalid' } },
      check: { counts: { added: 1, changed: 0, unchanged: 0, conflict: 0, refused: 8 } },
    });
    expect(outcomesOf(sent)).toEqual([
      '1 sword refused price: should be at least 0',
      '2 sword refused -: the item is in the proposal already, in line 1',
      '3 sword refused -: pryce is not a field of the template; the nearest is price',
      '4 sword refused chest: there is no item "none" in Chests',
      `5 sword refused -: there is no item ${id + 99} in Swords`,
      `6 sword refused -: there is no item ${id + 98} in Swords`,
      '7 chest refused -: needs line 4 of the proposal, which is refused',
      '8 chest refused code: is in the proposal already, in line 7',
      '9 chest added',
    ]);
    const same = await the.send([{ template_id: 'sword', items: [{ _id: id, price: 1 }] }]);
    expect(same).toMatchObject({
      status: 422,
      error: { message: 'The items have these values already, so there is nothing to propose.' },
      check: { counts: { unchanged: 1 } },
    });
    expect(await stored()).toBe(0);
  });

  test('names what is wrong with its body', async () => {
    shows('4.proposals.bounds');
    const items = [{ sku: 'a', _label: 'a' }];
    const fieldsOf = async (...sent: Parameters<typeof the.send>) => {
      const { status, error } = await the.send(...sent);
      return [status, error.fields];
    };
    const twice = [
      { template_id: 'sword', items },
      { template_id: 'sword', items: [{ sku: 'b', _label: 'b' }] },
    ];
    const named = 'is used twice in this proposal';
    expect(await fieldsOf(twice)).toEqual([422, { 'changes.1.template_id': named }]);
    expect(await fieldsOf([{ template_id: 'nothing', items }])).toEqual([
      422,
      { 'changes.0.template_id': 'there is no such template' },
    ]);
    expect(await fieldsOf([{ template_id: 'sword', key: 'title', items }])).toEqual([
      422,
      { 'changes.0.key': 'is no field with unique values of the template' },
    ]);
    expect(await fieldsOf([{ template_id: 'sword', items }], { title: '  ' })).toEqual([
      422,
      { title: 'Title is a required field' },
    ]);
    const many = Array.from({ length: 501 }, (_, at) => ({ sku: `s${at}`, code: `s${at}`, _label: 'x' }));
    const large = await the.send([
      { template_id: 'sword', items: many },
      { template_id: 'chest', items: many },
    ]);
    expect([large.status, large.error.message]).toEqual([
      413,
      'A proposal has at most 1,000 items, of at most 4 MiB together with their current content. Propose fewer at once.',
    ]);
    Object.assign(immediateLimits, { bytes: 500 });
    const [a] = await the.save('sword', { sku: 'z', title: 'x'.repeat(470) });
    expect(await the.send([{ template_id: 'sword', items: [{ _id: a?.id, price: 1 }] }])).toMatchObject({
      status: 413,
    });
    Object.assign(immediateLimits, { bytes });
    await query(
      `insert into proposals (instance_id, title, note, origin, templates, items, changes, created_at)
        select $1, 'x', '', 'api', '[]', 0, '[]', now() from generate_series(1, $2::int)`,
      [server.studio.dev, mostOpenProposals],
    );
    const tooMany = await the.send([{ template_id: 'sword', items }]);
    expect([tooMany.status, tooMany.error.message]).toEqual([
      422,
      'An instance has at most 200 open proposals. Apply or decline some of them first.',
    ]);
    await query(`update proposals set state = 'declined' where id = (select min(id) from proposals)`);
    expect(await the.send([{ template_id: 'sword', items }])).toMatchObject({ status: 200 });
  });

  test('is checked without being stored', async () => {
    shows('4.proposals.check');
    const changes = [
      {
        template_id: 'sword',
        items: [
          { sku: 'a', _label: 'a' },
          { sku: 'b', _label: 'b', price: -1 },
        ],
      },
    ];
    const checked = await the.check(changes, 'member');
    expect(checked).toMatchObject({ status: 200, check: { counts: { added: 1, refused: 1 } } });
    expect(outcomesOf(checked)).toEqual(['2 sword refused price: should be at least 0', '1 sword added']);
    const one = await the.check([{ template_id: 'sword', items: [{ sku: 'a', _label: 'a' }] }]);
    const sent = await the.send([{ template_id: 'sword', items: [{ sku: 'a', _label: 'a' }] }]);
    expect(sent.check).toEqual(one.check);
    expect(await stored()).toBe(1);
  });

  test('is stored once for a repeated request', async () => {
    shows('4.proposals.twice');
    const key = '7c9a5c2e-63a4-4c1a-9b7e-0f3f7f2f9d11';
    const changes = [{ template_id: 'sword', items: [{ sku: 'a', _label: 'a' }] }];
    const atOnce = await Promise.all([1, 2, 3].map(() => the.send(changes, { idempotency_key: key })));
    const first = idOf(atOnce[0] ?? {});
    expect(atOnce.map((sent) => [sent.status, idOf(sent)])).toEqual([1, 2, 3].map(() => [200, first]));
    await the.apply(first);
    // It would be refused now.
    expect(await the.send(changes, { idempotency_key: key })).toMatchObject({
      ...{ status: 200, proposal: { id: first, state: 'applied' } },
    });
    // Even if it could not be read any more, as its template is gone.
    await saveTemplate(server, 'lost', inOrder([field('code', 'text')]));
    const again = [{ template_id: 'lost', items: [{ _label: 'y', code: 'y' }] }];
    const second = key.replace('7c', '8c');
    const kept = await the.send(again, { idempotency_key: second });
    const { dev: instanceId } = server.studio;
    await server.call(templates.delete, { params: { instanceId, templateId: 'lost' } }, { as: 'owner' });
    expect(await the.send(again, { idempotency_key: second })).toMatchObject({
      ...{ status: 200, proposal: { id: idOf(kept), state: 'open' } },
    });
    const other = await the.send(changes, { idempotency_key: key, title: 'Other' });
    expect(other.error.fields).toEqual({ idempotency_key: 'this key was used with another body' });
    expect(await stored()).toBe(2);
  });

  test('has a title of one line that turns no text around', async () => {
    shows('4.proposals.create');
    const changes = [{ template_id: 'sword', items: [{ sku: 'a', _label: 'a' }] }];
    const { proposal } = await the.send(changes, { title: ' Dear\u202e\n swords ', note: 'Why\u202e\n not' });
    expect(proposal).toMatchObject({ title: 'Dear swords', note: 'Why\n not' });
    expect((await the.send(changes, { title: '\u200b \n' })).error.fields).toEqual({
      title: 'Title is a required field',
    });
  });
});

describe('a stored proposal', () => {
  test('says what applying would do now, by line and field', async () => {
    shows('4.proposals.fresh');
    const [a, b] = await the.save('sword', { sku: 'a', price: 1, title: 'A' }, { sku: 'b', price: 1 });
    const sent = await the.send([
      {
        template_id: 'sword',
        items: [
          { _id: a?.id, _version: 1, price: 5 },
          { _id: b?.id, _version: 1, price: 6 },
          { sku: 'n', _label: 'n' },
        ],
      },
      { template_id: 'chest', items: [{ code: 'c', _label: 'c' }] },
    ]);
    const id = idOf(sent);
    expect((await the.get(id)).check).toEqual(sent.check);
    // One that both have changed, one that was changed elsewhere, and one whose key is taken since.
    await the.change(a?.id ?? 0, { price: 3 });
    await the.change(b?.id ?? 0, { title: 'B' });
    await the.save('sword', { sku: 'n' });
    const { check, problem } = await the.get(id);
    expect(problem).toBeNull();
    expect(check?.counts).toEqual({ added: 1, changed: 1, unchanged: 1, conflict: 1, refused: 0 });
    expect(check?.fingerprint).not.toBe(sent.check?.fingerprint);
    const { rows, next_cursor } = await the.rows(id);
    expect(next_cursor).toBeNull();
    expect(rows).toMatchObject([
      {
        ...{ line: 1, template_id: 'sword', outcome: 'conflict', item_id: a?.id, version: 2, label: 'a' },
        fields: [{ field_id: 'price', before: 3, after: 5, is_conflict: true }],
      },
      { line: 2, outcome: 'changed', fields: [{ field_id: 'price', before: 1, after: 6, is_conflict: false }] },
      { line: 3, outcome: 'unchanged', fields: [] },
      { line: 4, template_id: 'chest', outcome: 'added', item_id: null },
    ]);
    const linesOf = async (...wanted: Parameters<typeof the.rows>) => {
      const page = await the.rows(...wanted);
      return [page.rows.map(({ line }) => line), page.next_cursor];
    };
    expect(await linesOf(id, { limit: 2 })).toEqual([[1, 2], '3']);
    expect(await linesOf(id, { limit: 2, cursor: '3' })).toEqual([[3, 4], null]);
    expect(await linesOf(id, { limit: 3 })).toEqual([[1, 2, 3], '4']);
    expect(await linesOf(id, { template_id: 'chest' })).toEqual([[4], null]);
    expect(await linesOf(id, { outcome: 'conflict' })).toEqual([[1], null]);
    expect(await linesOf(id, {}, 'member')).toEqual([[1, 2, 3, 4], null]);
  });

  test('lists every field that a row changes, so that none is applied unseen', async () => {
    shows('4.proposals.rows');
    const numbers = inOrder(Array.from({ length: 130 }, (_, at) => field(`n${at}`, 'integer')));
    await saveTemplate(server, 'wide', numbers);
    const values = Object.fromEntries(numbers.map(({ id }, at) => [id, at]));
    const sent = await the.send([{ template_id: 'wide', items: [{ _label: 'Wide', ...values }] }]);
    const { rows } = await the.rows(idOf(sent));
    expect(rows[0]?.fields.map(({ field_id }) => field_id)).toEqual(['label', ...numbers.map(({ id }) => id)]);
  });

  test('says what no longer fits the templates, and why it cannot be checked', async () => {
    shows('4.proposals.outdated');
    const [a] = await the.save('sword', { sku: 'a', title: 'x'.repeat(50) });
    const changes = [
      {
        template_id: 'sword',
        items: [
          { _id: a?.id, price: 5 },
          { sku: 'b', _label: 'b', title: 'B' },
        ],
      },
      { template_id: 'chest', key: 'code', items: [{ code: 'c', _label: 'C' }] },
    ];
    const id = idOf(await the.send(changes));
    Object.assign(immediateLimits, { bytes: 100 });
    const grown =
      'The items of this proposal have grown beyond 4 MiB, so it can only be declined. Propose the changes in smaller parts.';
    expect(await the.get(id)).toMatchObject({ check: null, problem: grown, proposal: { state: 'open' } });
    expect(await the.apply(id)).toMatchObject({ status: 413, error: { message: grown } });
    Object.assign(immediateLimits, { bytes });

    const { dev: instanceId } = server.studio;
    const fields = the.fields.sword.filter(({ id: field }) => field !== 'title');
    await saveTemplate(server, 'sword', fields, { label: 'Blades', version: 2 });
    const plain = the.fields.chest.map((field) =>
      field.id === 'code' ? { ...field, settings: { ...field.settings, unique: false } } : field,
    );
    await saveTemplate(server, 'chest', plain as typeof fields, { version: 1, label: 'Chests' });
    expect(outcomesOf(await the.rows(id))).toEqual([
      '1 sword changed',
      '2 sword refused -: title is not a field of the template',
      '3 chest refused -: the template has no field code with unique values any more',
    ]);
    const unlinked = fields.filter(({ id: field }) => field !== 'chest');
    await saveTemplate(server, 'sword', unlinked, { label: 'Blades', version: 3 });
    await server.call(templates.delete, { params: { instanceId, templateId: 'chest' } }, owner);
    expect(outcomesOf(await the.rows(id)).at(-1)).toBe('3 chest refused -: there is no template chest any more');
    expect(outcomesOf(await the.rows(id, { limit: 1, cursor: '3' }))).toHaveLength(1);
    expect((await the.get(id)).proposal.templates).toEqual([
      { template_id: 'sword', name: 'Blades', items: 2 },
      { template_id: 'chest', name: 'Chests', items: 1 },
    ]);
    expect(await the.apply(id, { leave_out_refused: true })).toMatchObject({ status: 200 });
    expect((await the.byKey()).get('a')).toMatchObject({ price: 5 });

    const open = idOf(await the.send([{ template_id: 'sword', items: [{ sku: 'd', _label: 'd' }] }]));
    // A template that is being changed has a new version.
    await query(`update templates set version = version + 1 where id = 'sword'`);
    await query(
      `insert into template_changes (template_key, version, removed, restored, returned_keys, started_at)
        select key, version, '[]', '[]', '[]', now() from templates where id = 'sword'`,
    );
    expect(await the.get(open)).toMatchObject({ check: null, problem: expect.stringContaining('still being removed') });
    expect(await the.apply(open)).toMatchObject({ status: 409, error: { error: 'running' } });
  });

  test('is listed, newest first, and found in its instance only', async () => {
    shows('4.proposals.list', '4.proposals.scope');
    const ids: number[] = [];
    for (const sku of ['a', 'b', 'c'])
      ids.unshift(idOf(await the.send([{ template_id: 'sword', items: [{ sku, _label: sku }] }], { title: sku })));
    const [c = 0, b = 0, a = 0] = ids;
    await the.decline(b);
    const { dev: instanceId, stage, elsewhere } = server.studio;
    const list = async (wanted: object = {}, instance = instanceId) => {
      const page = await server.call(proposals.list, { params: { instanceId: instance }, query: wanted }, owner);
      return [page.proposals.map(({ id }) => id), page.next_cursor];
    };
    expect(await list()).toEqual([[c, b, a], null]);
    expect(await list({ limit: 2 })).toEqual([[c, b], String(b)]);
    expect(await list({ limit: 2, cursor: String(b) })).toEqual([[a], null]);
    expect(await list({ state: 'open' })).toEqual([[c, a], null]);
    expect(await list({ state: 'declined' })).toEqual([[b], null]);
    expect(await list({}, stage)).toEqual([[], null]);
    const bodies = { get: undefined, listRows: undefined, apply: { fingerprint: '0'.repeat(32) }, decline: {} };
    for (const [name, body] of Object.entries(bodies)) {
      const endpoint = proposals[name as keyof typeof bodies];
      for (const place of [the.at(c, stage), the.at(c + 100), the.at(c, elsewhere.dev)]) {
        const { status } = await server.send(endpoint, { ...place, ...(body && { body }) }, owner);
        expect([name, status]).toEqual([name, 404]);
      }
    }
    expect(await list({ state: 'open' })).toEqual([[c, a], null]);
  });
});
