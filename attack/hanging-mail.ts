import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import type { Attack } from './support/attack.ts';
import { startTcpProxy } from './support/tcp-proxy.ts';
import { together } from './support/together.ts';

const [resets, timeout] = [20, 15_000];

/** A mail server that accepts connections and does not answer. */
export const hangingMail: Attack = {
  says: `the mail server does not answer while ${resets} mails wait, and the server is shut down`,
  on: ['embedded', 'postgres'],
  surroundings: async () => {
    const silent = await startTcpProxy();
    return { env: { SMTP_URL: `smtp://127.0.0.1:${silent.port}` }, close: silent.close };
  },
  run: async ({ free, stop }) => {
    const problems = new Set<string>();
    await together(resets, 4, async (index) => {
      const email = index % 2 ? 'owner@quartermaster.test' : 'admin@quartermaster.test';
      const { status, took } = await free.ask(accounts.requestPasswordReset, { body: { email } });
      if (status !== 200 && status !== 429) problems.add(`A reset answered ${status}.`);
      if (took > 5000) problems.add(`A reset answered after ${Math.round(took)} ms.`);
    });
    const { code, took } = await stop(0);
    if (code !== 0) problems.add(`The server exited with ${code}.`);
    if (took > timeout) problems.add(`The server took ${Math.round(took / 1000)} s to stop.`);
    return [...problems];
  },
};
