import type { BilledPlan } from '@quartermaster/contract/subscription.ts';
import { currentPlan } from '@quartermaster/contract/subscription.ts';
import { expect, it } from 'vitest';
import { shows } from '../specification/shows.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const days = (count: number, seconds = 0) => new Date(now.getTime() + count * 86_400_000 + seconds * 1000);
const counted = (status: BilledPlan['status'], nextBillingDateAt: BilledPlan['nextBillingDateAt']) =>
  currentPlan({ plan: 'starter', status, nextBillingDateAt }, now);
const open = { plan: 'starter', isCanceled: false, isShortOfSeats: false };
const closed = { plan: 'starter', isCanceled: true, isShortOfSeats: false };

it('counts a trial as its plan until it ends, and as Free afterwards', () => {
  shows('3.settled.trial.ended-is-free');
  expect(counted('trial', days(0, 1))).toEqual(open);
  expect(counted('trial', days(0))).toEqual({ plan: 'free', isCanceled: false, isShortOfSeats: false });
  expect(counted('trial', days(-400))).toEqual({ plan: 'free', isCanceled: false, isShortOfSeats: false });
  expect(counted('trial', null)).toEqual(open);
});

it('counts a past due subscription as canceled after 14 days', () => {
  shows('3.settled.past-due.days');
  expect(counted('past_due', days(-14, 1))).toEqual(open);
  expect(counted('past_due', days(-14))).toEqual(closed);
  expect(counted('past_due', days(-14).toISOString())).toEqual(closed);
  expect(counted('past_due', null)).toEqual(open);
});

it('counts a requested cancellation as canceled from its date on', () => {
  shows('3.settled.cancel.requested', '1.4.subscription.cancel-keeps-access');
  expect(counted('cancel_requested', days(0, 1))).toEqual(open);
  expect(counted('cancel_requested', days(0))).toEqual(closed);
  expect(counted('cancel_requested', days(-400))).toEqual(closed);
  expect(counted('cancel_requested', null)).toEqual(open);
});

it('ignores the date for every other status', () => {
  shows('3.settled.cancel.requested', '3.settled.past-due.days', '3.settled.trial.ended-is-free');
  for (const date of [null, days(-400), days(400)]) {
    expect(counted('active', date)).toEqual(open);
    expect(counted('canceled', date)).toEqual(closed);
    const ending = { plan: 'starter', nextBillingDateAt: date, endsAs: 'free' } as const;
    expect(currentPlan({ ...ending, status: 'active' }, now)).toEqual(open);
    expect(currentPlan({ ...ending, status: 'canceled' }, now)).toEqual(closed);
  }
});

it('counts a cancellation that ends on Free as Free from its date on', () => {
  shows('3.settled.to-free.requested');
  const ending = (nextBillingDateAt: Date) =>
    currentPlan({ plan: 'starter', status: 'cancel_requested', nextBillingDateAt, endsAs: 'free' }, now);
  expect(ending(days(0, 1))).toEqual(open);
  expect(ending(days(0))).toEqual({ plan: 'free', isCanceled: false, isShortOfSeats: false });
});
