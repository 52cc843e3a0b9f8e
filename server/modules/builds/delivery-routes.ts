import { delivery } from '@quartermaster/contract/endpoints/delivery.ts';
import { deliveryShapes } from '@quartermaster/contract/shapes/delivery.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../core/app/deps.ts';
import { route } from '../../core/app/route.ts';
import { json } from '../../core/http/raw-answer.ts';
import { type SentFile, sendFile } from '../../core/http/send-file.ts';
import type { TokenCaller } from '../../core/session/access.ts';
import { openChannel, openContent, openManifest } from './delivery-service.ts';
import type { ServedFile } from './repository.ts';

/** The type of deltas. */
const zstd = 'application/zstd';
/** The type of generated types in a programming language. */
const source = 'text/plain; charset=utf-8';

/** How long an answer may be stored: for ever at an address whose content never changes, shortly at that of a channel. */
type Age = 'forever' | 'shortly';

/** By whether anyone may read it: then a CDN stores it for all, for at most 12 seconds if it can change. */
const caching = {
  open: { forever: 'public, max-age=31536000, immutable', shortly: 'public, max-age=2, stale-while-revalidate=10' },
  guarded: { forever: 'private, max-age=31536000, immutable', shortly: 'private, no-cache' },
} as const;

interface Exchange {
  caller: TokenCaller;
  request: FastifyRequest;
  reply: FastifyReply;
}

export const buildDeliveryRoutes = (app: App): void => {
  const { deps } = app;

  const send = ({ caller, request, reply }: Exchange, age: Age, file: SentFile) => {
    const { isPublic = false } = caller;
    reply.headers({
      'cache-control': caching[isPublic ? 'open' : 'guarded'][age],
      vary: isPublic ? 'accept-encoding' : 'accept-encoding, authorization',
    });
    // Games on the web read it from any page; credentials are neither needed nor checked.
    if (isPublic)
      reply
        .headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
        .removeHeader('access-control-allow-credentials');
    return sendFile(deps.files, { request, reply }, file);
  };

  const fileOf = ({ file: key, sha256: hash, bytes }: ServedFile): SentFile => ({
    key,
    hash,
    bytes,
    contentType: json,
    isCompressed: true,
    isFrequent: true,
  });

  route(app, delivery.channel, deliveryShapes.channel, async ({ params, query, ...exchange }) =>
    send(exchange, 'shortly', fileOf(await openChannel(deps, { ...params, ...query }))),
  );

  route(app, delivery.build, deliveryShapes.build, async ({ params, ...exchange }) =>
    send(exchange, 'forever', fileOf(await openManifest(deps, params.instanceId, params.buildId))),
  );

  route(app, delivery.content, deliveryShapes.content, async ({ params, ...exchange }) => {
    const found = await openContent(deps, exchange.caller, params.sha256);
    if ('path' in found) {
      const file = fileOf(found);
      if (found.path.startsWith('deltas/'))
        return send(exchange, 'forever', { ...file, contentType: zstd, isCompressed: false });
      const isSource = found.path.startsWith('types/') && !found.path.endsWith('.json');
      return send(exchange, 'forever', isSource ? { ...file, contentType: source } : file);
    }
    const { image: key, sha256: hash, bytes, contentType } = found;
    return send(exchange, 'forever', { key, hash, bytes, contentType, isCompressed: false });
  });
};
