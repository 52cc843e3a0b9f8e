import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../base/errors.ts';
import { payerOf } from './payer.ts';

/** The share of the budget that one caller may use. */
const shareOfOne = 1 / 2;

/**
 * A body received at a lower rate (bytes per second) after that many milliseconds is aborted when another needs its
 * memory.
 */
const slow = { after: 5000, rate: 32 * 1024 };

/** A large body that is being received or processed. */
export interface CountedBody {
  /** The caller that sent it. */
  readonly caller: string;
  /** Bytes of the budget that it uses. */
  used: number;
  received: number;
  /** When its headers arrived, in milliseconds; later by the time in which the server read nothing of it. */
  since: number;
  /** Since when the server reads nothing of it, if it does not wait for the client. */
  pausedAt?: number | undefined;
  /** Aborts receiving it; undefined if it is not being received. */
  giveUp?: (() => void) | undefined;
}

/** The memory that all large bodies share. */
export interface BodyMemory {
  /** Counts a body from now until its response has ended. */
  open: (request: FastifyRequest, reply: FastifyReply) => CountedBody;
  /** The counted body of a request; small ones are not counted. */
  find: (request: FastifyRequest) => CountedBody | undefined;
  /** Reserves bytes for a body; throws 503 if there is no room, even without those that arrive too slowly. */
  take: (body: CountedBody, bytes: number) => void;
}

/** Creates a budget of `most` bytes. */
export function createBodyMemory(most: number): BodyMemory {
  const bodies = new Map<FastifyRequest, CountedBody>();

  const bytesHeldBy = (caller?: string) =>
    [...bodies.values()].reduce(
      (sum, body) => sum + (caller === undefined || body.caller === caller ? body.used : 0),
      0,
    );
  const hasRoom = (body: CountedBody, bytes: number) =>
    bytesHeldBy() + bytes <= most && bytesHeldBy(body.caller) + bytes <= Math.max(most * shareOfOne, body.used + bytes);

  return {
    open: (request, reply) => {
      const body: CountedBody = { caller: payerOf(request), used: 0, received: 0, since: performance.now() };
      bodies.set(request, body);
      reply.raw.once('close', () => bodies.delete(request));
      return body;
    },
    find: (request) => bodies.get(request),
    take: (body, bytes) => {
      if (!hasRoom(body, bytes)) {
        for (const other of bodies.values()) if (other !== body && isSlow(other)) other.giveUp?.();
      }
      if (!hasRoom(body, bytes)) throw tooManyBodies();
      body.used += bytes;
    },
  };
}

/** The refusal of a body for which there is no memory. */
export const tooManyBodies = () =>
  new AppError('unavailable', {
    message: 'Too many large requests are being processed. Please try again in a moment.',
    retryAfter: 1,
  });

const isSlow = ({ received, since, pausedAt = performance.now() }: CountedBody): boolean => {
  const elapsed = pausedAt - since;
  return elapsed > slow.after && received < (elapsed / 1000) * slow.rate;
};
