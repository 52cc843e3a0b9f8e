import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type BodyKind,
  isRecordKind,
  mediaTypes,
  type RecordKind,
} from '@quartermaster/contract/endpoints/body-kinds.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../base/errors.ts';
import { type CountedBody, createBodyMemory, tooManyBodies } from './body-memory.ts';
import { ChunkReader } from './chunk-reader.ts';
import { parseForm } from './parse-form.ts';
import { parseJson } from './parse-json.ts';
import { RecordBody } from './records.ts';
import { declaredLength, hasBody, takeContinue } from './unread-body.ts';

/** Bodies up to this size are not counted and are parsed immediately; most are this small. */
const small = 64 * 1024;

/**
 * Reads request bodies of the kinds that the route declares, after the access check. Large bodies count against a budget of
 * `most` bytes: whole ones from their headers until the response, streams of records as far as they are held. Beyond it a
 * request is refused with 503, unless a very slow body can be aborted in its favor. Large bodies are parsed one at a
 * time, yielding to other work in between.
 */
export function readBodies(app: FastifyInstance, most: number): void {
  const memory = createBodyMemory(most);
  let turn: Promise<unknown> = Promise.resolve();

  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!hasBody(request.raw)) return done(null, payload);
    // Closed during the access check: there will be no second close event.
    if (request.raw.destroyed) return done(new AppError('malformed'));
    const declared = declaredLength(request.raw);
    if (declared !== undefined && declared > request.routeOptions.bodyLimit) return done(new AppError('too_large'));
    if (declared === undefined || declared > small) {
      const body = memory.open(request, reply);
      try {
        memory.take(body, kindsOf(request).some(isRecordKind) ? 0 : (declared ?? 0));
      } catch (error) {
        return done(error as Error);
      }
    }
    if (takeContinue(request.raw)) reply.raw.writeContinue();
    done(null, payload);
  });

  const read = (request: FastifyRequest, payload: NodeJS.ReadableStream) => {
    const body = memory.find(request);
    return readAll(request, payload, body, (more) => {
      if (body && body.received > body.used) memory.take(body, more);
    });
  };

  app.addContentTypeParser([...mediaTypes.form], async (request: FastifyRequest, payload: NodeJS.ReadableStream) => {
    refuseOther(request, 'form');
    return parseForm(await read(request, payload));
  });

  const readJson = async (request: FastifyRequest, payload: NodeJS.ReadableStream) => {
    const bytes = await read(request, payload);
    if (kindsOf(request).includes('raw')) return bytes;
    const inexact = request.routeOptions.config.readsDigits ? 'text' : 'refuse';
    if (bytes.length <= small) return parseJson(bytes, inexact);
    const parsed = turn.then(async () => {
      await nextTurn();
      // A client that has disconnected must not use a turn.
      if (request.raw.destroyed && !request.raw.complete) throw new AppError('malformed');
      return parseJson(bytes, inexact);
    });
    turn = parsed.catch(() => {});
    return parsed;
  };

  app.addContentTypeParser([...mediaTypes.json], async (request: FastifyRequest, payload: NodeJS.ReadableStream) => {
    refuseOther(request, 'json', 'raw');
    return readJson(request, payload);
  });

  app.addContentTypeParser([...mediaTypes.scim], async (request: FastifyRequest, payload: NodeJS.ReadableStream) => {
    refuseOther(request, 'scim');
    return readJson(request, payload);
  });

  const ofRecords: readonly RecordKind[] = ['json-lines', 'csv', 'xliff'];
  for (const kind of ofRecords) {
    app.addContentTypeParser([...mediaTypes[kind]], async (request: FastifyRequest, payload: NodeJS.ReadableStream) => {
      refuseOther(request, kind);
      refuseOtherCharset(request);
      const chunks = new ChunkReader(request, payload, { body: memory.find(request), take: memory.take });
      return new RecordBody(kind, chunks);
    });
  }

  app.addContentTypeParser('*', async (request: FastifyRequest) => refuseOther(request));
}

const kindsOf = ({ routeOptions }: FastifyRequest): readonly [BodyKind, ...BodyKind[]] =>
  routeOptions.config.accepts ?? ['json'];

const named: Record<BodyKind, string> = {
  json: 'JSON',
  scim: 'JSON',
  raw: 'JSON',
  form: 'a form',
  'json-lines': 'JSON lines',
  csv: 'CSV',
  xliff: 'XLIFF',
};

/** The refusal of a body of a kind that a route does not take. */
function wrongKind(accepts: readonly BodyKind[]): AppError {
  const texts = accepts.map((kind) => `${named[kind]} with the header Content-Type: ${mediaTypes[kind][0]}`);
  return new AppError('media_type', { message: `Send ${texts.join(', or ')}.` });
}

/** Throws 415 unless the route takes one of these kinds. */
function refuseOther(request: FastifyRequest, ...kinds: readonly BodyKind[]): void {
  const taken = kindsOf(request);
  if (!kinds.some((kind) => taken.includes(kind))) throw wrongKind(taken);
}

function refuseOtherCharset({ headers }: FastifyRequest): void {
  const [, charset = 'utf-8'] = /;\s*charset="?([^";\s]*)/i.exec(headers['content-type'] ?? '') ?? [];
  if (!/^utf-?8$/i.test(charset)) throw new AppError('media_type', { message: 'Send the records in UTF-8.' });
}

/**
 * Reads the whole body; throws 413 if it is too large, 400 if it ends too early, 503 if it is aborted in favor of
 * others.
 */
function readAll(
  { raw, routeOptions: { bodyLimit } }: FastifyRequest,
  payload: NodeJS.ReadableStream,
  body: CountedBody | undefined,
  take: (bytes: number) => void,
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let length = 0;
  const onData = (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (body) body.received = length;
    try {
      if (length > bodyLimit) throw new AppError('too_large');
      take(chunk.length);
    } catch (error) {
      end(() => reject(error));
    }
  };
  const onEnd = () => {
    const declared = declaredLength(raw);
    if (declared !== undefined && declared !== length) end(() => reject(new AppError('malformed')));
    else end(() => resolve(Buffer.concat(chunks, length)));
  };
  const onGone = (cause?: Error) => end(() => reject(new AppError('malformed', { cause })));
  const end = (settle: () => void) => {
    payload.off('data', onData).off('end', onEnd).off('close', onGone);
    if (body) delete body.giveUp;
    settle();
  };
  if (body) {
    body.giveUp = () => {
      chunks.length = 0;
      body.used = 0;
      end(() => reject(tooManyBodies()));
    };
  }
  // Stays attached as long as the payload exists: after a refusal nothing else handles its errors.
  payload.on('error', onGone);
  payload.on('data', onData).on('end', onEnd).on('close', onGone);
  return promise;
}
