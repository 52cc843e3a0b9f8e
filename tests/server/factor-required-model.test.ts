import { members } from '@quartermaster/contract/endpoints/people/members.ts';
import { requiredFactor } from '@quartermaster/contract/endpoints/people/required-factor.ts';
import { secondFactor } from '@quartermaster/contract/endpoints/people/second-factor.ts';
import { workspaces } from '@quartermaster/contract/endpoints/workspaces.ts';
import { beforeEach, expect, test } from 'vitest';
import { answersKeyOf } from '../../server/core/session/answers-key.ts';
import { addMember } from '../../server/modules/workspaces/service.ts';
import { shows } from '../specification/shows.ts';
import { type Dice, diceOf } from '../support/dice.ts';
import { isLong } from '../support/long.ts';
import { callIn } from '../support/passkey.ts';
import { setUpFactor } from '../support/second-factor.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import type { TestBrowser } from '../support/server-browser.ts';
import { emailOf, password } from '../support/server-studio.ts';

const people = ['owner', 'admin', 'member', 'stranger'] as const;
type Name = (typeof people)[number];

/** What the model knows of a person. */
interface Person {
  browser: TestBrowser;
  hasFactor: boolean;
  isMember: boolean;
  /** Days from the start; undefined if no factor is needed. */
  dueAt?: number | undefined;
  codes: string[];
  /** The key of the answers on the device, and whether the workspace was open with it. */
  key?: { text: string | undefined; of: string };
}

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  server.clock.stop();
});

test.each(Array.from({ length: isLong ? 40 : 6 }, (_, seed) => seed))(
  'model %i: opens to whom it should',
  async (seed) => {
    shows('5.company.factor-required');
    const world = await createWorld(diceOf(seed));
    await world.begin();
    for (let step = 0; step < 30; step++) await world.step();
  },
);

async function createWorld(dice: Dice) {
  const { workspaceId, accounts: ids } = server.studio;
  const { query } = server.app.deps.database;
  const known = new Map<Name, Person>();
  for (const name of people) {
    const browser = await server.signIn(name);
    known.set(name, { browser, hasFactor: false, isMember: name !== 'stranger', codes: [] });
  }
  const log: string[] = [];
  let now = 0;
  let required: number | null = null;
  const of = (name: Name) => known.get(name) as Person;
  const begin = (person: Person) => {
    person.dueAt = required === null || !person.isMember ? undefined : now + required;
  };
  const isOpen = ({ isMember, hasFactor, dueAt }: Person) =>
    isMember && (hasFactor || dueAt === undefined || now < dueAt);

  const steps: Record<string, (name: Name) => Promise<void>> = {
    require: async () => {
      const days = dice.percent(25) ? null : dice.below(8);
      // The hourly limit is another test's.
      await query('delete from rate_limits', []);
      const answer = await server.send(
        requiredFactor.set,
        { params: { workspaceId }, body: { days } },
        { as: 'owner' },
      );
      const may = days === null || days === required || of('owner').hasFactor;
      expect(answer.status).toBe(may ? 200 : 403);
      if (!may || days === required) return;
      required = days;
      for (const person of known.values()) begin(person);
    },
    'set up': async (name) => {
      const person = of(name);
      if (person.hasFactor) return;
      person.codes = (await setUpFactor(server, name)).codes;
      person.hasFactor = true;
    },
    remove: async (name) => {
      const person = of(name);
      if (!person.hasFactor) return;
      await server.call(secondFactor.remove, { body: { password, code: person.codes.pop() ?? '' } }, { as: name });
      person.hasFactor = false;
    },
    'remove by hand': async (name) => {
      await query('delete from second_factors where account_id = $1', [ids[name]]);
      of(name).hasFactor = false;
    },
    join: async (name) => {
      const person = of(name);
      if (person.isMember) return;
      await addMember(query, { workspaceId, accountId: ids[name], role: 'admin', now: server.clock.now() });
      person.isMember = true;
      begin(person);
    },
    leave: async (name) => {
      const person = of(name);
      if (name === 'owner' || !person.isMember) return;
      await server.call(members.remove, { params: { workspaceId }, body: { member_id: ids[name] } }, { as: 'owner' });
      person.isMember = false;
      begin(person);
    },
    wait: async () => {
      const days = 1 + dice.below(4);
      server.clock.advance(days * 24 * 60 * 60);
      now += days;
    },
  };

  const keyOf = ({ browser: { cookies } }: Person) => {
    const { database, ...deps } = server.app.deps;
    const text = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return answersKeyOf(text, { ...deps, query: database.query });
  };

  async function compare() {
    for (const [name, person] of known) {
      const at = `${log.join(', ')}: ${name}`;
      const answer = await callIn(person.browser, workspaces.getSubscription, { params: { workspaceId } });
      // A member may not read it, which is refused after this.
      const found = answer.status === 200 || answer.body.error === 'forbidden' ? 'open' : answer.body.error;
      expect(found, at).toBe(isOpen(person) ? 'open' : person.isMember ? 'second_factor_required' : 'not_found');
      const { body } = await callIn(person.browser, secondFactor.get);
      expect([body.is_on, body.required_by.map(({ is_due }) => is_due)], at).toEqual([
        person.hasFactor,
        person.dueAt === undefined ? [] : [now >= person.dueAt],
      ]);
      const text = await keyOf(person);
      // What was stored on the device while it was open cannot be read once it is not.
      if (person.key && person.key.of !== String(isOpen(person))) expect(text, at).not.toBe(person.key.text);
      person.key = { text, of: String(isOpen(person)) };
    }
    if (required === null) return;
    const { accounts } = await server.call(
      members.list,
      { params: { workspaceId }, query: { limit: 10 } },
      { as: 'owner' },
    );
    expect(accounts.filter((one) => one.lacks_second_factor).map(({ email }) => email)).toEqual(
      accounts
        .map(({ email }) => email)
        .filter((email) => people.some((name) => emailOf(name) === email && !of(name).hasFactor)),
    );
  }

  return {
    /** Mostly with an owner who may require a factor. */
    begin: async () => {
      if (dice.percent(80)) await steps['set up']?.('owner');
      await compare();
    },
    step: async () => {
      const [name, person] = [dice.oneOf([...Object.keys(steps), 'require', 'set up']), dice.oneOf(people)];
      log.push(`${name} ${person}`);
      await steps[name]?.(person);
      await compare();
    },
  };
}
