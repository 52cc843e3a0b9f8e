import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { comments } from '@quartermaster/contract/endpoints/comments.ts';
import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { replacements } from '@quartermaster/contract/endpoints/replacements.ts';
import { sync } from '@quartermaster/contract/endpoints/sync.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
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
const post = (client: Client, path: string, body: unknown) => client.send('POST', path, JSON.stringify(body));

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
      post(client, bulkEdits.apply.path.replace(':instanceId', String(instanceId)), {
        selection: { template_id: templateId, ids: Array.from({ length: count }, (_, at) => firstId + at) },
        action: { operations: [{ field_id: 'story', op: 'set', value }] },
        idempotency_key: key,
      }),
  },
  {
    name: 'a replacement',
    send: (client, { instanceId }, value, before, key) =>
      post(client, replacements.apply.path.replace(':instanceId', String(instanceId)), {
        ...{ find: before, replace_with: value, whole_words: true },
        ...{ templates: [templateId], idempotency_key: key },
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

/** The only value of all items, and their only version; undefined if they differ. */
async function look(client: Client, instanceId: number): Promise<{ value: string; version: number } | string> {
  const { status, text } = await client.ask(items.list, { params: { instanceId, templateId }, body: {} });
  if (status !== 200) return `The list answered ${status}: ${text.slice(0, 200)}`;
  const { items: listed } = JSON.parse(text) as Output<typeof items.list>;
  const states = new Set(listed.map(({ version, values }) => `${version} ${values.story}`));
  const [state = ''] = states;
  if (listed.length !== count) return `${listed.length} of ${count} items are listed.`;
  if (states.size !== 1) return `The items are of ${states.size} states: ${[...states].slice(0, 3).join(', ')}`;
  const [version, value = ''] = state.split(' ');
  return { value, version: Number(version) };
}

/** Sends a change until all items have its value; returns what was wrong. */
async function settle(
  client: Client,
  instanceId: number,
  value: string,
  send: () => Promise<Answered>,
): Promise<string | undefined> {
  let last = '';
  const isDone = await comes(async () => {
    const answer = await send();
    last = `${answer.status} ${answer.text.slice(0, 200)}`;
    return comes(async () => {
      const seen = await look(client, instanceId);
      return typeof seen !== 'string' && seen.value === value;
    }, 3000);
  }, patience);
  return isDone ? undefined : `It was not complete after ${patience / 1000} s; the last answer was ${last}`;
}

/** Kills the server at a moment of a change, `kills` times spread over the time that the change takes. */
async function killDuring(change: Change, { owners: [first], instanceId, killAndRestart }: Target, stageId: number) {
  if (!first) return ['Nobody is signed in.'];
  const place = { instanceId, stageId };
  const seenIn = change.seenIn?.(place) ?? instanceId;
  const name = change.name.replaceAll(' ', '');
  const problems: string[] = [];
  let client = await Client.signIn(first.origin, 'owner');
  let before = await look(client, seenIn);
  let took = 0;
  for (let at = 0; at <= kills; at += 1) {
    const value = `${name}${at}`;
    const old = typeof before === 'string' ? '' : before.value;
    const key = randomUUID();
    const send = () => change.send(client, place, value, old, key);
    await change.prepare?.(client, place, value);
    const since = performance.now();
    if (at === 0) {
      // Measures how long it takes with nothing failing.
      const wrong = await settle(client, seenIn, value, send);
      took = performance.now() - since;
      if (wrong) return [`Without a failure, ${change.name} does not work: ${wrong}`];
    } else {
      const sent = send();
      await pause((took * at) / (kills + 1));
      await killAndRestart(0);
      await sent;
      client = await Client.signIn(first.origin, 'owner');
      const seen = await look(client, seenIn);
      if (typeof seen === 'string') problems.push(`After kill ${at}: ${seen}`);
      else if (seen.value !== value && seen.value !== old) problems.push(`After kill ${at} items have ${seen.value}.`);
      const wrong = await settle(client, seenIn, value, send);
      if (wrong) problems.push(`After kill ${at}: ${wrong}`);
    }
    const after = await look(client, seenIn);
    if (typeof after === 'string') problems.push(`After change ${at}: ${after}`);
    else if (typeof before !== 'string' && after.version !== before.version + 1)
      problems.push(`Change ${at} made ${after.version - before.version} versions of each item.`);
    before = after;
  }
  return problems.map((problem) => `${change.name}: ${problem}`);
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
    for (const change of changes) problems.push(...(await killDuring(change, target, stageId)));
    problems.push(...(await killDuringComments(target)));
    return problems;
  },
};
