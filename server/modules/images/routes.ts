import { delivery } from '@quartermaster/contract/endpoints/delivery.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { deliveryShapes } from '@quartermaster/contract/shapes/delivery.ts';
import { instanceShapes } from '@quartermaster/contract/shapes/instances.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../core/app/deps.ts';
import { route } from '../../core/app/route.ts';
import { AppError } from '../../core/base/errors.ts';
import { imageContentType, imageKey } from '../../core/files/image-key.ts';
import { sendFile } from '../../core/http/send-file.ts';
import { getImage } from './repository.ts';

interface ImageRequest {
  caller: { instanceId: number; projectId: number };
  params: { imagePath: string };
  request: FastifyRequest;
  reply: FastifyReply;
}

export const imageRoutes = (app: App): void => {
  const { database, files } = app.deps;

  const sendImage = async ({ caller, params: { imagePath }, request, reply }: ImageRequest) => {
    const image = await getImage(database.query, caller.instanceId, imagePath);
    if (!image) throw new AppError('not_found');
    const [hash = ''] = imagePath.split('.');
    reply.headers({
      'cache-control': 'private, max-age=31536000, immutable',
      // Opened directly, the URL shows a picture that cannot run scripts.
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    });
    const key = imageKey(caller.projectId, imagePath);
    const contentType = imageContentType(imagePath);
    return sendFile(files, { request, reply }, { key, hash, contentType, isCompressed: false, bytes: image.bytes });
  };

  route(app, instances.getImage, instanceShapes.getImage, sendImage);
  route(app, delivery.image, deliveryShapes.image, sendImage);
};
