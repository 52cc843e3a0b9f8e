import { delivery } from '@quartermaster/contract/endpoints/delivery.ts';
import { deliveryShapes } from '@quartermaster/contract/shapes/delivery.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../core/app/deps.ts';
import { route } from '../../core/app/route.ts';
import { json } from '../../core/http/raw-answer.ts';
import { sendFile } from '../../core/http/send-file.ts';
import { openContent, openManifest } from './delivery-service.ts';
import type { ServedFile } from './repository.ts';

/** For content that has its own address, which never changes. */
const forever = 'private, max-age=31536000, immutable';

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

export const buildDeliveryRoutes = (app: App): void => {
  const { deps } = app;

  const send = ({ request, reply }: Exchange, { file: key, sha256: hash, bytes }: ServedFile) => {
    reply.headers({ 'cache-control': forever, vary: 'accept-encoding, authorization' });
    return sendFile(deps.files, { request, reply }, { key, hash, bytes, contentType: json, isCompressed: true });
  };

  route(app, delivery.build, deliveryShapes.build, async ({ caller, params, ...exchange }) =>
    send(exchange, await openManifest(deps, caller.instanceId, params.buildId)),
  );

  route(app, delivery.content, deliveryShapes.content, async ({ caller, params, request, reply }) => {
    const found = await openContent(deps, caller, params.sha256);
    if (!('image' in found)) return send({ request, reply }, found);
    const { image, sha256: hash, bytes, contentType } = found;
    reply.headers({ 'cache-control': forever, vary: 'authorization' });
    return sendFile(deps.files, { request, reply }, { key: image, hash, bytes, contentType, isCompressed: false });
  });
};
