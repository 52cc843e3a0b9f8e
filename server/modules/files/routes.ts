import { files } from '@quartermaster/contract/files.ts';
import { fileShapes } from '@quartermaster/contract/shapes/files.ts';
import type { App } from '../../core/deps.ts';
import { AppError } from '../../core/errors.ts';
import { acceptedEncoding, encodedKey } from '../../core/files/compressed-file.ts';
import { asAttachment } from '../../core/files/files.ts';
import { checkSignedFile } from '../../core/files/signed-file.ts';
import { raw, route } from '../../core/http/route.ts';

export const fileRoutes = (app: App): void => {
  const { files: store, secrets, clock } = app.deps;

  route(app, files.download, fileShapes.download, async ({ params, query, request, reply }) => {
    // Whoever holds the address may read the file from any page; credentials would add nothing and are not looked at.
    reply.header('access-control-allow-origin', '*').removeHeader('access-control-allow-credentials');
    const state = checkSignedFile({ sign: secrets.sign, now: clock.now }, { ...query, fileName: params.fileName });
    if (state === 'forged') throw new AppError('forbidden', { message: 'This link is not valid.' });
    if (state === 'expired') throw new AppError('forbidden', { message: 'This link has expired. Ask for a new one.' });
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    const file = await store.get(encodedKey(query.key, encoding));
    reply.headers({
      vary: 'accept-encoding',
      'content-disposition': asAttachment(params.fileName),
      'cross-origin-resource-policy': 'cross-origin',
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    });
    return raw(reply, file, 'application/json; charset=utf-8');
  });
};
