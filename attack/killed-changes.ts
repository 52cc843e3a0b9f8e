import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { comments } from '@quartermaster/contract/endpoints/comments.ts';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { replacements } from '@quartermaster/contract/endpoints/replacements.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { filterOps } from '@quartermaster/contract/field-types/filters.ts';
import type { Attack, Target } from './support/attack.ts';
import { type Answered, Client, comes } from './support/client.ts';
import { oneText, storeManyItems } from './support/content.ts';

/** More than one call changes by itself, so that a job does. */
const count = 2500;
const kills = 10;
const templateId = 'kept';
const firstId = 1001;
/** Milliseconds after which a job of a dead server must have been taken over, and a change be complete. */
const patience = 60_000;

interface Place {
  instanceId: number;
  stageId: number;
}

/** A change of all items to the given value. It is sent again with the same key, as by a client that got no answer. */
interface Change {
  name: string;
  send: (client: Client, place: Place, value: string, before: string, key: string) => Promise<Answered>;
  /** Makes what is changed, with nothing failing. */
  prepare?: (client: Client, place: Place, value: string) => Promise<void>;
  /** Where its effect is seen; the instance of the change by default. */
  seenIn?: (place: Place) => number;
}

const editor = (instanceId: number, path: string) => `/editor/${instanceId}/${path}`;

const importAll: Change['send'] = (client, { instanceId }, value, _before, key) => {
  const rows = Array.from({ length: count }, (_, at) => JSON.stringify({ _id: firstId + at, story: value }));
  const path = editor(instanceId, `templates/${templateId}/imports?match=id&idempotency_key=${key}`);
  return client.send('POST', path, rows.join('\n'), patience, 'application/jsonl');
};

const changes: Change[] = [
  { name: 'an import', send: importAll },
  {
    name: 'a bulk edit',
    send: (client, { instanceId }, value, _before, key) =>
      client.ask(bulkEdits.apply, {
        params: { instanceId },
        body: {
          selection: { template_id: templateId, ids: Array.from({ length: count }, (_, at) => firstId + at) },
          action: { operations: [{ field_id: 'story', op: 'set', value }] },
          idempotency_key: key,
        },
      }),
  },
  {
    name: 'a replacement',
    send: (client, { instanceId }, value, before, key) =>
      client.ask(replacements.apply, {
        params: { instanceId },
        body: {
          ...{ find: before, replace_with: value, whole_words: true },
          ...{ templates: [templateId], idempotency_key: key },
        },
      }),
  },
  {
    name: 'a sync',
    prepare: async (client, place, value) => {
      const key = randomUUID();
      await settle(client, place.instanceId, value, () => importAll(client, place, value, '', key));
    },
    send: (client, { instanceId }) => client.ask(sync.all, { params: { instanceId }, body: {} }),
    seenIn: ({ stageId }) => stageId,
  },
];

/** How many items have a value: one statement, as a list of all is read in parts. */
async function countOf(client: Client, instanceId: number, value: string): Promise<number> {
  const filters = [{ template_field_id: 'story', op: filterOps.equal, value }];
  const counted = await client.ask(bulkEdits.count, {
    params: { instanceId },
    body: { template_id: templateId, filters },
  });
  return counted.status === 200 ? (JSON.parse(counted.text) as Output<typeof bulkEdits.count>).count : 0;
}

/** Throws unless all items have one of two values. */
async function requireWhole(client: Client, instanceId: number, value: string, before: string): Promise<void> {
  for (const candidate of [value, before, value]) {
    const found = await countOf(client, instanceId, candidate);
    if (found === count) return;
    if (found > 0) throw new Error(`${found} of ${count} items have ${candidate}.`);
  }
  throw new Error(`No item has ${value} or ${before}.`);
}

/** The version of all items; 0 before the first sync has brought their template. */
async function versionOf(client: Client, instanceId: number): Promise<number> {
  const { status, text } = await client.ask(items.list, { params: { instanceId, templateId }, body: {} });
  if (status === 404) return 0;
  if (status !== 200) throw new Error(`The list answered ${status}: ${text.slice(0, 200)}`);
  const { items: listed } = JSON.parse(text) as Output<typeof items.list>;
  const versions = new Set(listed.map(({ version }) => version));
  if (listed.length !== count || versions.size !== 1)
    throw new Error(`${listed.length} items are listed, with the versions ${[...versions].slice(0, 5).join(', ')}.`);
  return listed[0]?.version ?? 0;
}

