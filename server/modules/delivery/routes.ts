import { createHash } from 'node:crypto';
import { delivery } from '@quartermaster/contract/endpoints/delivery.ts';
import { deliveryShapes } from '@quartermaster/contract/shapes/delivery.ts';
import type { App } from '../../core/app/deps.ts';
import { route } from '../../core/app/route.ts';
import { AppError } from '../../core/base/errors.ts';
import { etagOf, isUnchanged } from '../../core/files/compressed-file.ts';
import { exportedFileName, readExportedFileName } from '../../core/files/exported-file-name.ts';
import { raw } from '../../core/http/raw-answer.ts';
import { sendFile } from '../../core/http/send-file.ts';
import { findLastFile, getLastExport, type LastExport, listFiles } from './repository.ts';

const contentType = 'application/json; charset=utf-8';
const caching = { 'cache-control': 'private, no-cache', vary: 'accept-encoding, authorization' };

const nothingExported = () =>
  new AppError('not_found', { message: 'Nothing has been exported from this instance yet.' });

export const deliveryRoutes = (app: App): void => {
  const { database, files } = app.deps;

  route(app, delivery.manifest, deliveryShapes.manifest, async ({ caller, request, reply }) => {
    const report = await getLastExport(database.query, caller.instanceId);
    if (!report) throw nothingExported();
    reply.headers(caching);
    const { manifest: key, manifest_sha256: hash, manifest_bytes: bytes } = report;
    if (key !== null && hash !== null && bytes !== null)
      return sendFile(files, { request, reply }, { key, hash, bytes, contentType, isCompressed: true });
    const manifest = await writeFormerManifest(caller.instanceId, report);
    const sha256 = createHash('sha256').update(manifest).digest('hex');
    reply.header('etag', etagOf(sha256, 'identity'));
    if (isUnchanged(request.headers['if-none-match'], sha256)) return { raw: reply.code(304).send() };
    return raw(reply, manifest, contentType);
  });

  route(app, delivery.file, deliveryShapes.file, async ({ caller, params, request, reply }) => {
    const found = await findLastFile(database.query, caller.instanceId, readExportedFileName(params.file));
    if (!found && !(await getLastExport(database.query, caller.instanceId))) throw nothingExported();
    if (!found) throw new AppError('not_found', { message: 'The last export of this instance has no such file.' });
    reply.headers(caching);
    const { file: key, sha256: hash, bytes } = found;
    return sendFile(files, { request, reply }, { key, hash, bytes, contentType, isCompressed: true });
  });

  /** For an export completed before manifests, with images, were stored. */
  const writeFormerManifest = async (instanceId: number, { id, created_at }: LastExport): Promise<string> => {
    const listed = await listFiles(database.query, id);
    return JSON.stringify({
      instance_id: instanceId,
      report_id: id,
      created_at: created_at.toISOString(),
      files: listed.map(({ sha256, bytes, ...file }) => ({ file: exportedFileName(file), sha256, bytes })),
    });
  };
};
