import { createHash } from 'node:crypto';
import { delivery } from '@quartermaster/contract/delivery.ts';
import { deliveryShapes } from '@quartermaster/contract/shapes/delivery.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../core/deps.ts';
import { AppError } from '../../core/errors.ts';
import {
  acceptedEncoding,
  compressBytes,
  type Encoding,
  encodedKey,
  etagOf,
  isUnchanged,
} from '../../core/files/compressed-file.ts';
import { raw, route } from '../../core/http/route.ts';
import { findLastFile, getLastExport, listFiles } from './repository.ts';

const json = 'application/json; charset=utf-8';

export const deliveryRoutes = (app: App): void => {
  const { database, files } = app.deps;

  route(app, delivery.manifest, deliveryShapes.manifest, async ({ caller, request, reply }) => {
    const report = await getLastExport(database.query, caller.instanceId);
    if (!report) throw new AppError('not_found', { message: 'Nothing has been exported from this instance yet.' });
    const manifest = JSON.stringify({
      instance_id: caller.instanceId,
      report_id: report.id,
      created_at: report.created_at.toISOString(),
      files: (await listFiles(database.query, report.id)).map(({ template_id, sha256, bytes }) => ({
        file: `${template_id}.json`,
        sha256,
        bytes,
      })),
    });
    const sha256 = createHash('sha256').update(manifest).digest('hex');
    const encoding = describe(request, reply, sha256);
    if (isUnchanged(request.headers['if-none-match'], sha256)) return { raw: reply.code(304).send() };
    return raw(reply, await compressBytes(Buffer.from(manifest), encoding), json);
  });

  route(app, delivery.file, deliveryShapes.file, async ({ caller, params, request, reply }) => {
    const found = await findLastFile(database.query, caller.instanceId, params.file.replace(/\.json$/, ''));
    if (!found) throw new AppError('not_found', { message: 'The last export of this instance has no such file.' });
    const encoding = describe(request, reply, found.sha256);
    if (isUnchanged(request.headers['if-none-match'], found.sha256)) return { raw: reply.code(304).send() };
    if (encoding === 'identity') reply.header('content-length', found.bytes);
    return raw(reply, await files.get(encodedKey(found.file, encoding)), json);
  });
};

/** Sets what caches go by: each encoding of a content has a tag of its own, and none is used without asking. */
function describe({ headers }: FastifyRequest, reply: FastifyReply, sha256: string): Encoding {
  const encoding = acceptedEncoding(headers['accept-encoding']);
  reply.headers({
    etag: etagOf(sha256, encoding),
    'cache-control': 'private, no-cache',
    vary: 'accept-encoding, authorization',
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  });
  return encoding;
}
