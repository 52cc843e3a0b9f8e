import type { SmallImageSize } from '@quartermaster/contract/content/image-limits.ts';
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
import { createSmallImages } from './small-images.ts';

interface ImageRequest {
  caller: { instanceId: number; projectId: number };
  params: { imagePath: string };
  query: { size?: SmallImageSize } | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}

export const imageRoutes = (app: App): void => {
  const { database, files } = app.deps;
  const smallImage = createSmallImages(app.deps);

  const sendImage = async ({ caller, params: { imagePath }, query, request, reply }: ImageRequest) => {
    const image = await getImage(database.query, caller.instanceId, imagePath);
    if (!image) throw new AppError('not_found');
    const [hash = ''] = imagePath.split('.');
    const size = query?.size;
    const small = size && (await smallImage(caller.projectId, imagePath, size));
    reply.headers({
      // An original that stands in for its small variant is replaced by it later.
      'cache-control': size && !small ? 'private, max-age=60' : 'private, max-age=31536000, immutable',
      // Opened directly, the URL shows a picture that cannot run scripts.
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    });
    return sendFile(
      files,
      { request, reply },
      small
        ? { ...small, hash: `${hash}-${size}`, contentType: 'image/webp', isCompressed: false }
        : {
            key: imageKey(caller.projectId, imagePath),
            hash,
            contentType: imageContentType(imagePath),
            isCompressed: false,
            bytes: image.bytes,
          },
    );
  };

  route(app, instances.getImage, instanceShapes.getImage, sendImage);
  route(app, delivery.image, deliveryShapes.image, sendImage);
};
