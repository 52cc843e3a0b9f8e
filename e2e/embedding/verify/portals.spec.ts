import { writeFile } from 'node:fs/promises';
import { readOptions } from '../../../verify-embed/options.ts';
import { verify } from '../../../verify-embed/verify.ts';
import { signedInState } from '../../support/people.ts';
import { shows } from '../../support/shows.ts';
import { consoleUrl, expect, test } from '../../support/test.ts';
import { portals } from './portals/portals.ts';
import { startPortals } from './portals/server.ts';

// The command's own contexts would get the session of the tests, and its pages are already closed when a test fails.
test.use({ as: null, screenshot: 'off' });

for (const name of ['worker-with-cache-of-other-origin', 'worker-that-passes-on', 'page-without-scripts']) {
  test(`verify-embed says what is wrong with the portal "${name}"`, async ({ browser }, info) => {
    shows('5.parts.verify-origins');
    const { addresses, close } = await startPortals(consoleUrl);
    const state = info.outputPath('state.json');
    const session = await signedInState({ url: consoleUrl, devHostUrl: addresses.host }, 'owner');
    await writeFile(state, JSON.stringify(session));
    const options = readOptions([`${addresses.host}/${name}/content`, '--only', 'portal', '--storage-state', state]);
    if (!options) throw new Error('There are no options.');
    const { results } = await verify(browser, options);
    close();
    const sentence = portals(addresses)[name]?.sentence;
    expect(results.flatMap(({ problems }) => problems)).toEqual(sentence ? [sentence] : []);
  });
}
