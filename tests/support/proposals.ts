import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { changeSets } from '@quartermaster/contract/endpoints/change-sets.ts';
import type { Input, Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { type CheckedProposal, proposals } from '@quartermaster/contract/endpoints/proposals.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import { field, inOrder, saveAll, saveBody, saveTemplate } from './sample-template.ts';
import { type Person, type TestServer, urlOf } from './server.ts';
import { assertShape } from './server-shapes.ts';
import { expectWhole, readState } from './sync-model/state.ts';

type Body = Input<typeof proposals.create>['body'];
export type Changes = Body['changes'];

/** Swords, which can lie in a chest, and chests, which name the swords that they hold. */
const swordFields = inOrder([
  field('sku', 'text', { unique: true, required: true }),
  field('price', 'integer', { minimum: 0 }),
  field('title', 'text'),
  field('locked', 'text', { readOnly: true }),
  field('parent', 'item-link', { templateId: 'sword' }),
]);
const chestFields = inOrder([
  field('code', 'text', { unique: true, required: true }),
  field('size', 'integer'),
  field('swords', 'item-link-list', { templateId: 'sword' }),
]);
const templates = { sword: swordFields, chest: chestFields };

type Outcome = { status: number } & Partial<Output<typeof proposals.create>> & { error: ErrorBody };

/** Proposals of a test, and the items that they are about. */
export async function startProposals(server: TestServer) {
  const { dev } = server.studio;
  const { query } = server.app.deps.database;
  await saveTemplate(server, 'sword', swordFields, { label: 'Swords' });
  await saveTemplate(server, 'chest', chestFields, { label: 'Chests' });
  const linked = inOrder([...swordFields, field('chest', 'item-link', { templateId: 'chest' })]);
  await saveTemplate(server, 'sword', linked, { label: 'Swords', version: 1 });
  templates.sword = linked;

  const read = async () => {
    const state = await readState(query, dev);
    await expectWhole(query, dev, state);
    return state.items;
  };
  const at = (proposalId: number, instanceId = dev) => ({ params: { instanceId, proposalId } });
  const call = async (
    name: 'create' | 'check' | 'apply',
    input: { params: object; body: object },
    as: Person,
    headers?: Record<string, string>,
  ): Promise<Outcome> => {
    const endpoint = proposals[name];
    const { statusCode, body } = await server.app.inject({
      method: endpoint.method,
      url: urlOf(endpoint, input as never),
      headers: { authorization: server.bearer(as), 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(input.body),
    });
    const answer = JSON.parse(body) as Output<typeof proposals.create> & ErrorBody;
    if (statusCode < 300) assertShape(endpoint, answer);
    const checked = (answer.details ?? {}) as CheckedProposal;
    if (answer.details) assertShape(proposals.check, checked);
    return { status: statusCode, ...(statusCode < 300 ? answer : checked), error: answer };
  };
  const get = (id: number, as: Person = 'owner') => server.call(proposals.get, at(id), { as });
  const seenBy = async (id: number, as: Person) => (await get(id, as)).check?.fingerprint ?? '0'.repeat(32);
  return {
    at,
    get,
    fields: templates,
    read,
    /** All items by the values of their keys. */
    byKey: async () =>
      new Map(
        [...(await read())].map(([id, { values, ...item }]) => {
          const key = String(values.sku ?? values.code);
          return [key, { id, ...item, ...values } as { id: number; version: number; label: string } & ItemValues];
        }),
      ),
    /** Creates items by hand, as the owner. */
    save: (template: 'sword' | 'chest', ...all: ItemValues[]) =>
      saveAll(
        server,
        all.map((values) =>
          saveBody(template, templates[template], values, { label: String(values.sku ?? values.code) }),
        ),
      ),
    /** Changes an item by hand. */
    change: async (id: number, values: ItemValues, label?: string) => {
      const item = (await readState(query, dev)).items.get(id);
      if (!item) throw new Error(`There is no item ${id}.`);
      const { values: before, version } = item;
      const fields = templates[item.template as 'sword' | 'chest'];
      const body = { id, version, before, label: label ?? item.label };
      await saveAll(server, [saveBody(item.template, fields, { ...before, ...values }, body)]);
    },
    send: (
      changes: Changes,
      {
        as = 'owner',
        instanceId = dev,
        headers,
        ...body
      }: Partial<Body> & { as?: Person; instanceId?: number; headers?: Record<string, string> } = {},
    ) => call('create', { params: { instanceId }, body: { title: 'Balance', changes, ...body } }, as, headers),
    check: (changes: Changes, as: Person = 'owner') =>
      call('check', { params: { instanceId: dev }, body: { changes } }, as),
    rows: (id: number, wanted: Input<typeof proposals.listRows>['query'] = {}, as: Person = 'owner') =>
      server.call(proposals.listRows, { ...at(id), query: wanted }, { as }),
    /** Applies what it would do now, unless a revision is given. */
    apply: async (
      id: number,
      { as = 'owner', ...body }: Partial<Input<typeof proposals.apply>['body']> & { as?: Person } = {},
    ) => call('apply', { ...at(id), body: { fingerprint: body.fingerprint ?? (await seenBy(id, as)), ...body } }, as),
    decline: (id: number, note?: string, as: Person = 'owner') =>
      server.send(proposals.decline, { ...at(id), body: note === undefined ? {} : { note } }, { as }),
    undo: (changeSetId: number | null | undefined) =>
      server.call(
        changeSets.undo,
        { params: { instanceId: dev, changeSetId: changeSetId ?? 0 }, body: {} },
        { as: 'owner' },
      ),
  };
}

/** The template, the outcome and the reason of each row. */
export const outcomesOf = ({ rows = [] }: Partial<Pick<CheckedProposal, 'rows'>>): string[] =>
  rows.map(({ line, template_id, outcome, refusal }) =>
    [`${line} ${template_id} ${outcome}`, ...(refusal ? [`${refusal.field_id ?? '-'}: ${refusal.reason}`] : [])].join(
      ' ',
    ),
  );

/** The id of a proposal that was stored. */
export const idOf = ({ proposal }: { proposal?: { id: number } }): number => proposal?.id ?? 0;
