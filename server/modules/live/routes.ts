import { live } from '@quartermaster/contract/endpoints/live.ts';
import { eventHeader } from '@quartermaster/contract/read-position.ts';
import { liveShapes } from '@quartermaster/contract/shapes/live.ts';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../core/app/deps.ts';
import { done, route } from '../../core/app/route.ts';
import { accountOf } from '../../core/base/actor.ts';
import { AppError } from '../../core/base/errors.ts';
import { addConnection } from '../../core/http/connection-limits.ts';
import { createFloodLimit } from '../../core/http/flood-limit.ts';
import { networkOf } from '../../core/http/rate-limit.ts';
import { raw } from '../../core/http/raw-answer.ts';
import { parseAnnouncement } from './announced.ts';
import { createLiveHub } from './live-hub.ts';
import { readShowsPresence, writeShowsPresence } from './presence-repository.ts';

/** The streams of one server, of one account and of one network. */
const most = { all: 2000, ofAccount: 20, ofNetwork: 1000 };

/** What the consoles of an account tell of it, at most: each at most once a second while its user types. */
const mostAnnounced = { calls: 240, seconds: 60 };

/** Seconds after which a refused reader may ask again. */
const retryAfterSeconds = 60;

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
    const releaseSlot = slots.acquire([
      { key: `account ${caller.accountId}`, most: most.ofAccount },
      { key: networkOf(request.ip), most: most.ofNetwork },
    ]);
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

/** Limits how many streams are open. */
function createStreamSlots() {
  const taken = new Map<string, number>();
  let all = 0;
  const add = (keys: readonly string[], count: 1 | -1) => {
    all += count;
    for (const key of keys) {
      const left = (taken.get(key) ?? 0) + count;
      if (left > 0) taken.set(key, left);
      else taken.delete(key);
    }
  };
  return {
    /** Acquires a slot under each key, or throws 429 or 503; returns the function that releases it. */
    acquire: (limits: readonly { key: string; most: number }[]): (() => void) => {
      const isFull = all >= most.all;
      if (isFull || limits.some((limit) => (taken.get(limit.key) ?? 0) >= limit.most))
        throw new AppError(isFull ? 'unavailable' : 'rate_limit', {
          message: 'Too many live streams are open. Close some tabs, or poll instead.',
          retryAfter: retryAfterSeconds,
        });
      const keys = limits.map(({ key }) => key);
      add(keys, 1);
      return () => add(keys, -1);
    },
  };
}
