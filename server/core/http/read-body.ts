import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../base/errors.ts';
import { parseJson } from './parse-json.ts';
import { networkOf } from './rate-limit.ts';
import { declaredLength, hasBody, takeContinue } from './unread-body.ts';

/** Bodies up to this are not counted, and parsed at once: most are. */
const small = 64 * 1024;

/** What one caller may hold of the bytes that all may hold. */
const shareOfOne = 1 / 2;

/** A body that after so many milliseconds has come more slowly, in bytes a second, gives up its memory to one that needs it. */
const slow = { after: 5000, rate: 32 * 1024 };

/** A large body that is being received or worked on. */
interface LargeBody {
  /** Whose it is. */
  caller: string;
  /** Bytes of the budget that it holds. */
  held: number;
  received: number;
  /** When it was announced, in milliseconds. */
  since: number;
  /** Ends its receiving; nothing while it is not received, or no more. */
  giveUp?: () => void;
}

/**
 * Reads the JSON bodies of requests, after access was checked. Large ones count, from when they are announced until they are
 * answered, and what would be more than `most` bytes is refused with 503, unless one that hardly arrives can give way to it; they
 * are parsed one after the other, with others' work in between.
 */
export function readJsonBodies(app: FastifyInstance, most: number): void {
  const bodies = new Map<FastifyRequest, LargeBody>();
  let turn: Promise<unknown> = Promise.resolve();

  const heldBy = (caller?: string) =>
    [...bodies.values()].reduce(
      (sum, body) => sum + (caller === undefined || body.caller === caller ? body.held : 0),
      0,
    );
  const hasRoom = (body: LargeBody, bytes: number) =>
    heldBy() + bytes <= most && heldBy(body.caller) + bytes <= Math.max(most * shareOfOne, body.held + bytes);

  /** Counts bytes for a body, or refuses them. */
  const take = (body: LargeBody, bytes: number) => {
    if (!hasRoom(body, bytes)) {
      for (const other of bodies.values()) if (other !== body && isSlow(other)) other.giveUp?.();
    }
    if (!hasRoom(body, bytes)) throw tooMany();
    body.held += bytes;
  };

  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!hasBody(request.raw)) return done(null, payload);
    // Gone while its access was checked: it will not be closed a second time.
    if (request.raw.destroyed) return done(new AppError('malformed'));
    const declared = declaredLength(request.raw);
    if (declared !== undefined && declared > request.routeOptions.bodyLimit) return done(new AppError('too_large'));
    if (declared === undefined || declared > small) {
      const body: LargeBody = { caller: callerOf(request), held: 0, received: 0, since: performance.now() };
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

  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: NodeJS.ReadableStream) => {
    const body = bodies.get(request);
    const bytes = await readAll(request, payload, body, (more) => {
      if (body && body.received > body.held) take(body, more);
    });
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

const tooMany = () =>
  new AppError('unavailable', {
    message: 'Too many large requests are being worked on. Please try again in a moment.',
    retryAfter: 1,
  });

const callerOf = ({ caller, ip }: FastifyRequest): string =>
  caller && 'accountId' in caller ? `account ${caller.accountId}` : networkOf(ip);

const isSlow = ({ received, since }: LargeBody): boolean => {
  const elapsed = performance.now() - since;
  return elapsed > slow.after && received < (elapsed / 1000) * slow.rate;
};

/** The whole body; 413 where it turns out too large, 400 where it ends too early, 503 where it gives way to others. */
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
  // Listened to for as long as there is a payload: what breaks after a refusal has nobody else to tell.
  payload.on('error', onGone);
  payload.on('data', onData).on('end', onEnd).on('close', onGone);
  return promise;
}
