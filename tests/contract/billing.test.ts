// biome-ignore-all format: one line per row, so that the table can be compared with the specification
import {
  allowedActions,
  type BillingAction,
  type BillingChange,
  type BillingState,
  type ComparedSubscription,
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
  // Unreachable states, in which no plan is paid for.
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
    shows('3.plans.price.free', '3.plans.price.starter', '3.plans.price.teams', '3.plans.extra-project.starter', '3.plans.extra-project.teams');
    expect(monthlyPrice({ plan: 'starter', members: 1, projects: 3 })).toBe(1600);
    expect(monthlyPrice({ plan: 'teams', members: 5, projects: 3 })).toBe(14_500);
    expect(monthlyPrice({ plan: 'teams', members: 5, projects: 5 })).toBe(15_300);
    expect(monthlyPrice({ plan: 'starter', members: 2, projects: 4 })).toBe(3600);
    expect(monthlyPrice({ plan: 'free', members: 9, projects: 9 })).toBe(0);
  });

  it('has no extra projects on Free, and none where fewer are paid for than included', () => {
    shows('3.plans.extra-project.free', '3.plans.projects.teams', '3.plans.projects.starter');
    expect(extraProjects({ plan: 'teams', projects: 3 })).toBe(0);
    expect(extraProjects({ plan: 'starter', projects: 3 })).toBe(0);
    expect(extraProjects({ plan: 'starter', projects: 6 })).toBe(3);
    expect(extraProjects({ plan: 'free', projects: 5 })).toBe(0);
    expect(extraProjects({ plan: 'teams', projects: 0 })).toBe(0);
    expect(extraProjects({ plan: 'teams', projects: 4 })).toBe(1);
  });
});

describe('a requested change', () => {
  const starter = { plan: 'starter', status: 'active', members: 5, projects: 4 } as const;
  const used = { usedMembers: 3 };
  const ending = { ...starter, status: 'cancel_requested' } as const;
  const overdue = { ...starter, status: 'past_due' } as const;
  const trial = { plan: 'teams', status: 'trial', members: 25, projects: 0 } as const;
  const free = { plan: 'free', status: 'active', members: 2, projects: 0 } as const;

  /** Every result of every change, with the state before. */
  const ends: [BillingChange, ComparedSubscription, ComparedSubscription][] = [
    [{ action: 'cancel' }, starter, ending],
    [{ action: 'cancel' }, overdue, { ...starter, status: 'canceled' }],
    [{ action: 'switchToFree' }, starter, ending],
    [{ action: 'switchToFree' }, trial, { ...trial, status: 'cancel_requested', members: 3 }],
    [{ action: 'switchToFree' }, { ...starter, status: 'canceled' }, free],
    [{ action: 'restore' }, ending, starter],
    [{ action: 'restore' }, overdue, starter],
    [{ action: 'restore' }, { ...trial, status: 'cancel_requested', members: 3 }, { ...trial, members: 3 }],
    [{ action: 'upgrade' }, starter, { ...starter, plan: 'teams' }],
    [{ action: 'downgrade' }, { ...starter, plan: 'teams' }, starter],
    [{ action: 'setMembers', value: 7 }, starter, { ...starter, members: 7 }],
    [{ action: 'setProjects', value: 6 }, starter, { ...starter, projects: 6 }],
    [{ action: 'checkout', plan: 'teams', quantity: 4 }, trial, { plan: 'teams', status: 'active', members: 4, projects: 3 }],
    [{ action: 'checkout', plan: 'starter', quantity: 1 }, free, { plan: 'starter', status: 'active', members: 3, projects: 3 }],
  ];

  test.each(ends)('%j is seen once plan, status, members and projects match', (change, before, end) => {
    shows('1.4.polling.match', '3.settled.polling.match');
    expect(hasChanged({ ...end, ...used }, change, before)).toBe(true);
    expect(hasChanged({ ...before, ...used }, change, before)).toBe(false);
    const others: Partial<ComparedSubscription>[] = [
      { plan: end.plan === 'teams' ? 'starter' : 'teams' },
      { status: end.status === 'past_due' ? 'active' : 'past_due' },
      { members: end.members + 2 },
      { projects: end.projects + 1 },
    ];
    for (const other of others) expect(hasChanged({ ...end, ...other, ...used }, change, before), JSON.stringify(other)).toBe(false);
  });
});

it('keeps the content of a canceled workspace for six months of the calendar', () => {
  shows('3.settled.canceled.content');
  expect(contentKeptUntil('2026-11-21T12:00:00.000Z').toISOString()).toBe('2027-05-21T12:00:00.000Z');
  expect(contentKeptUntil(new Date('2026-08-31T08:30:00.000Z')).toISOString()).toBe('2027-02-28T08:30:00.000Z');
  expect(contentKeptUntil('2027-08-31T00:00:00.000Z').toISOString()).toBe('2028-02-29T00:00:00.000Z');
});