/** Sends a change until all items have its value. */
async function settle(client: Client, instanceId: number, value: string, send: () => Promise<Answered>): Promise<void> {
  let last = '';
  const isThere = async () => (await countOf(client, instanceId, value)) === count;
  const isDone = await comes(async () => {
    const { status, text } = await send();
    last = `${status} ${text.slice(0, 200)}`;
    return comes(isThere, 3000);
  }, patience);
  if (!isDone) throw new Error(`It was not complete after ${patience / 1000} s; the last answer was ${last}`);
}

const nthValue = ({ name }: Change, at: number) => `${name.replaceAll(' ', '')}${at}`;

/** Kills the server at a moment of a change, `kills` times spread over the time that the change takes. */
async function killDuring(
  change: Change,
  { owners: [first], instanceId, killAndRestart }: Target,
  { stageId, from }: { stageId: number; from: string },
) {
  if (!first) return ['Nobody is signed in.'];
  const place = { instanceId, stageId };
  const seenIn = change.seenIn?.(place) ?? instanceId;
  const problems: string[] = [];
  let [client, before, took] = [first, from, 0];
  const once = async (at: number) => {
    const [value, old, key] = [nthValue(change, at), before, randomUUID()];
    const send = () => change.send(client, place, value, old, key);
    client = await Client.signIn(first.origin, 'owner');
    await change.prepare?.(client, place, value);
    const version = await versionOf(client, seenIn);
    const since = performance.now();
    if (at > 0) {
      const sent = send();
      await pause((took * at) / (kills + 1));
      await killAndRestart(0);
      await sent;
      client = await Client.signIn(first.origin, 'owner');
      await requireWhole(client, seenIn, value, old);
    }
    await settle(client, seenIn, value, send);
    took ||= performance.now() - since;
    before = value;
    const made = (await versionOf(client, seenIn)) - version;
    if (version > 0 && made !== 1) throw new Error(`Each item has ${made} new versions.`);
  };
  for (let at = 0; at <= kills; at += 1) {
    await once(at).catch((error: unknown) => {
      problems.push(`${change.name}, ${at === 0 ? 'without a failure' : `kill ${at}`}: ${(error as Error).message}`);
    });
  }
  return problems;
}

/** Comments are stored whole, and once for each answer. */
async function killDuringComments({ owners: [first], instanceId, killAndRestart }: Target): Promise<string[]> {
  if (!first) return ['Nobody is signed in.'];
  const params = { instanceId };
  const subject = { about: 'item' as const, template_id: templateId, item_id: firstId };
  const answered: string[] = [];
  for (let at = 1; at <= kills; at += 1) {
    const writing = Array.from({ length: 5 }, async (_, index) => {
      const text = `Comment ${at}.${index}`;
      const { status } = await first.ask(comments.create, { params, body: { ...subject, text } });
      if (status === 200) answered.push(text);
    });
    await pause(at * 3);
    await killAndRestart(0);
    await Promise.all(writing);
  }
  const listed = await first.send(
    'GET',
    editor(instanceId, `comments?about=item&template_id=${templateId}&item_id=${firstId}`),
  );
  if (listed.status !== 200) return [`The comments answered ${listed.status}: ${listed.text.slice(0, 200)}`];
  const { threads } = JSON.parse(listed.text) as Output<typeof comments.list>;
  const stored = threads.map(({ comments: [comment] }) => comment?.text ?? '');
  const lost = answered.filter((text) => !stored.includes(text));
  const twice = stored.filter((text, at) => stored.indexOf(text) !== at);
  return [
    ...lost.map((text) => `${text} was answered, and is lost.`),
    ...twice.map((text) => `${text} is there twice.`),
  ];
}

async function stageOf(owner: Client, instanceId: number): Promise<number> {
  const { workspaces: all } = await owner.call(workspaces.list, {});
  const projects = all.flatMap((workspace) => workspace.projects);
  const project = projects.find(({ instances }) => instances.some(({ id }) => id === instanceId));
  return project?.instances.find(({ env }) => env === 'Stage')?.id ?? 0;
}

/** A server dies in the middle of each kind of change, and is started again. */
export const killedChanges: Attack = {
  says: `a server is killed ${kills} times during each of an import, a bulk edit, a replacement, a sync and comments: all of it or nothing, once`,
  on: ['embedded', 'postgres'],
  prepare: (database, { instanceId }) => storeManyItems(database, instanceId, templateId, count, oneText),
  run: async (target) => {
    const [owner] = target.owners;
    if (!owner) return ['Nobody is signed in.'];
    const stageId = await stageOf(owner, target.instanceId);
    const problems: string[] = [];
    let from = '';
    for (const change of changes) {
      problems.push(...(await killDuring(change, target, { stageId, from })));
      from = nthValue(change, kills);
    }
    problems.push(...(await killDuringComments(target)));
    return problems;
  },
};
