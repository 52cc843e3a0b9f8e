import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import type { Attack } from './support/attack.ts';
import { Client, comes } from './support/client.ts';
import { together } from './support/together.ts';

const [calls, atOnce] = [1500, 300];

/** Wrong passwords for many accounts from many networks, each of which costs a hash. */
export const signInFlood: Attack = {
  says: `${calls} sign-ins with wrong passwords from as many networks, ${atOnce} at once`,
  on: ['embedded', 'postgres'],
  surroundings: async () => ({ env: { TRUST_PROXY: '1' }, close: async () => {} }),
  run: async ({ origins: [origin = ''] }) => {
    const problems = new Set<string>();
    await together(calls, atOnce, async (index) => {
      const response = await fetch(`${origin}/v1${accounts.login.path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-csrf-protection': '1',
          'x-forwarded-for': `198.${18 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`,
        },
        body: JSON.stringify({ email: `nobody-${index}@quartermaster.test`, password: 'Wrong password 1' }),
      });
      await response.arrayBuffer();
      const { status, headers } = response;
      if (![401, 422, 429, 503].includes(status)) problems.add(`A sign-in answered ${status}.`);
      if ((status === 429 || status === 503) && !headers.has('retry-after'))
        problems.add(`A ${status} came without Retry-After.`);
    });
    const signedIn = await comes(
      () =>
        Client.signIn(origin, 'member').then(
          () => true,
          () => false,
        ),
      10_000,
    );
    if (!signedIn) problems.add('Nobody could sign in within 10 s after the flood.');
    return [...problems];
  },
};
