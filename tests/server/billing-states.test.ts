// biome-ignore-all format: one line per row, so that the table can be compared with the specification
import { billing } from '@quartermaster/contract/endpoints/billing.ts';
import type { Endpoint } from '@quartermaster/contract/endpoints/endpoint.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { buy, overAMonth, setUnpaid, simulatorOf, standing, untilStanding } from '../support/billing.ts';
import { type Loose, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const inStudio = (input: Loose = {}): Loose => ({ params: { workspaceId: server.studio.workspaceId }, ...input });
const send = (endpoint: Endpoint, input: Loose = {}) => server.send(endpoint, inStudio(input), { as: 'owner' });
let id = '';

/** The actions of the owner and the provider that result in each state. */
const pathsTo: Record<string, () => Promise<unknown>> = {
  'trial':                    () => setUnpaid(server, 'teams', 'trial', 9),
  'trial, over':              () => setUnpaid(server, 'teams', 'trial', -1),
  'trial, ends on Free':      async () => { await setUnpaid(server, 'teams', 'trial', 9); await send(billing.switchToFree); },
  'free':                     () => setUnpaid(server, 'free', 'active', null),
  'starter':                  async () => { id = await buy(server, 'starter'); },
  'teams':                    async () => { id = await buy(server, 'teams'); },
  'starter, cancel requested': async () => { id = await buy(server, 'starter'); await send(billing.cancel); },
  'teams, ends on Free':      async () => { id = await buy(server, 'teams'); await send(billing.switchToFree); },
  'starter, past due':        async () => { id = await buy(server, 'starter'); await fail(); await untilStanding(server, 'past_due starter'); },
  'teams, past due':          async () => { id = await buy(server, 'teams'); await fail(); await untilStanding(server, 'past_due teams'); },
  'teams, canceled':          async () => { id = await buy(server, 'teams'); await send(billing.cancel); await month(); await untilStanding(server, 'canceled teams'); },
};

const fail = async () => {
  await simulatorOf(server).set(server.studio.workspaceId, { failsPayments: true });
  await month();
  await simulatorOf(server).set(server.studio.workspaceId, { failsPayments: false });
};
const month = () => simulatorOf(server).advance(server.studio.workspaceId, overAMonth);

const one = { body: { new_value: 4 } };
/** An event: a call of the owner, or a change at the provider. */
const events: Record<string, () => Promise<unknown>> = {
  cancel:       () => send(billing.cancel),
  restore:      () => send(billing.restore),
  toFree:       () => send(billing.switchToFree),
  upgrade:      () => send(billing.upgrade, { body: {} }),
  downgrade:    () => send(billing.downgrade, { body: {} }),
  members:      () => send(billing.setMembers, one),
  projects:     () => send(billing.setProjects, one),
  payment:      () => send(billing.getPaymentDetails),
  checkout:     () => send(billing.getCheckout),
  buyStarter:   () => buy(server, 'starter'),
  buyTeams:     () => buy(server, 'teams'),
  renewal:      month,
  noPayment:    fail,
  paid:         () => simulatorOf(server).pay(id),
};

/**
 * Written by hand from 1 §4 "Subscription", 1 §6 and 3 "Subscriptions": the status and plan after each event, `same` where the event
 * changes neither, `-` if the call is refused with 409, `closed` if with 402; empty if the event cannot occur.
 */
const table: Record<string, [begin: string, ...after: string[]]> = {
  //                             begins as                   cancel                      restore           toFree                      upgrade         downgrade         members   projects  payment   checkout  buyStarter        buyTeams        renewal             noPayment           paid
  'trial':                     ['trial teams',              '-',                        '-',              'cancel_requested teams',   '-',            '-',              '-',      '-',      '-',      'same',   'active starter', 'active teams', '',                 '',                 ''],
  'trial, over':               ['trial teams',              '-',                        '-',              'active free',              '-',            '-',              '-',      '-',      '-',      'same',   'active starter', 'active teams', '',                 '',                 ''],
  'trial, ends on Free':       ['cancel_requested teams',   '-',                        'trial teams',    '-',                        '-',            '-',              '-',      '-',      '-',      '-',      '',               '',             'active free',      '',                 ''],
  'free':                      ['active free',              '-',                        '-',              '-',                        '-',            '-',              '-',      '-',      '-',      'same',   'active starter', 'active teams', '',                 '',                 ''],
  'starter':                   ['active starter',           'cancel_requested starter', '-',              'cancel_requested starter', 'active teams', '-',              'same',   'same',   'same',   '-',      '',               '',             'active starter',   'past_due starter', ''],
  'teams':                     ['active teams',             'cancel_requested teams',   '-',              'cancel_requested teams',   '-',            'active starter', 'same',   'same',   'same',   '-',      '',               '',             'active teams',     'past_due teams',   ''],
  'starter, cancel requested': ['cancel_requested starter', '-',                        'active starter', '-',                        '-',            '-',              '-',      '-',      '-',      '-',      '',               '',             'canceled starter', 'canceled starter', ''],
  'teams, ends on Free':       ['cancel_requested teams',   '-',                        'active teams',   '-',                        '-',            '-',              '-',      '-',      '-',      '-',      '',               '',             'active free',      'active free',      ''],
  'starter, past due':         ['past_due starter',         'canceled starter',         '-',              '-',                        '-',            '-',              '-',      '-',      'same',   '-',      '',               '',             '',                 '',                 'active starter'],
  'teams, past due':           ['past_due teams',           'canceled teams',           '-',              '-',                        '-',            '-',              '-',      '-',      'same',   '-',      '',               '',             '',                 '',                 'active teams'],
  'teams, canceled':           ['canceled teams',           '-',                        'closed',         'active free',              'closed',       'closed',         'closed', 'closed', '-',      'same',   'active starter', 'active teams', '',                 '',                 ''],
};

const unchanged = ['-', 'closed', 'same'];
/** Cases of a state, each with the events of one workspace: those that change nothing, which leave it as it is, and each of the others. */
const cases = Object.entries(table).flatMap(([state, [begin, ...after]]) => {
  const cells = Object.keys(events).flatMap((event, index) => (after[index] ? [{ event, after: after[index] }] : []));
  const { idle = [], acting = [] } = Object.groupBy(cells, (cell) => (unchanged.includes(cell.after) ? 'idle' : 'acting'));
  return [idle, ...acting.map((cell) => [cell])].map((steps) => ({ state, begin, steps, name: steps.map(({ event, after: then }) => `${event}: ${then}`).join(', ') }));
});

describe('the states of a subscription', () => {
  test.each(cases)('$state, $name', async ({ state, begin, steps }) => {
    shows('3.settled.cancel.requested', '3.settled.to-free.requested', '3.settled.past-due.paid', 
      '1.4.subscription.cancel', '1.4.subscription.reactivate', '1.4.subscription.to-free', '1.4.subscription.upgrade',
      '1.4.subscription.upgrade-active', '1.4.subscription.downgrade', '1.4.subscription.downgrade-active',
      '1.4.subscription.checkout-active', '1.4.subscription.checkout-plan', '1.7.subscription.cancel', '1.7.subscription.restore',
      '1.7.subscription.switch-to-free', '1.7.subscription.downgrade', '1.7.subscription.upgrade',
    );
    id = '';
    await pathsTo[state]?.();
    expect(await standing(server)).toBe(begin);
    for (const { event, after } of steps) {
      const answer = (await events[event]?.()) as { status?: number; body?: ErrorBody } | undefined;
      const refusal = { '-': [409, 'billing_state'], closed: [402, 'canceled'] }[after];
      if (refusal) expect([event, answer?.status, answer?.body?.error]).toEqual([event, ...refusal]);
      else if (typeof answer?.status === 'number') expect([event, answer.status]).toEqual([event, 200]);
      const expected = unchanged.includes(after) ? begin : after;
      await untilStanding(server, expected);
      const subscriptions = (await simulatorOf(server).look(server.studio.workspaceId)).subscriptions;
      const live = subscriptions.filter(({ status }) => status !== 'canceled').map(({ plan, status, isEnding }) => `${isEnding ? 'cancel_requested' : status} ${plan}`);
      const isPaid = state !== 'trial, ends on Free' && !/^trial|^canceled|free$/.test(expected) && expected !== 'cancel_requested teams';
      if (isPaid) expect(live, `what the payment provider holds after ${event}`).toEqual([expected]);
    }
  });
});

describe('access', () => {
  const changes = [billing.cancel, billing.restore, billing.switchToFree, billing.upgrade, billing.downgrade];
  test('admins and members can change nothing, whatever the state allows', async () => {
    await buy(server, 'starter');
    for (const as of ['admin', 'member'] as const) {
      for (const endpoint of changes) expect((await server.send(endpoint, inStudio(), { as })).status).toBe(403);
      expect((await server.send(billing.setMembers, inStudio(one), { as })).status).toBe(403);
      expect((await server.send(billing.getCheckout, inStudio(), { as })).status).toBe(403);
    }
    expect(await standing(server)).toBe('active starter');
  });
});
