import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, etagOf, isUnchanged } from '../../core/files/compressed-file.ts';

/** A document in the forms in which it is sent: compressed when it is first requested so. */
export interface Document {
  hash: string;
  headers: Record<string, string>;
  forms: Record<ReturnType<typeof acceptedEncoding>, () => Promise<Buffer>>;
}

/** Makes a document of a text. */
export function createDocument(text: string, headers: Record<string, string>): Document {
  const body = Buffer.from(text);
  return {
    headers,
    hash: createHash('sha256').update(body).digest('base64url'),
    forms: {
      identity: async () => body,
      gzip: once(() => promisify(gzip)(body)),
      br: once(() => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })),
    },
  };
}

/** Sends a document, compressed if accepted; 304 if the client already has it. */
export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { hash, headers, forms }: Document,
): Promise<FastifyReply> {
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  // With credentials, browsers would ignore the wildcard of CORS.
  if (headers['access-control-allow-origin']) reply.removeHeader('access-control-allow-credentials');
  reply.headers({
    ...headers,
    etag: etagOf(hash, encoding),
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding, Origin',
  });
  if (isUnchanged(request.headers['if-none-match'], hash)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(await forms[encoding]());
}

/** Calls a function when its result is first needed, and again after it failed. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
