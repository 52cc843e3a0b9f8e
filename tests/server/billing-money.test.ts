import { plans } from '@quartermaster/contract/access.ts';
import { billing, type PricePreview } from '@quartermaster/contract/endpoints/billing.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  paid,
  previewItems,
  type SimulatedSubscription,
  settled,
  startSubscription,
  withItems,
  withTax,
} from '../../server/modules/development/billing/simulated-subscription.ts';
import { shows } from '../specification/shows.ts';
import { buy, readSubscription, simulatorOf } from '../support/billing.ts';
import { type Dice, diceOf } from '../support/dice.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const day = 24 * 60 * 60 * 1000;

test('tax is 20 %, rounded half up to the cent on the subtotal', () => {
  shows('3.settled.money.tax');
  // Of 2, 3, 7, 8 and 13 cents: 0.4, 0.6, 1.4, 1.6 and 2.6.
  expect([0, 2, 3, 7, 8, 13, 1600, 2900].map((subtotal) => withTax(subtotal).tax)).toEqual([
    0, 0, 1, 1, 2, 3, 320, 580,
  ]);
  expect(withTax(1455)).toEqual({ subtotal: 1455, tax: 291, total: 1746 });
});

const items = (dice: Dice) => {
  const plan = dice.oneOf(['starter', 'teams'] as const);
  return { plan, members: 1 + dice.below(40), projects: plans[plan].projects + dice.below(5) };
};

const bought = (dice: Dice, now: Date) =>
  startSubscription({ ...items(dice), id: 'sub_1', workspaceId: 1, proof: '' }, now);

const lastCharge = ({ charges }: SimulatedSubscription) => charges.at(-1) ?? expect.fail('Nothing was charged.');

describe('a previewed price is charged to the cent', () => {
  test('the rest of the month is counted in days, including the current one', () => {
    shows('1.3.price-preview.next', '1.3.price-preview.recurring', '3.settled.money.cents');
    const bought = startSubscription(
      { id: 's', workspaceId: 1, proof: '', plan: 'teams', members: 3, projects: 3 },
      new Date('2026-11-01T00:00:00Z'),
    );
    const preview = (at: string, members: number) =>
      previewItems(bought, { plan: 'teams', members, projects: 4 }, new Date(at));
    const recurring = { subtotal: 14_900, tax: 2980, total: 17_880 };
    // 15 and a half of 30 days remain, charged as 16: of $62.
    expect(preview('2026-11-15T12:00:00Z', 5)).toEqual({
      next: { subtotal: 14_900 + 3307, tax: 3641, total: 21_848 },
      recurring,
    });
    expect(preview('2026-11-30T23:59:59Z', 5).next.subtotal).toBe(14_900 + 207);
    // The credit for a removed seat, minus the project.
    expect(preview('2026-11-16T00:00:00Z', 2).next.subtotal).toBe(6200 - 1250);
  });

  test.each(Array.from({ length: 300 }, (_, seed) => seed))('after changes on random dates (seed %i)', (seed) => {
    const dice = diceOf(seed);
    let now = new Date(Date.UTC(2026, dice.below(24), 1 + dice.below(31), dice.below(24), dice.below(60)));
    let current = bought(dice, now);
    let previewed: PricePreview | undefined;
    for (let step = 0; step < 12; step += 1) {
      const until = Date.parse(current.until);
      if (dice.percent(60)) {
        now = new Date(Math.min(until - 1, now.getTime() + dice.below(20 * day)));
        const wanted = items(dice);
        previewed = previewItems(current, wanted, now);
        current = withItems(current, wanted, now);
        continue;
      }
      now = new Date(until);
      const fails = dice.percent(20);
      const before = current;
      current = settled(current, now, fails);
      if (fails) {
        expect(current.status).toBe('past_due');
        current = paid(current);
      }
      expect(current.charges).toHaveLength(Math.min(24, before.charges.length + 1));
      if (previewed) expect(lastCharge(current)).toMatchObject(previewed.next);
      // Each month after it, once a credit is used up.
      if (previewed && current.pending === 0) {
        const next = settled(current, new Date(current.until), false);
        expect(lastCharge(next)).toMatchObject(previewed.recurring);
      }
      previewed = undefined;
    }
  });

  test('a credit larger than a month is carried over to the next one', () => {
    const start = new Date('2026-11-01T00:00:00Z');
    const big = startSubscription(
      { id: 's', workspaceId: 1, proof: '', plan: 'teams', members: 40, projects: 3 },
      start,
    );
    const small = withItems(big, { plan: 'starter', members: 1, projects: 3 }, start);
    const first = settled(small, new Date(small.until), false);
    expect(lastCharge(first)).toMatchObject({ subtotal: 0, tax: 0, total: 0 });
    // $1,160 were paid and $16 are due each month: 1,144 of credit, less 16 a month.
    expect(first.pending).toBe(-(114_400 - 1600));
  });

  test('a month ends on the same day of the next one, or its last', () => {
    const dates = (from: string) => {
      let current = startSubscription(
        { id: 's', workspaceId: 1, proof: '', plan: 'teams', members: 1, projects: 3 },
        new Date(from),
      );
      return Array.from({ length: 3 }, () => {
        current = settled(current, new Date(current.until), false);
        return current.from.slice(0, 10);
      });
    };
    expect(dates('2026-11-22T10:00:00Z')).toEqual(['2026-12-22', '2027-01-22', '2027-02-22']);
    // A short month does not move those after it.
    expect(dates('2026-12-31T10:00:00Z')).toEqual(['2027-01-31', '2027-02-28', '2027-03-31']);
    expect(dates('2027-12-30T10:00:00Z')).toEqual(['2028-01-30', '2028-02-29', '2028-03-30']);
  });
});

describe('through the API', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });

  test.each([1, 2, 3])('previews equal the charge after a month (seed %i)', async (seed) => {
    shows('1.3.price-preview.cents', '1.7.subscription.members-preview', '1.7.subscription.projects-preview');
    const dice = diceOf(seed);
    const { workspaceId } = server.studio;
    const inStudio = { params: { workspaceId } };
    const as = { as: 'owner' } as const;
    await buy(server, dice.oneOf(['starter', 'teams'] as const), 3 + dice.below(5));
    let previewed: PricePreview | undefined;
    for (let step = 0; step < 4; step += 1) {
      await simulatorOf(server).advance(workspaceId, dice.below(7 * 24) * 60 * 60);
      const isMembers = dice.percent(50);
      const input = { ...inStudio, body: { new_value: 3 + dice.below(20) } };
      previewed = await server.call(isMembers ? billing.previewMembers : billing.previewProjects, input, as);
      await server.call(isMembers ? billing.setMembers : billing.setProjects, input, as);
      expect(await readSubscription(server)).toMatchObject({
        next_payment: previewed.next.total,
        recurring_payment: previewed.recurring.total,
      });
    }
    await simulatorOf(server).advance(workspaceId, 32 * 24 * 60 * 60);
    const [held] = (await simulatorOf(server).look(workspaceId)).subscriptions;
    expect(lastCharge(held ?? expect.fail('It is gone.'))).toMatchObject(previewed?.next ?? {});
  });
});
