import { instances } from '@quartermaster/contract/instances.ts';
import { instanceShapes } from '@quartermaster/contract/shapes/instances.ts';
import type { App } from '../../core/deps.ts';
import { AppError } from '../../core/errors.ts';
import { isUnchanged } from '../../core/files/compressed-file.ts';
import { imageKey } from '../../core/files/image-key.ts';
import { raw, route } from '../../core/http/route.ts';
import { getImage } from './repository.ts';

const types: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg' };

export const imageRoutes = (app: App): void => {
  const { database, files } = app.deps;

  route(app, instances.getImage, instanceShapes.getImage, async ({ caller, params, request, reply }) => {
    const { imagePath } = params;
    const image = await getImage(database.query, caller.instanceId, imagePath);
    if (!image) throw new AppError('not_found');
    const [sha256 = '', extension = ''] = imagePath.split('.');
    reply.headers({
      etag: `"${sha256}"`,
      'cache-control': 'private, max-age=31536000, immutable',
      // Whoever opens the address itself gets a picture and nothing that can act.
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    });
    if (isUnchanged(request.headers['if-none-match'], sha256)) return { raw: reply.code(304).send() };
    reply.header('content-length', image.bytes);
    return raw(
      reply,
      await files.get(imageKey(caller.projectId, imagePath)),
      types[extension] ?? 'application/octet-stream',
    );
  });
};
