import { feedback } from '@quartermaster/contract/endpoints/feedback.ts';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import type { Attack } from './support/attack.ts';
import { comes } from './support/client.ts';
import { together } from './support/together.ts';

const [calls, timeout] = [1000, 10_000];

/** One account floods the feedback, and another waits for a mail. */
export const feedbackFlood: Attack = {
  says: `${calls} calls of feedback, and a password reset behind them`,
  on: ['embedded', 'postgres'],
  surroundings: async () => ({ env: { FEEDBACK_EMAIL: 'feedback@quartermaster.test' }, close: async () => {} }),
  run: async ({ free, origins }) => {
    const problems = new Set<string>();
    await together(calls, 16, async (index) => {
      const { status, retryAfter } = await free.ask(feedback.send, { body: { message: `Message ${index}` } });
      if (status !== 200 && status !== 429) problems.add(`Feedback answered ${status}.`);
      if (status === 429 && retryAfter === null) problems.add('A 429 came without Retry-After.');
    });
    const since = performance.now();
    const reset = await free.ask(accounts.requestPasswordReset, { body: { email: 'owner@quartermaster.test' } });
    if (reset.status !== 200) problems.add(`The reset answered ${reset.status}.`);
    const mails = async () => (await fetch(`${origins[0]}/dev/outbox`)).text();
    if (!(await comes(async () => (await mails()).includes('owner@quartermaster.test'), 180_000)))
      problems.add('The mail did not arrive within three minutes.');
    const took = performance.now() - since;
    if (took > timeout) problems.add(`The mail arrived after ${Math.round(took / 1000)} s.`);
    return [...problems];
  },
};
