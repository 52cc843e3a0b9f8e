import { live } from '@quartermaster/contract/endpoints/live.ts';
import { eventHeader } from '@quartermaster/contract/read-position.ts';
import { liveShapes } from '@quartermaster/contract/shapes/live.ts';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import { accountOf } from '../../core/base/actor.ts';
import { addConnection } from '../../core/http/connection-limits.ts';
import { createFloodLimit } from '../../core/http/flood-limit.ts';
import { raw } from '../../core/http/raw-answer.ts';
import { parseAnnouncement } from './announced.ts';
import { createLiveHub } from './live-hub.ts';
import { readShowsPresence, writeShowsPresence } from './presence-repository.ts';
import { createStreamSlots } from './stream-slots.ts';

/** What the consoles of an account tell of it, at most: each at most once a second while its user types. */
const mostAnnounced = { calls: 240, seconds: 60 };

export const liveRoutes = (app: App): void => {
  const hub = createLiveHub(app.deps);
  const slots = createStreamSlots();
  app.addHook('onRequest', ({ routeOptions: { config } }, reply, done) => {
    const position = config.safe && config.access?.scope === 'instance' ? hub.position() : undefined;
    if (position !== undefined) reply.header(eventHeader, String(position));
    done();
  });
  app.addHook('preClose', (done) => {
    hub.close();
    done();
  });
  app.addHook('onClose', () => app.deps.news.close());

  route(app, live.follow, liveShapes.follow, ({ caller, query: { instances = '', after }, request, reply }) => {
    // It may have been closed while access was checked.
    hub.requireOpen();
    const releaseSlot = slots.acquire({ accountId: caller.accountId, ip: request.ip });
    const removeConnection = addConnection(app);
    const { accountId, issuedAt, signIn, via } = caller;
    const instanceIds = [...new Set(instances === '' ? [] : instances.split(',').map(Number))];
    const { stream } = hub.open({
      session: { accountId, issuedAt, signIn, via },
      instanceIds,
      after: after ?? lastIdOf(request),
    });
    stream.once('close', () => {
      releaseSlot();
      removeConnection();
    });
    // A proxy that gathers or compresses it would hold it back.
    reply.headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' });
    return raw(reply, stream, 'text/event-stream; charset=utf-8');
  });

  const countAnnounced = createFloodLimit(mostAnnounced);
  route(app, live.announce, liveShapes.announce, ({ params, body, caller }) => {
    const accountId = accountOf(caller.actor) ?? 0;
    countAnnounced(`account ${accountId}`);
    hub.announce(parseAnnouncement(body, { accountId, instanceId: params.instanceId, grants: caller.grants }));
    return done;
  });

  route(app, live.getPresence, liveShapes.getPresence, async ({ caller, deps }) => ({
    is_shown: await readShowsPresence(deps.database.query, caller.accountId),
  }));

  route(app, live.setPresence, liveShapes.setPresence, async ({ caller, body, deps }) => {
    await writeShowsPresence(deps.database.query, caller.accountId, body.is_shown);
    hub.spread({ account: caller.accountId });
    return done;
  });
};

/** What a browser's own reader of such streams sends when it opens one again. */
function lastIdOf({ headers }: FastifyRequest): number | undefined {
  const id = headers['last-event-id'];
  return typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}
