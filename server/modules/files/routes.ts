import { createHash } from 'node:crypto';
import { files } from '@quartermaster/contract/endpoints/files.ts';
import { fileShapes } from '@quartermaster/contract/shapes/files.ts';
import type { App } from '../../core/app/deps.ts';
import { route } from '../../core/app/route.ts';
import { AppError } from '../../core/base/errors.ts';
import { asAttachment } from '../../core/files/files.ts';
import { checkSignedFile } from '../../core/files/signed-file.ts';
import { sendFile } from '../../core/http/send-file.ts';

export const fileRoutes = (app: App): void => {
  const { files: store, secrets, clock } = app.deps;

  route(app, files.download, fileShapes.download, async ({ params, query: { key, ...query }, request, reply }) => {
    // Anyone with the signed URL can read the file from any page; credentials are not needed and not checked.
    reply.header('access-control-allow-origin', '*').removeHeader('access-control-allow-credentials');
    const state = checkSignedFile({ sign: secrets.sign, now: clock.now }, { key, ...query, fileName: params.fileName });
    if (state === 'forged') throw new AppError('forbidden', { message: 'This link is not valid.' });
    if (state === 'expired') throw new AppError('forbidden', { message: 'This link has expired. Request a new one.' });
    reply.headers({
      'cache-control': 'private, no-cache',
      vary: 'accept-encoding',
      'content-disposition': asAttachment(params.fileName),
      'cross-origin-resource-policy': 'cross-origin',
    });
    // Each attempt of an export writes to a new key, and never twice: the key identifies the content.
    const hash = createHash('sha256').update(key).digest('hex');
    const contentType = 'application/json; charset=utf-8';
    return sendFile(store, { request, reply }, { key, hash, contentType, isCompressed: true });
  });
};
