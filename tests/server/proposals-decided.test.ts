import type { TokenScope } from '@quartermaster/contract/access.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import { projectTokens } from '@quartermaster/contract/endpoints/project-tokens.ts';
import { proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import { proposalDays } from '@quartermaster/contract/rules/proposals.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { applyProposal } from '../../server/modules/proposals/decide-service.ts';
import { removeProposalsJob } from '../../server/modules/proposals/upkeep-service.ts';
import { shows } from '../specification/shows.ts';
import { allowInDev } from '../support/allow-in-dev.ts';
import { allSent, mailsOf, mailTo } from '../support/mailbox.ts';
import { ownerCaller } from '../support/owner-caller.ts';
import { idOf, outcomesOf, startProposals } from '../support/proposals.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { emailOf } from '../support/server-studio.ts';

let server: TestServer;
let the: Awaited<ReturnType<typeof startProposals>>;
const owner = { as: 'owner' } as const;

beforeEach(async () => {
  server = await startTestServer();
  the = await startProposals(server);
});
afterEach(() => allSent(server.app));

const query = <R>(text: string, values: unknown[] = []) => server.app.deps.database.query<R>(text, values);
const sword = (...items: Record<string, unknown>[]) => [{ template_id: 'sword', items }];
const countOf = async (table: string) => (await query(`select 1 from ${table}`)).length;

/** Two swords, and a proposal made from their first versions. */
async function proposeConflict() {
  const [a, b] = (await the.save('sword', { sku: 'a', price: 1, title: 'A' }, { sku: 'b', price: 1 })).map(
    ({ id }) => id,
  );
  const id = idOf(
    await the.send(
      sword({ _id: a, _version: 1, _label: 'Axe', price: 5, title: 'Mine' }, { _id: b, _version: 1, price: 6 }),
    ),
  );
  await the.change(a ?? 0, { price: 3, title: 'Theirs' });
  return { id, a: a ?? 0, b: b ?? 0 };
}

describe('applying a proposal', () => {
  test('needs a decision on what was changed since, field by field, by item or for all', async () => {
    shows('4.proposals.conflicts');
    const { id, a, b } = await proposeConflict();
    const price = { field_id: 'price', take: 'new' } as const;
    const fields = [price, { field_id: 'title', take: 'current' } as const];
    for (const decisions of [
      [],
      [{ id: b, take: 'new' as const }],
      [{ id: a, take: 'fields' as const, fields: [price] }],
    ]) {
      const refused = await the.apply(id, { decisions });
      expect(refused).toMatchObject({ status: 409, error: { error: 'conflict' }, check: { counts: { conflict: 1 } } });
      expect(refused.rows?.[0]).toMatchObject({ line: 1, outcome: 'conflict', item_id: a });
    }
    expect((await the.get(id)).proposal.state).toBe('open');
    expect((await the.byKey()).get('b')).toMatchObject({ price: 1, version: 1 });
    const decided = await the.apply(id, { decisions: [{ id: a, take: 'fields', fields }] });
    expect(decided).toMatchObject({ status: 200, proposal: { state: 'applied' } });
    expect((await the.byKey()).get('a')).toMatchObject({ label: 'Axe', price: 5, title: 'Theirs', version: 3 });
    expect((await the.byKey()).get('b')).toMatchObject({ price: 6, version: 2 });
  });

  test('is compared with the items as they were when it was made, also without a version', async () => {
    shows('4.proposals.base');
    const [a, b] = await the.save('sword', { sku: 'a', price: 1 }, { sku: 'b', price: 1, title: 'Old' });
    const id = idOf(
      await the.send(sword({ _id: a?.id, price: 5 }, { sku: 'b', price: 6 }, { sku: 'new', _label: 'New', price: 7 })),
    );
    await the.change(a?.id ?? 0, { price: 3 });
    await the.change(b?.id ?? 0, { title: 'Theirs' });
    await the.save('sword', { sku: 'new', price: 9 });
    const { rows = [] } = await the.apply(id);
    expect(outcomesOf({ rows })).toEqual(['1 sword conflict', '3 sword conflict', '2 sword changed']);
    await the.apply(id, { conflicts: 'new' });
    const after = await the.byKey();
    expect(after.get('a')).toMatchObject({ price: 5 });
    expect(after.get('b')).toMatchObject({ price: 6, title: 'Theirs' });
    expect(after.get('new')).toMatchObject({ price: 7 });
  });

  test.each([
    ['new', { price: 5, title: 'Mine', label: 'Axe' }],
    ['current', { price: 3, title: 'Theirs', label: 'Axe' }],
  ] as const)('can take %s for all that have no decision of their own', async (conflicts, expected) => {
    shows('4.proposals.conflicts');
    const { id, a } = await proposeConflict();
    await the.apply(id, { conflicts });
    expect((await the.byKey()).get('a')).toMatchObject({ id: a, ...expected });
  });

  test('leaves out lines, and refuses those that need them', async () => {
    shows('4.proposals.leaveout', '4.proposals.nothing');
    const id = idOf(
      await the.send([
        {
          template_id: 'sword',
          items: [
            { sku: 'a', _label: 'a', chest: 'c' },
            { sku: 'b', _label: 'b' },
            { sku: 'd', _label: 'd' },
          ],
        },
        {
          template_id: 'chest',
          items: [
            { code: 'c', _label: 'c', swords: ['b'] },
            { code: 'e', _label: 'e' },
          ],
        },
      ]),
    );
    const refused = await the.apply(id, { leave_out: [2] });
    expect(refused).toMatchObject({ status: 422, error: { error: 'invalid' } });
    expect(outcomesOf(refused)).toEqual([
      '1 sword refused -: needs line 4 of the proposal, which is refused',
      '4 chest refused swords: there is no item "b" in Swords',
      '3 sword added',
      '5 chest added',
    ]);
    expect(await the.apply(id, { leave_out: [6] })).toMatchObject({
      ...{ status: 422, error: { fields: { leave_out: 'the proposal has no line 6' } } },
    });
    expect((await the.read()).size).toBe(0);
    // What is refused only because of that has to be left out by name: no review has shown it as refused.
    expect(await the.apply(id, { leave_out: [2, 5], leave_out_refused: true })).toMatchObject({ status: 422 });
    const applied = await the.apply(id, { leave_out: [1, 2, 4, 5], leave_out_refused: true });
    expect(applied).toMatchObject({ status: 200 });
    expect([...(await the.byKey()).keys()]).toEqual(['d']);
    const all = idOf(await the.send(sword({ sku: 'x', _label: 'x' })));
    const sets = await countOf('change_sets');
    const nothing = 'Everything that the proposal would change is left out. Decline it instead.';
    expect(await the.apply(all, { leave_out: [1] })).toMatchObject({ status: 422, error: { message: nothing } });
    expect((await the.get(all)).proposal.state).toBe('open');
    expect(await countOf('change_sets')).toBe(sets);
  });

  test('refuses a change of an item that needs a line that is left out, too', async () => {
    shows('4.proposals.leaveout');
    const [a] = await the.save('sword', { sku: 'a', price: 1 });
    const id = idOf(
      await the.send(sword({ _id: a?.id, parent: 'b' }, { sku: 'b', _label: 'b' }, { sku: 'c', _label: 'c' })),
    );
    const refused = await the.apply(id, { leave_out: [2] });
    expect(refused.status).toBe(422);
    expect(outcomesOf(refused)).toEqual([
      expect.stringMatching(/^1 sword refused parent: there is no item "b"/),
      '3 sword added',
    ]);
    expect(await the.apply(id, { leave_out: [1, 2] })).toMatchObject({ status: 200 });
  });

  test('is refused if rows are, unless those are left out', async () => {
    shows('4.proposals.leaveout');
    const [a] = await the.save('sword', { sku: 'a', price: 1 });
    const id = idOf(await the.send(sword({ _id: a?.id, sku: 'z', price: 5 }, { sku: 'b', _label: 'b' })));
    await the.save('sword', { sku: 'z' });
    const refused = await the.apply(id);
    expect(refused).toMatchObject({ status: 422, check: { counts: { added: 1, refused: 1 } } });
    expect((await the.get(id)).proposal.state).toBe('open');
    await the.apply(id, { leave_out_refused: true });
    const after = await the.byKey();
    expect([...after.keys()].toSorted()).toEqual(['a', 'b', 'z']);
    expect(after.get('a')).toMatchObject({ price: 1, version: 1 });
    // Nothing is left of one whose only row is refused.
    const only = idOf(await the.send(sword({ _id: a?.id, sku: 'y' })));
    await the.save('sword', { sku: 'y' });
    expect(await the.apply(only, { leave_out_refused: true })).toMatchObject({ status: 422 });
    expect((await the.get(only)).proposal.state).toBe('open');
  });

  test('is refused if it would not do what was reviewed', async () => {
    shows('4.proposals.seen');
    const [a] = await the.save('sword', { sku: 'a', price: 1, title: 'A' });
    const { check, proposal } = await the.send(sword({ _id: a?.id, price: 5 }));
    const { id } = proposal ?? { id: 0 };
    const fingerprint = check?.fingerprint ?? '';
    await the.change(a?.id ?? 0, { title: 'B' });
    expect(await the.apply(id, { fingerprint })).toMatchObject({ status: 409, error: { error: 'changed' } });
    expect((await the.byKey()).get('a')).toMatchObject({ price: 1 });
    expect(await the.apply(id)).toMatchObject({ status: 200 });
    // It is not open any more.
    expect(await the.apply(id, { fingerprint })).toMatchObject({
      ...{ status: 409, error: { message: 'This proposal was decided already. Reload it to see the decision.' } },
    });
    expect(await the.decline(id)).toMatchObject({ status: 409, body: { error: 'changed' } });
    expect((await the.rows(id)).rows).toEqual([]);
    expect(await the.get(id)).toMatchObject({ check: null, problem: null });
  });

  test('creates items and changes read-only fields only with the rights of the applier', async () => {
    shows('4.proposals.rights', '4.proposals.people');
    await allowInDev(server, 'READ', 'CREATE_ITEM');
    const [a] = await the.save('sword', { sku: 'a', locked: 'old' });
    const locked = idOf(await the.send(sword({ _id: a?.id, locked: 'new' }), { as: 'member' }));
    const byMember = await the.apply(locked, { as: 'member' });
    expect(outcomesOf(byMember)).toEqual([
      '1 sword refused locked: The locked is read-only: only members who can edit templates can change it',
    ]);
    expect((await the.get(locked, 'member')).check?.counts.refused).toBe(1);
    expect((await the.get(locked)).check?.counts.changed).toBe(1);
    expect(await the.apply(locked)).toMatchObject({ status: 200 });
    expect((await the.byKey()).get('a')).toMatchObject({ locked: 'new' });

    const { stage } = server.studio;
    await query(
      `insert into templates (instance_id, id, label, fields, next_field_key, version, created_at, updated_at)
        select $1, id, label, fields, next_field_key, version, created_at, updated_at from templates where id = 'sword' and instance_id = $2`,
      [stage, server.studio.dev],
    );
    const inStage = await the.send(sword({ sku: 'n', _label: 'n' }), { instanceId: stage });
    expect(outcomesOf(inStage)).toEqual(['1 sword refused -: new items can only be created in Dev']);
  });

  test('without some lines is refused if an item was changed between the review and the write', async () => {
    shows('4.proposals.leaveout', '4.proposals.seen');
    const [a, b] = await the.save('sword', { sku: 'a', price: 1 }, { sku: 'b', price: 1 });
    // Without a version, so that nothing but the comparison could notice the change.
    const items = [a, b].map((saved) => ({ _id: saved?.id ?? 0, price: 9 }));
    const sent = await the.send([{ template_id: 'sword', items }]);
    const { deps } = server.app;
    const { query } = deps.database;
    const caller = await ownerCaller(server, proposals.apply.access);
    let reads = 0;
    const delayed: typeof query = async (text, ...rest) => {
      if (text.startsWith('select changes from proposals')) reads += 1;
      if (reads === 2) {
        reads += 1;
        await the.change(a?.id ?? 0, { price: 3 });
      }
      return query(text, ...rest);
    };
    const body = { fingerprint: sent.check?.fingerprint ?? '', leave_out: [2] };
    const applying = applyProposal(
      { ...deps, database: { ...deps.database, query: delayed } },
      caller,
      idOf(sent),
      body,
    );
    await expect(applying).rejects.toMatchObject({ name: 'changed' });
    expect(reads).toBe(3);
  });

  test('is for people with the permission to save; whoever sees content, and a token, may propose', async () => {
    shows('4.proposals.people');
    const mine = await the.send(sword({ sku: 'a', _label: 'a' }), { as: 'member' });
    expect(mine).toMatchObject({ status: 200, proposal: { origin: 'form', by: { name: 'member' } } });
    const id = idOf(mine);
    expect(await the.apply(id, { as: 'member' })).toMatchObject({ status: 403, error: { error: 'forbidden' } });
    expect(await the.decline(id, '', 'member')).toMatchObject({ status: 403 });
    await allowInDev(server, 'CREATE_ITEM');
    expect(await the.send(sword({ sku: 'b', _label: 'b' }), { as: 'member' })).toMatchObject({ status: 403 });
    expect(await the.send(sword({ sku: 'b', _label: 'b' }), { as: 'stranger' })).toMatchObject({ status: 404 });

    const tokenWith = async (...scopes: TokenScope[]) => {
      const body = { name: scopes.join(), scopes, environments: ['Dev', 'Stage' as const], expires_at: null };
      const params = { instanceId: server.studio.dev };
      const { secret } = await server.call(projectTokens.create, { params, body: body as never }, owner);
      return { headers: { authorization: `Bearer ${secret}` } };
    };
    const proposing = await tokenWith('propose');
    const sent = await the.send(sword({ sku: 't', _label: 't' }), proposing);
    expect(sent).toMatchObject({
      ...{ status: 200, proposal: { origin: 'api', by: { name: 'propose (token of owner)' } } },
      check: { counts: { added: 1 } },
    });
    const calls = async (token: typeof proposing) => {
      const { status: gets } = await server.send(proposals.get, the.at(idOf(sent)), token);
      const { status: lists } = await server.send(proposals.list, { ...the.at(0), query: {} }, token);
      const applies = await server.send(
        proposals.apply,
        { ...the.at(idOf(sent)), body: { fingerprint: '0'.repeat(32) } },
        token,
      );
      const declines = await server.send(proposals.decline, { ...the.at(idOf(sent)), body: {} }, token);
      const { status: creates } = await the.send(sword({ sku: `${Math.random()}`, _label: 'x' }), token);
      return [gets, lists, creates, applies.status, declines.status];
    };
    expect(await calls(proposing)).toEqual([200, 200, 200, 403, 403]);
    expect(await calls(await tokenWith('read'))).toEqual([200, 200, 403, 403, 403]);
    const writing = await tokenWith('write:dev');
    expect(await calls(writing)).toEqual([200, 200, 200, 403, 403]);
    const { stage: instanceId } = server.studio;
    expect(await the.send(sword({ sku: 's', _label: 's' }), { ...writing, instanceId })).toMatchObject({
      ...{ status: 403, error: { error: 'environment' } },
    });
    expect(await the.apply(idOf(sent))).toMatchObject({ status: 200 });
    const params = { instanceId: server.studio.dev, changeSetId: 1 };
    const change = (await the.get(idOf(sent))).proposal.change_set_id ?? 0;
    const { change_set } = await server.call(changeSets.get, { params: { ...params, changeSetId: change } }, owner);
    expect(change_set.by).toMatchObject({ id: server.studio.accounts.owner, name: 'owner' });
  });
});

describe('a decision', () => {
  test('ends a proposal with a note, and changes nothing', async () => {
    shows('4.proposals.decline');
    await the.save('sword', { sku: 'a', price: 1 });
    const before = await the.read();
    const id = idOf(await the.send(sword({ sku: 'a', price: 2 })));
    expect(await the.decline(id, 'x'.repeat(2001))).toMatchObject({ status: 422 });
    const { status, body } = await the.decline(id, '  Too cheap ');
    expect([status, body]).toMatchObject([
      200,
      {
        proposal: {
          ...{ id, state: 'declined', decision_note: 'Too cheap', change_set_id: null },
          ...{ decided_by: { name: 'owner' }, decided_at: expect.any(String) },
        },
      },
    ]);
    expect(await the.read()).toEqual(before);
    expect(await the.apply(id)).toMatchObject({ status: 409 });
    expect(outcomesOf(await the.rows(id))).toEqual(['1 sword changed']);
  });

  test('of someone else is mailed to whoever proposed, also by a token', async () => {
    shows('4.proposals.mail');
    const propose = async (title: string, options: Parameters<typeof the.send>[1] = {}) =>
      idOf(await the.send(sword({ sku: title, _label: title }), { title, ...options }));
    const { dev } = server.studio;
    await the.decline(await propose('Own'));
    const declined = await propose('Cheap', { as: 'member' });
    await the.decline(declined, 'Not now');
    const mail = await mailTo(server.app, emailOf('member'));
    expect(mail.subject).toBe('Your proposal “Cheap” was declined');
    expect(mail.text).toContain('owner has declined “Cheap”. Nothing was changed in Dev.');
    expect(mail.text).toContain('owner writes: Not now');
    expect(mail.text).toContain(`/proposals/${declined}?instance=${dev}`);
    await the.apply(await propose('Dear', { as: 'member' }));
    const second = await mailTo(server.app, emailOf('member'), 2);
    expect(second.subject).toBe('Your proposal “Dear” was applied');
    expect(second.text).toContain('owner has applied “Dear” in Dev.');

    const scopes: TokenScope[] = ['propose'];
    const body = { name: 'Pipeline', scopes, environments: ['Dev' as const], expires_at: null };
    const { secret } = await server.call(projectTokens.create, { params: { instanceId: dev }, body }, owner);
    const headers = { authorization: `Bearer ${secret}` };
    await the.decline(await propose('Piped', { headers }), '', 'admin');
    expect((await mailTo(server.app, emailOf('owner'))).subject).toBe('Your proposal “Piped” was declined');
    // A refused decision posts nothing.
    await the.decline(declined, 'Again');
    await allSent(server.app);
    expect(await mailsOf(server.app)).toHaveLength(3);
    await query('delete from workspace_members where account_id = $1', [server.studio.accounts.member]);
    const left = await propose('Left');
    await query('update proposals set account_id = $2 where id = $1', [left, server.studio.accounts.member]);
    await the.decline(left);
    await allSent(server.app);
    expect(await mailsOf(server.app)).toHaveLength(3);
  });

  test('is one of several at the same time, and applies at most once', async () => {
    shows('4.proposals.race');
    for (let round = 0; round < 12; round += 1) {
      const key = `r${round}`;
      const [item] = await the.save('sword', { sku: key, price: 1 });
      const id = idOf(await the.send(sword({ _id: item?.id, price: 2 }, { sku: `${key}n`, _label: 'n' })));
      const fingerprint = (await the.get(id)).check?.fingerprint ?? '';
      const sets = await countOf('change_sets');
      const answers = await Promise.all([
        the.apply(id, { fingerprint }),
        round % 3 === 0 ? the.apply(id, { fingerprint, as: 'admin' }) : the.decline(id),
        round % 3 === 1 ? the.decline(id, 'Other', 'admin') : the.apply(id, { fingerprint }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
      const { proposal } = await the.get(id);
      const isApplied = proposal.state === 'applied';
      expect((await the.byKey()).get(key)).toMatchObject({ price: isApplied ? 2 : 1 });
      expect((await the.byKey()).has(`${key}n`)).toBe(isApplied);
      expect(await countOf('change_sets')).toBe(sets + Number(isApplied));
    }
  });

  test('and a proposal without one are deleted after some time', async () => {
    shows('4.proposals.kept');
    const { deps } = server.app;
    const run = () => removeProposalsJob.run(deps, {}, new AbortController().signal);
    const left = async () =>
      (await query<{ title: string }>('select title from proposals order by id')).map((row) => row.title);
    const propose = async (title: string) => idOf(await the.send(sword({ sku: title, _label: title }), { title }));
    await propose('open');
    await the.decline(await propose('declined'));
    await the.apply(await propose('applied'));
    const day = 24 * 60 * 60;
    server.clock.advance(proposalDays.decided * day - 60);
    await run();
    expect(await left()).toEqual(['open', 'declined', 'applied']);
    server.clock.advance(120);
    await run();
    expect(await left()).toEqual(['open']);
    server.clock.advance((proposalDays.open - proposalDays.decided) * day - 300);
    await query(
      `insert into proposals (instance_id, title, note, origin, templates, items, changes, created_at)
        select instance_id, 'many', '', 'api', '[]', 0, '[]', created_at - interval '1 day' from proposals, generate_series(1, 45)`,
    );
    await run();
    expect(await left()).toEqual(['open']);
    server.clock.advance(600);
    await run();
    expect(await left()).toEqual([]);
    expect((await the.byKey()).has('applied')).toBe(true);
  });
});
