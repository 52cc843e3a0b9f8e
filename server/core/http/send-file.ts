import { finished, Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../base/errors.ts';
import { acceptedEncoding, encodedKey, etagOf, isUnchanged } from '../files/compressed-file.ts';
import type { Files } from '../files/files.ts';
import { recentFiles } from '../files/recent-files.ts';
import { readRange } from './byte-range.ts';
import { type Raw, raw } from './raw-answer.ts';

/** Larger contents are sent as streams, as others would count as the memory of a client that reads them slowly. */
const small = 64 * 1024;

/** A file of the store to be sent. */
export interface SentFile {
  key: string;
  /** A hash of its content, or of something that identifies the content; used as ETag. */
  hash: string;
  contentType: string;
  /** Whether compressed variants are stored with it. */
  isCompressed: boolean;
  /** Its uncompressed size, if known without a call to the store. */
  bytes?: number;
  /** Whether many are likely to request it, so that it is held in memory. */
  isFrequent?: boolean;
}

/**
 * Sends a file of the store, whole or in part, compressed if accepted; headers only for HEAD, 304 if the client already
 * has it.
 */
export async function sendFile(
  files: Files,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { key, hash, contentType, isCompressed, bytes, isFrequent = false }: SentFile,
): Promise<Raw> {
  const { headers } = request;
  const encoding = isCompressed ? acceptedEncoding(headers['accept-encoding']) : 'identity';
  const etag = etagOf(hash, encoding);
  reply.headers({ etag, 'accept-ranges': 'bytes', ...(encoding !== 'identity' && { 'content-encoding': encoding }) });
  if (isUnchanged(headers['if-none-match'], hash)) return { raw: reply.code(304).send() };
  const encoded = encodedKey(key, encoding);
  const isHead = request.method === 'HEAD';
  const range = isHead || !holds(headers['if-range'], etag) ? undefined : headers.range;
  const isWhole = !isHead && range === undefined;
  const known = isWhole && encoding === 'identity' ? bytes : undefined;
  const size =
    isWhole && isFrequent ? await recentFiles(files)(encoded, known) : (known ?? (await files.size(encoded)));
  if (typeof size !== 'number') {
    const { content, release } = size;
    finished(reply.raw, release);
    reply.header('content-length', content.length);
    return raw(reply, content.length > small ? Readable.from([content]) : content, contentType);
  }
  const part = readRange(range, size);
  if (part === 'beyond') {
    reply.header('content-range', `bytes */${size}`);
    throw new AppError('range');
  }
  if (isHead) return { raw: reply.type(contentType).header('content-length', size).send() };
  const stream = await files.get(encoded, part);
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`);
  reply.header('content-length', part ? part.end - part.start + 1 : size);
  return raw(reply, stream, contentType);
}

/**
 * True if `If-Range` names this exact representation. A date never matches, because no response has `Last-Modified`.
 */
const holds = (ifRange: string | string[] | undefined, etag: string): boolean =>
  ifRange === undefined || ifRange === etag;
