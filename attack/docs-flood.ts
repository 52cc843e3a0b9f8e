import type { Attack } from './support/attack.ts';
import { together } from './support/together.ts';

const [calls, atOnce] = [4000, 40];
const paths = ['/docs', '/openapi.json', '/docs/quick-start', '/plugin/quartermaster.js'];

/** A stranger reads the API reference and the plugin on many connections. */
export const docsFlood: Attack = {
  says: `${calls} reads of the API reference and the plugin, ${atOnce} at once`,
  on: ['embedded', 'postgres'],
  run: async ({ origins }) => {
    const problems = new Set<string>();
    await together(calls, atOnce, async (index) => {
      const response = await fetch(`${origins[0]}${paths[index % paths.length]}`);
      await response.arrayBuffer();
      const { status, headers } = response;
      if (status !== 200 && status !== 429) problems.add(`${paths[index % paths.length]} answered ${status}.`);
      if (status === 429 && !headers.has('retry-after')) problems.add('A 429 came without Retry-After.');
    });
    return [...problems];
  },
};
