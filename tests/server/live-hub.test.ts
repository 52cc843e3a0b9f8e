import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLiveHub } from '../../server/modules/live/live-hub.ts';
import { shows } from '../specification/shows.ts';
import { startTestServer } from '../support/server.ts';

test('the hub is woken by each reader who comes, although nothing else happens', async () => {
  shows('5.live.third-reader');
  const {
    app: { deps },
    studio,
  } = await startTestServer();
  const issuedAt = Math.floor(deps.clock.now().getTime() / 1000);
  const session = { accountId: studio.accounts.owner, issuedAt, signIn: '', via: '' };
  // No beats, and no news: neither wakes it in place of a reader.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const news = { ...deps.news, follow: () => () => {}, whenListening: async () => {} };
  const hub = createLiveHub({ ...deps, news });
  onTestFinished(() => hub.close());
  for (const who of ['first', 'second', 'third', 'fourth']) {
    const reader = hub.open({ session, instanceIds: [studio.dev], after: undefined });
    const [sent] = (await once(reader.stream, 'data')) as [Buffer];
    expect([who, sent.toString()]).toEqual([who, expect.stringContaining('"hello"')]);
  }
});
