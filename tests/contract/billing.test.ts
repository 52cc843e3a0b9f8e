// biome-ignore-all format: a row keeps to one line, so that the table can be read beside the specification
import {
  allowedActions,
  type BillingAction,
  type BillingChange,
  type BillingState,
  extraProjects,
  hasChanged,
  monthlyPrice,
  type PlanCard,
  planCards,
} from '@quartermaster/contract/billing.ts';
import { contentKeptUntil } from '@quartermaster/contract/subscription.ts';
import { describe, expect, it, test } from 'vitest';
import { shows } from '../specification/shows.ts';

/** Written by hand from the specification: what each state offers. */
const states: [BillingState, PlanCard[], BillingAction[]][] = [
  [{ plan: 'teams', status: 'trial' }, [card('free', 'switchToFree'), card('starter', 'checkout'), card('teams', 'checkout')], ['checkout', 'switchToFree']],
  [{ plan: 'starter', status: 'canceled' }, [card('free', 'switchToFree'), card('starter', 'checkout'), card('teams', 'checkout')], ['checkout', 'switchToFree']],
  [{ plan: 'teams', status: 'canceled' }, [card('free', 'switchToFree'), card('starter', 'checkout'), card('teams', 'checkout')], ['checkout', 'switchToFree']],
  [{ plan: 'free', status: 'active' }, [card('free', null), card('starter', 'checkout'), card('teams', 'checkout')], ['checkout']],
  [{ plan: 'starter', status: 'active' }, [card('free', 'switchToFree'), card('teams', 'upgrade')], ['cancel', 'payment', 'setMembers', 'setProjects', 'switchToFree', 'upgrade']],
  [{ plan: 'teams', status: 'active' }, [card('free', 'switchToFree'), card('starter', 'downgrade')], ['cancel', 'downgrade', 'payment', 'setMembers', 'setProjects', 'switchToFree']],
  [{ plan: 'starter', status: 'cancel_requested' }, [card('starter', 'restore')], ['restore']],
  [{ plan: 'teams', status: 'cancel_requested' }, [card('teams', 'restore')], ['restore']],
  [{ plan: 'starter', status: 'past_due' }, [card('starter', null)], ['cancel', 'payment']],
  [{ plan: 'teams', status: 'past_due' }, [card('teams', null)], ['cancel', 'payment']],
  // States that nothing leads to: nothing is paid for.
  [{ plan: 'free', status: 'past_due' }, [card('free', null)], []],
  [{ plan: 'free', status: 'canceled' }, [card('free', 'switchToFree'), card('starter', 'checkout'), card('teams', 'checkout')], ['checkout', 'switchToFree']],
];

function card(plan: PlanCard['plan'], action: PlanCard['action']): PlanCard {
  return { plan, action };
}

test.each(states)('%j offers its plans and nothing that the server refuses', (state, cards, actions) => {
  expect(planCards(state)).toEqual(cards);
  expect([...allowedActions(state)].toSorted()).toEqual(actions);
  for (const { action } of planCards(state)) if (action) expect(actions).toContain(action);
});

describe('a month', () => {
  it('costs its seats, and the projects beyond the included ones', () => {
    expect(monthlyPrice({ plan: 'starter', members: 1, projects: 3 })).toBe(1600);
    expect(monthlyPrice({ plan: 'teams', members: 5, projects: 3 })).toBe(14_500);
    expect(monthlyPrice({ plan: 'teams', members: 5, projects: 5 })).toBe(15_300);
    expect(monthlyPrice({ plan: 'starter', members: 2, projects: 4 })).toBe(3600);
    expect(monthlyPrice({ plan: 'free', members: 9, projects: 9 })).toBe(0);
  });

  it('has no extra projects on Free, and none where fewer are paid for than included', () => {
    expect(extraProjects({ plan: 'free', projects: 5 })).toBe(0);
    expect(extraProjects({ plan: 'teams', projects: 0 })).toBe(0);
    expect(extraProjects({ plan: 'teams', projects: 4 })).toBe(1);
  });
});

describe('a change that was asked for', () => {
  const before = { plan: 'starter', status: 'active', members: 2, projects: 3 } as const;
  const changes: [BillingChange, Partial<BillingState & { members: number; projects: number }>][] = [
    [{ action: 'cancel' }, { status: 'cancel_requested' }],
    [{ action: 'cancel' }, { status: 'canceled' }],
    [{ action: 'switchToFree' }, { status: 'cancel_requested' }],
    [{ action: 'switchToFree' }, { plan: 'free' }],
    [{ action: 'upgrade' }, { plan: 'teams' }],
    [{ action: 'setMembers', value: 4 }, { members: 4 }],
    [{ action: 'setProjects', value: 4 }, { projects: 4 }],
    [{ action: 'checkout', plan: 'teams' }, { plan: 'teams' }],
  ];

  test.each(changes)('%j is seen once it is there', (change, after) => {
    expect(hasChanged(before, change)).toBe(false);
    expect(hasChanged({ ...before, ...after }, change)).toBe(true);
  });

  it('is not seen by the plan alone while it is not active', () => {
    for (const status of ['trial', 'past_due', 'canceled'] as const) {
      const teams = { ...before, plan: 'teams', status } as const;
      expect(hasChanged(teams, { action: 'upgrade' })).toBe(false);
      expect(hasChanged(teams, { action: 'checkout', plan: 'teams' })).toBe(false);
      expect(hasChanged({ ...before, plan: 'free', status }, { action: 'switchToFree' })).toBe(false);
    }
  });

  it('takes a cancellation back, and a plan down', () => {
    for (const status of ['cancel_requested', 'past_due', 'canceled'] as const) {
      expect(hasChanged({ ...before, status }, { action: 'restore' })).toBe(false);
      expect(hasChanged({ ...before, status }, { action: 'downgrade' })).toBe(false);
    }
    expect(hasChanged({ ...before, plan: 'teams' }, { action: 'downgrade' })).toBe(false);
    expect(hasChanged(before, { action: 'downgrade' })).toBe(true);
    expect(hasChanged(before, { action: 'restore' })).toBe(true);
    expect(hasChanged({ ...before, status: 'trial' }, { action: 'restore' })).toBe(true);
  });
});

it('keeps the content of a canceled workspace for six months of the calendar', () => {
  shows('3.settled.canceled.content');
  expect(contentKeptUntil('2026-11-21T12:00:00.000Z').toISOString()).toBe('2027-05-21T12:00:00.000Z');
  expect(contentKeptUntil(new Date('2026-08-31T08:30:00.000Z')).toISOString()).toBe('2027-02-28T08:30:00.000Z');
  expect(contentKeptUntil('2027-08-31T00:00:00.000Z').toISOString()).toBe('2028-02-29T00:00:00.000Z');
});
