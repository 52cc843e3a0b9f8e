import { writeFile } from 'node:fs/promises';
import { readOptions } from '../../../verify-embed/options.ts';
import { verify } from '../../../verify-embed/verify.ts';
import { signedInState } from '../../support/people.ts';
import { consoleUrl, expect, test } from '../../support/test.ts';
import { portals } from './portals/portals.ts';
import { startPortals } from './portals/server.ts';

// The command's own contexts would get the session of the tests, and its pages are already closed when a test fails.
test.use({ as: null, screenshot: 'off' });

/** The number of portals checked concurrently: most of their time is spent waiting. */
const atOnce = 4;

test('in each of 32 faulty portals the fault is found and named, and only those without a session report a missing sign-in', async ({
  browser,
}, info) => {
  const { addresses, close } = await startPortals(consoleUrl);
  const state = info.outputPath('state.json');
  await writeFile(
    state,
    JSON.stringify(await signedInState({ url: addresses.host, devHostUrl: addresses.host }, 'owner')),
  );
  const planted = Object.fromEntries(Object.entries(portals(addresses)).filter(([, { sentence }]) => sentence !== ''));
  expect(Object.keys(planted)).toHaveLength(32);

  const found: Record<string, { failed: string[]; sentence: string; isAdvised: boolean }> = {};
  const waiting = Object.entries(planted);
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, { sentence, isAlone = false, check = 'portal', passes = [], args = [], asksForSignIn = false }] =
        next;
      const url = `${addresses.host}/${name}/content`;
      const session = asksForSignIn ? [] : ['--storage-state', state];
      const options = readOptions([
        url,
        '--only',
        [check, ...passes].join(),
        '--leave',
        `/${name}/`,
        ...session,
        ...args,
      ]);
      if (!options) throw new Error('There are no options.');
      const { results } = await verify(browser, options);
      const failed = results.filter(({ status }) => status === 'failed');
      const problems = failed.flatMap((result) => result.problems);
      const isAdvised = problems.some((problem) => problem.includes('--storage-state') || problem.includes(state));
      found[name] = {
        failed: failed.map(({ id }) => id),
        sentence: (isAlone ? undefined : problems.find((problem) => problem === sentence)) ?? problems.join('\n'),
        isAdvised,
      };
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  close();
  expect(found).toEqual(
    Object.fromEntries(
      Object.entries(planted).map(([name, { sentence, check = 'page', asksForSignIn = false }]) => [
        name,
        { failed: [check], sentence, isAdvised: asksForSignIn },
      ]),
    ),
  );
});
