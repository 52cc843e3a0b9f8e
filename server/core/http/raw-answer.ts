import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A response that bypasses the response filter. */
export interface Raw {
  readonly raw: FastifyReply;
}

/** The type of responses in JSON. */
export const json = 'application/json; charset=utf-8';

/** Sends a response unchanged, without the filter: a file, or JSON that has already been serialized. */
export function raw(reply: FastifyReply, payload: Readable | Buffer | string, contentType: string): Raw {
  reply.type(contentType);
  return { raw: reply.send(payload) };
}

/** True if a handler has sent its response unfiltered. */
export const isRaw = (answer: unknown): answer is Raw =>
  typeof answer === 'object' && answer !== null && 'raw' in answer;
