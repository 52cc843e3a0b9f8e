import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** An answer that is sent as it is. */
export interface Raw {
  readonly raw: FastifyReply;
}

/** Sends an answer as it is, past the filter: a file, or JSON that was put together elsewhere. */
export function raw(reply: FastifyReply, payload: Readable | Buffer | string, contentType: string): Raw {
  reply.type(contentType);
  return { raw: reply.send(payload) };
}

/** Whether a handler has sent its answer as it is. */
export const isRaw = (answer: unknown): answer is Raw =>
  typeof answer === 'object' && answer !== null && 'raw' in answer;
