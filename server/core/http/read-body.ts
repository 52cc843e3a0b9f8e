import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../base/errors.ts';
import { parseJson } from './parse-json.ts';
import { networkOf } from './rate-limit.ts';
import { declaredLength, hasBody, takeContinue } from './unread-body.ts';

/** Bodies up to this are not counted, and parsed at once: most are. */
const small = 64 * 1024;

/** What one caller may hold of the bytes that all may hold. */
const shareOfOne = 1 / 2;

/**
 * Reads the JSON bodies of requests, after access was checked. Large ones count, from when they are announced until they are
 * answered, and what would be more than `most` bytes is refused with 503; they are parsed one after the other, with others'
 * work in between.
 */
export function readJsonBodies(app: FastifyInstance, most: number): void {
  const held = new Map<string, number>();
  let all = 0;
  let turn: Promise<unknown> = Promise.resolve();
  const takers = new WeakMap<FastifyRequest, (bytes: number) => void>();

  /** Makes the function that counts bytes for a request until it is answered, or refuses them. */
  const takerOf = (request: FastifyRequest, reply: FastifyReply) => {
    const who = callerOf(request);
    let taken = 0;
    const add = (bytes: number) => {
      taken += bytes;
      all += bytes;
      const left = (held.get(who) ?? 0) + bytes;
      if (left > 0) held.set(who, left);
      else held.delete(who);
    };
    reply.raw.once('close', () => add(-taken));
    return (bytes: number) => {
      const own = (held.get(who) ?? 0) + bytes;
      if (all + bytes > most || own > Math.max(most * shareOfOne, bytes + taken)) {
        throw new AppError('unavailable', { message: tooManySentence, retryAfter: 1 });
      }
      add(bytes);
    };
  };

  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!hasBody(request.raw)) return done(null, payload);
    const declared = declaredLength(request.raw);
    if (declared !== undefined && declared > request.routeOptions.bodyLimit) return done(new AppError('too_large'));
    if (declared === undefined || declared > small) {
      const take = takerOf(request, reply);
      try {
        if (declared !== undefined) take(declared);
      } catch (error) {
        return done(error as Error);
      }
      if (declared === undefined) takers.set(request, take);
    }
    if (takeContinue(request.raw)) reply.raw.writeContinue();
    done(null, payload);
  });

  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: NodeJS.ReadableStream) => {
    const bytes = await readAll(request, payload, takers.get(request));
    if (bytes.length <= small) return parseJson(bytes);
    const parsed = turn.then(async () => {
      await nextTurn();
      // Whoever has gone meanwhile costs nobody a turn.
      if (request.raw.destroyed && !request.raw.complete) throw new AppError('malformed');
      return parseJson(bytes);
    });
    turn = parsed.catch(() => {});
    return parsed;
  });
}

const tooManySentence = 'Too many large requests are being worked on. Please try again in a moment.';

const callerOf = ({ caller, ip }: FastifyRequest): string =>
  caller && 'accountId' in caller ? `account ${caller.accountId}` : networkOf(ip);

/** The whole body; 413 where it turns out too large, 400 where it ends too early. */
function readAll(
  { raw, routeOptions: { bodyLimit } }: FastifyRequest,
  payload: NodeJS.ReadableStream,
  take: ((bytes: number) => void) | undefined,
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let length = 0;
  const onData = (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    try {
      if (length > bodyLimit) throw new AppError('too_large');
      take?.(chunk.length);
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
    settle();
  };
  // Listened to for as long as there is a payload: what breaks after a refusal has nobody else to tell.
  payload.on('error', onGone);
  payload.on('data', onData).on('end', onEnd).on('close', onGone);
  return promise;
}
