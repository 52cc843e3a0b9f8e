import { isSafe } from '@quartermaster/contract/access.ts';
import { type ApiEntry, api } from '@quartermaster/contract/endpoints/api.ts';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { type AccessWorld, buildAccessWorld } from '../support/access-world.ts';
import { type Dice, diceOf } from '../support/dice.ts';
import { fuzzedInput, wholeInput } from '../support/fuzzed-input.ts';
import { isLong } from '../support/long.ts';
import { startTestServer, type TestServer, urlOf } from '../support/server.ts';
import { holdJobs } from '../support/server-jobs.ts';
import { tableDigests } from '../support/table-digests.ts';
import { timeout } from '../support/timeout.ts';
import { type CallerName, callers, type PlaceName, places } from './access-table.ts';

/** FUZZ_CALLS=100000 makes as many calls, FUZZ_SEED=2 others. */
const calls = Number(process.env.FUZZ_CALLS ?? (isLong ? 1000 : 300));
const seed = Number(process.env.FUZZ_SEED ?? 1);
const placeNames = Object.keys(places) as PlaceName[];

/** Callers that may change nothing. */
const silent: readonly CallerName[] = [
  'a token to read',
  'a token to propose',
  'a token to deliver',
  'a token of a member with READ',
  'the API token of the instance',
  'the API token of another instance',
];
/** Callers that may change content in Dev, and nothing else. */
const writers: readonly CallerName[] = ['a token to write in Dev', 'a token with every scope'];
/** All others, whose calls only have to be answered. */
const people = (Object.keys(callers) as CallerName[]).filter(
  (name) => !silent.includes(name) && !writers.includes(name),
);

/** Checked rows of an import are no change until a person applies them. */
const noChange = /^import/;

interface Sent {
  entry: ApiEntry;
  caller: CallerName;
  place: PlaceName;
}

/** Sends a call with bad values, or with none if there are no dice. */
async function send(server: TestServer, world: AccessWorld<CallerName>, { entry, caller, place }: Sent, dice?: Dice) {
  const { endpoint } = entry;
  const { reportId, syncId, ...ids } = world.places[place];
  const { fileName: file, ...content } = world.content;
  const ofReport = { reportId, buildId: reportId };
  const known = { ...content, file, ...ids, ...ofReport, syncId, changeSetId: syncId, workspaceId: world.workspaceId };
  const { body, ...input } = dice ? fuzzedInput(dice, entry, known) : wholeInput(entry, known);
  const authorization = world.authorization(caller, place);
  const isLines = entry.shape.records !== undefined;
  const answer = await server.app.inject({
    method: endpoint.method,
    url: urlOf(endpoint, input),
    headers: {
      ...(authorization && { authorization }),
      ...(body !== undefined && { 'content-type': isLines ? 'application/jsonl' : 'application/json' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  return {
    status: answer.statusCode,
    text: () => `${entry.name} by ${caller}: ${answer.body} for ${JSON.stringify({ input, body })}`,
  };
}

test(`${calls} calls with bad values are answered, and tokens change nothing beyond their scopes`, {
  timeout: timeout + 20 * calls,
}, async () => {
  shows('4.machines.fuzz');
  const dice = diceOf(seed);
  const server = await startTestServer();
  const world = await buildAccessWorld<CallerName>(server, callers);
  // The answer of a stream does not end by itself.
  const ending = api.filter(({ name }) => name !== 'live.follow');
  const open = ending.filter(({ endpoint }) => !endpoint.accepts?.some((kind) => kind === 'raw' || kind === 'form'));
  const guarded = open.filter(({ endpoint }) => endpoint.access.scope !== 'public');
  const changing = guarded.filter(({ endpoint }) => !isSafe(endpoint));
  const statuses = new Map<number, number>();
  const failed: string[] = [];
  const count = ({ status, text }: Awaited<ReturnType<typeof send>>) => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status >= 500) failed.push(text());
  };
  const sendWhole = async (names: readonly CallerName[], place: PlaceName) => {
    for (const entry of changing)
      for (const caller of names) count(await send(server, world, { entry, caller, place }));
  };
  const sendSome = async (names: readonly CallerName[], entries: readonly ApiEntry[], share: number) => {
    for (let left = share * calls; left > 0; left -= 1) {
      const sent = { entry: dice.oneOf(entries), caller: dice.oneOf(names), place: dice.oneOf(placeNames) };
      count(await send(server, world, sent, dice));
    }
  };
  await holdJobs(server.app.deps);
  const before = await tableDigests(server, noChange, []);
  await sendWhole(silent, 'Dev');
  await sendSome(silent, guarded, 0.3);
  expect(await tableDigests(server, noChange, [])).toEqual(before);
  const { Dev } = world.places;
  const outsideDev = await tableDigests(server, noChange, [Dev.instanceId]);
  for (const place of placeNames) if (place !== 'Dev') await sendWhole(writers, place);
  await sendSome(writers, guarded, 0.3);
  expect(await tableDigests(server, noChange, [Dev.instanceId])).toEqual(outsideDev);
  await sendSome(people, open, 0.4);
  process.stdout.write(
    `Answers by status: ${JSON.stringify(Object.fromEntries([...statuses].toSorted(([a], [b]) => a - b)))}\n`,
  );
  expect(failed).toEqual([]);
});
