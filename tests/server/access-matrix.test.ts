import { type ApiEntry, api } from '@quartermaster/contract/endpoints/api.ts';
import { beforeAll, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { type AccessWorld, buildAccessWorld } from '../support/access-world.ts';
import { isLong } from '../support/long.ts';
import { type Expected, mayCall } from '../support/may-call.ts';
import { type Loose, startTestServer, type TestServer, urlOf } from '../support/server.ts';
import { sampleInput } from '../support/server-shapes.ts';
import {
  type AccessRow,
  accessTable,
  type CallerName,
  callers,
  type PlaceName,
  places,
  type SubscriptionName,
  scopesOf,
  subscriptions,
} from './access-table.ts';

const callerNames = Object.keys(callers) as CallerName[];
const people = callerNames.filter((name) => !('tokenScopes' in callers[name]));
const placeNames = Object.keys(places) as PlaceName[];
const subscriptionNames = Object.keys(subscriptions) as SubscriptionName[];

let server: TestServer;
let world: AccessWorld<CallerName>;
beforeAll(async () => {
  server = await startTestServer();
  world = await buildAccessWorld<CallerName>(server, callers);
});

test('every endpoint has a row in the table, and every row an endpoint', () => {
  expect(Object.keys(accessTable).toSorted()).toEqual(api.map(({ name }) => name).toSorted());
});

/**
 * Calls that need a valid body, or none, to pass the access check: their effects are undone. All others are sent with a property that
 * no shape has, so that allowed callers get a validation error, and nothing is changed.
 */
const whole: Record<string, { input: (place: PlaceName) => Loose; undo?: () => string }> = {
  // The workspace is named in the body.
  'projects.create': {
    input: () => ({ body: { project_name: 'From the matrix', workspace_id: world.workspaceId } }),
    undo: () => "delete from projects where name = 'From the matrix'",
  },
  // The plan limit depends on the workspaces that the caller owns, which the call looks up.
  'workspaces.create': {
    input: () => ({ body: { name: 'From the matrix' } }),
    undo: () => "delete from workspaces where name = 'From the matrix'",
  },
  // Whether an admin is in the project is checked after the body was read.
  'projectMembers.setRoles': { input: (place) => ({ params: inProject(place), body: { roles: [] } }) },
  'projectMembers.remove': {
    input: (place) => ({ params: inProject(place) }),
    undo: () => `insert into instance_members (instance_id, account_id, role_id)
      select i.id, ${world.accounts['a member with READ']}, ${world.content.roleId} from instances i
      join projects p on p.id = i.project_id where p.name in ('First', 'Second') on conflict do nothing`,
  },
  // 0 is not an instance, so the call looks the instance up itself; it stores only the caller's own setting.
  'gameTypes.get': {
    input: (place) => ({ params: { instanceId: world.places[place].instanceId, language: 'typescript' } }),
  },
  'gameTypes.getClient': {
    input: (place) => ({ params: { instanceId: world.places[place].instanceId, client: 'csharp' } }),
  },
  'instances.activate': { input: (place) => ({ params: { instanceId: world.places[place].instanceId } }) },
};

const inProject = (place: PlaceName) => ({
  projectId: world.places[place].projectId,
  memberId: world.content.memberId,
});

const unknown = { from_the_matrix: true };

function inputOf(entry: ApiEntry, place: PlaceName): Loose {
  const special = whole[entry.name];
  if (special) return special.input(place);
  const { reportId, syncId, tokenId, ...ids } = world.places[place];
  const { content, workspaceId } = world;
  const known = {
    ...content,
    file: content.fileName,
    ...ids,
    workspaceId,
    reportId,
    buildId: reportId,
    syncId,
    changeSetId: syncId,
    tokenId,
  };
  const { params } = sampleInput(entry, known);
  const { method } = entry.endpoint;
  return { params, ...(entry.shape.query && { query: unknown }), ...(method !== 'GET' && { body: unknown }) };
}

/** The result of a call: `null` where its caller had access, whatever the validation. */
async function outcomeOf(entry: ApiEntry, caller: CallerName, place: PlaceName): Promise<Expected | string> {
  const { method } = entry.endpoint;
  const { body, ...input } = inputOf(entry, place);
  const authorization = world.authorization(caller, place);
  const answer = await server.app.inject({
    method,
    url: urlOf(entry.endpoint, input),
    headers: {
      ...(authorization && { authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  const { statusCode } = answer;
  if (statusCode >= 500) return `${statusCode} ${answer.body}`;
  if (statusCode === 401 || statusCode === 402 || statusCode === 403 || statusCode === 404)
    return [statusCode, answer.json().error];
  return null;
}

const describeOutcome = (outcome: Expected | string) =>
  outcome === null ? 'allowed' : typeof outcome === 'string' ? outcome : outcome.join(' ');

/** The cells of an endpoint: where the plan or the instance has no effect, one represents all. */
const casesOf = ([, , where]: AccessRow) => ({
  subscriptions: where === '-' ? subscriptionNames.slice(0, 1) : subscriptionNames,
  places:
    where === '-' || where === 'owned' || where === 'workspace'
      ? placeNames.slice(0, 1)
      : placeNames.filter((name) => where !== 'project' || places[name].env === 'Dev'),
});

/** The plans on which every caller is tried: one that allows all and, in a long run, one that allows little and a closed one. */
const mainSubscriptions: readonly SubscriptionName[] = isLong ? ['Free', 'Teams', 'Teams, canceled'] : ['Teams'];

/** On the other plans: one caller without access, and one of those that have it on Teams or, in a long run, three, as a plan restricts them all alike. */
function callersOf(row: AccessRow, subscription: SubscriptionName, place: PlaceName): CallerName[] {
  // What a plan restricts, it restricts for the maker of a token.
  if (mainSubscriptions.includes(subscription)) return subscription === 'Free' ? people : callerNames;
  const allowed = people.filter((name) => mayCall(row, callers[name], subscriptions.Teams, places[place]) === null);
  const others = isLong ? allowed.slice(1).slice(-2) : [];
  return ['a member without roles', ...allowed.slice(0, 1), ...others];
}

test('the server allows and refuses calls as in the table, for every caller, plan and instance', async () => {
  shows(
    '1.4.subscription.cancel-keeps-access',
    '1.6.canceled.nothing-else',
    '1.6.check.role',
    '1.6.custom-role.teams-only',
    '1.6.project-delete.owner-only',
    '2.6.create-item.saves',
    '2.6.create-template.saves',
    '3.calls.delete-item.dev-only',
    '3.calls.delete-item.permission',
    '3.calls.delete-template.dev-only',
    '3.calls.delete-template.permission',
    '3.calls.delivery.nothing-else',
    '3.errors.status.402-plan',
    '3.errors.status.403-permission',
    '3.errors.status.403-role',
    '3.errors.status.404-other-workspace',
    '3.plans.custom-roles.free',
    '3.plans.custom-roles.starter',
    '3.plans.custom-roles.teams',
    '3.plans.invite.free',
    '3.plans.invite.starter',
    '3.plans.invite.teams',
    '3.settled.instances.downgrade-read-only',
    '4.tokens.matrix',
  );
  const counted = { cells: 0, allowed: 0 };
  for (const subscription of subscriptionNames) {
    await world.setSubscription(subscription);
    for (const entry of api) {
      const row = accessTable[entry.name];
      // A webhook is authenticated by its signature alone, and a token exchange by the credential or the token.
      if (!row || entry.endpoint.accepts?.some((kind) => kind === 'raw' || kind === 'form')) continue;
      const cases = casesOf(row);
      if (!cases.subscriptions.includes(subscription)) continue;
      const cells = cases.places.flatMap((place) =>
        callersOf(row, subscription, place).map((caller) => ({ entry, row, subscription, place, caller })),
      );
      // An undo must not run concurrently with another cell; all others may run in parallel.
      if (whole[entry.name]?.undo) for (const cell of cells) await check(cell);
      else await Promise.all(cells.map(check));
      counted.cells += cells.length;
      counted.allowed += cells.filter((cell) => expectedOf(cell) === null).length;
    }
  }
  process.stdout.write(`The access matrix has ${counted.cells} cells, of which ${counted.allowed} are allowed.\n`);
});

interface Cell {
  entry: ApiEntry;
  row: AccessRow;
  subscription: SubscriptionName;
  place: PlaceName;
  caller: CallerName;
}

const expectedOf = ({ entry, row, subscription, place, caller }: Cell) =>
  mayCall(row, callers[caller], subscriptions[subscription], places[place], scopesOf(entry.name));

async function check(cell: Cell): Promise<void> {
  const { entry, row, subscription, place, caller } = cell;
  const expected = expectedOf(cell);
  const got = await outcomeOf(entry, caller, place);
  const undo = got === null && whole[entry.name]?.undo;
  if (undo) await server.app.deps.database.query(undo(), []);
  if (describeOutcome(got) === describeOutcome(expected)) return;
  const { method, path } = entry.endpoint;
  throw new Error(
    `${entry.name} (${method} /v1${path}) by ${caller}, on ${subscription}, in ${place}: the table says ${describeOutcome(expected)}, the server ${describeOutcome(got)}. The row rests on: ${row[4]}`,
  );
}
