import type { FastifyInstance } from 'fastify';
import { AppError } from '../base/errors.ts';
import { payerOf } from './payer.ts';

/** Responses up to this size are not counted; most are this small, and the operating system accepts them at once. */
const small = 256 * 1024;

/** Bytes of large responses that wait for their readers, and the limit for one caller. */
const most = { all: 64 * 1024 * 1024, ofOne: 24 * 1024 * 1024 };

/** Milliseconds after which an unread response is aborted if another one needs its memory. */
const patience = 5000;

/** A response that its client has not fully read. */
interface UnreadAnswer {
  caller: string;
  bytes: number;
  since: number;
  giveUp: () => void;
}

/**
 * Bounds the memory of responses that clients do not read: beyond it those that have waited too long are aborted, and
 * if there are none, the new one is refused with 503. Streams are not counted, as they wait for their readers
 * themselves.
 */
export function limitUnreadAnswers(app: FastifyInstance): void {
  const answers = new Set<UnreadAnswer>();

  const bytesOf = (caller?: string) => {
    let sum = 0;
    for (const answer of answers) if (caller === undefined || answer.caller === caller) sum += answer.bytes;
    return sum;
  };
  const hasRoom = (caller: string, bytes: number) =>
    bytesOf() + bytes <= most.all && bytesOf(caller) + bytes <= most.ofOne;

  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
    if (bytes <= small) return done(null, payload);
    const caller = payerOf(request);
    if (!hasRoom(caller, bytes)) {
      const now = performance.now();
      for (const answer of answers) if (now - answer.since > patience) answer.giveUp();
    }
    if (!hasRoom(caller, bytes)) return done(tooMany());
    const answer: UnreadAnswer = { caller, bytes, since: performance.now(), giveUp: () => reply.raw.destroy() };
    answers.add(answer);
    reply.raw.once('close', () => answers.delete(answer));
    done(null, payload);
  });
}

const tooMany = () =>
  new AppError('unavailable', {
    message: 'Too many large responses are waiting to be read. Please read them, and try again in a moment.',
    retryAfter: 1,
  });
