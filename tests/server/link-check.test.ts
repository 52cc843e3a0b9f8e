import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { registration } from '@quartermaster/contract/endpoints/people/registration.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { allSent } from '../support/mailbox.ts';
import { linkFor } from '../support/mailed-links.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { password } from '../support/server-studio.ts';

const hour = 60 * 60;
const newcomer = 'new@studio.test';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => allSent(server.app));

const kinds = [
  {
    kind: 'a registration',
    look: registration.checkLink,
    use: registration.confirm,
    other: accounts.checkResetLink,
    link: () =>
      linkFor(server, {
        purpose: 'registration',
        subject: newcomer,
        data: { name: 'New', email: newcomer },
      }),
  },
  {
    kind: 'a reset of the password',
    look: accounts.checkResetLink,
    use: accounts.resetPassword,
    other: registration.checkLink,
    link: () => linkFor(server, { purpose: 'password-reset', subject: String(server.studio.accounts.owner) }),
  },
];

describe.each(kinds)('the link of $kind', ({ look, use, other, link }) => {
  const ask = async (hash: string, endpoint = look) => {
    const { status, body } = await server.send(endpoint, { body: { hash } });
    return [status, (body as { error?: string }).error];
  };

  test('is valid however often it is checked, and then still works', async () => {
    const hash = await link();
    for (let time = 0; time < 3; time++)
      expect(await server.call(look, { body: { hash } })).toMatchObject({ ok: true });
    expect(await server.call(use, { body: { hash, password } })).toEqual({ ok: true });
  });

  test('is reported as wrong, used or expired', async () => {
    const hash = await link();
    expect(await ask('nonsense')).toEqual([404, 'link_wrong']);
    expect(await ask(hash, other)).toEqual([404, 'link_wrong']);
    await server.call(use, { body: { hash, password } });
    expect(await ask(hash)).toEqual([410, 'link_used']);
    const late = await link();
    server.clock.advance(25 * hour);
    expect(await ask(late)).toEqual([410, 'link_expired']);
  });

  test('can be checked 60 times an hour', async () => {
    const hash = await link();
    await ask(hash);
    await server.app.deps.database.query("update rate_limits set count = 60 where key like 'link:account:%'", []);
    expect(await ask(hash)).toEqual([429, 'rate_limit']);
    expect(await ask(await link())).toEqual([200, undefined]);
    server.clock.advance(hour / 2);
    expect(await ask(hash)).toEqual([429, 'rate_limit']);
  });

  test('counts towards the 300 checks per hour of a network, valid or not', async () => {
    await ask('nonsense');
    await server.app.deps.database.query("update rate_limits set count = 300 where key like 'link:address:%'", []);
    expect(await ask('other nonsense')).toEqual([429, 'rate_limit']);
    expect(await ask(await link())).toEqual([429, 'rate_limit']);
    server.clock.advance(hour + 1);
    expect(await ask('other nonsense')).toEqual([404, 'link_wrong']);
  });
});
