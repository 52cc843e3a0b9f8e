import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../base/errors.ts';
import { parseForm } from './parse-form.ts';
import { parseJson } from './parse-json.ts';
import { payerOf } from './payer.ts';
import { declaredLength, hasBody, takeContinue } from './unread-body.ts';

/** Bodies up to this size are not counted and are parsed immediately; most are this small. */
const small = 64 * 1024;

/** The share of the budget that one caller may use. */
const shareOfOne = 1 / 2;

/**
 * A body received at a lower rate (bytes per second) after that many milliseconds is aborted when another needs its
 * memory.
 */
const slow = { after: 5000, rate: 32 * 1024 };

/** A large body that is being received or processed. */
interface LargeBody {
  /** The caller that sent it. */
  caller: string;
  /** Bytes of the budget that it uses. */
  held: number;
  received: number;
  /** When its headers arrived, in milliseconds. */
  since: number;
  /** Aborts receiving it; undefined if it is not being received. */
  giveUp?: () => void;
}

/**
 * Reads request bodies, JSON or a form as declared by the route, after the access check. Large bodies count against a
 * budget of `most` bytes from their headers until the response; beyond it a request is refused with 503, unless a very
 * slow body can be aborted in its favor. Large bodies are parsed one at a time, yielding to other work in between.
 */
export function readBodies(app: FastifyInstance, most: number): void {
  const bodies = new Map<FastifyRequest, LargeBody>();
  let turn: Promise<unknown> = Promise.resolve();

  const bytesHeldBy = (caller?: string) =>
    [...bodies.values()].reduce(
      (sum, body) => sum + (caller === undefined || body.caller === caller ? body.held : 0),
      0,
    );
  const hasRoom = (body: LargeBody, bytes: number) =>
    bytesHeldBy() + bytes <= most && bytesHeldBy(body.caller) + bytes <= Math.max(most * shareOfOne, body.held + bytes);

  /** Reserves bytes for a body, or refuses it. */
  const take = (body: LargeBody, bytes: number) => {
    if (!hasRoom(body, bytes)) {
      for (const other of bodies.values()) if (other !== body && isSlow(other)) other.giveUp?.();
    }
    if (!hasRoom(body, bytes)) throw tooMany();
    body.held += bytes;
  };

  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!hasBody(request.raw)) return done(null, payload);
    // Closed during the access check: there will be no second close event.
    if (request.raw.destroyed) return done(new AppError('malformed'));
    const declared = declaredLength(request.raw);
    if (declared !== undefined && declared > request.routeOptions.bodyLimit) return done(new AppError('too_large'));
    if (declared === undefined || declared > small) {
      const body: LargeBody = { caller: payerOf(request), held: 0, received: 0, since: performance.now() };
      bodies.set(request, body);
      reply.raw.once('close', () => bodies.delete(request));
      try {
        take(body, declared ?? 0);
      } catch (error) {
        return done(error as Error);
      }
    }
    if (takeContinue(request.raw)) reply.raw.writeContinue();
    done(null, payload);
  });

  const read = (request: FastifyRequest, payload: NodeJS.ReadableStream) => {
    const body = bodies.get(request);
    return readAll(request, payload, body, (more) => {
      if (body && body.received > body.held) take(body, more);
    });
  };

  const form = 'application/x-www-form-urlencoded';
  app.addContentTypeParser(form, async (request: FastifyRequest, payload: NodeJS.ReadableStream) => {
    if (!request.routeOptions.config.isForm) throw new AppError('media_type');
    return parseForm(await read(request, payload));
  });

  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: NodeJS.ReadableStream) => {
    if (request.routeOptions.config.isForm)
      throw new AppError('media_type', { message: `Send a form with the header Content-Type: ${form}.` });
    const bytes = await read(request, payload);
    if (request.routeOptions.config.rawBody) return bytes;
    if (bytes.length <= small) return parseJson(bytes);
    const parsed = turn.then(async () => {
      await nextTurn();
      // A client that has disconnected must not use a turn.
      if (request.raw.destroyed && !request.raw.complete) throw new AppError('malformed');
      return parseJson(bytes);
    });
    turn = parsed.catch(() => {});
    return parsed;
  });
}

const tooMany = () =>
  new AppError('unavailable', {
    message: 'Too many large requests are being processed. Please try again in a moment.',
    retryAfter: 1,
  });

const isSlow = ({ received, since }: LargeBody): boolean => {
  const elapsed = performance.now() - since;
  return elapsed > slow.after && received < (elapsed / 1000) * slow.rate;
};

/**
 * Reads the whole body; throws 413 if it is too large, 400 if it ends too early, 503 if it is aborted in favor of
 * others.
 */
function readAll(
  { raw, routeOptions: { bodyLimit } }: FastifyRequest,
  payload: NodeJS.ReadableStream,
  body: LargeBody | undefined,
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
      body.held = 0;
      end(() => reject(tooMany()));
    };
  }
  // Stays attached as long as the payload exists: after a refusal nothing else handles its errors.
  payload.on('error', onGone);
  payload.on('data', onData).on('end', onEnd).on('close', onGone);
  return promise;
}
