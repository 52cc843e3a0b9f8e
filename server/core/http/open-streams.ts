import { finished, type Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { AppError } from '../base/errors.ts';
import { payerOf } from './payer.ts';

/** Limits on the streams that one process has open, and how long it waits for their readers. */
export interface StreamLimits {
  all: number;
  /** Per account, or per network without one. */
  ofOne: number;
  /** Streams per account or network that wait for a free place; more are refused at once. */
  waitingOfOne: number;
  /**
   * Milliseconds that a stream waits for a free place, and after which an unread stream is aborted if another one needs
   * its place.
   */
  patience: number;
}

/** Opens a stream of a list as a response, once there is a free place. */
export type OpenStream = (reply: FastifyReply, open: () => Promise<Readable>) => Promise<Readable>;

/** Each stream holds a batch of its list, which may be as large as the largest item. */
const usual: StreamLimits = { all: 48, ofOne: 12, waitingOfOne: 100, patience: 5000 };

/**
 * Between parts the event loop reaches the sockets. With a single timer, a process that was held up for as long would
 * judge its readers before sending them anything.
 */
const partsOfPatience = 10;

interface Stream {
  reply: FastifyReply;
  caller: string;
  /** The bytes that its client had read at the last check, and since when the number is unchanged. */
  read: number;
  since: number;
  leave: () => void;
}

/**
 * Bounds the memory of lists that are sent as streams, however slowly their clients read: beyond the limits a stream
 * waits for another one to end; then an unread one is aborted, and if all are being read, the new one is refused with
 * 429 or 503.
 */
export function createOpenStreams(limits: Partial<StreamLimits> = {}): OpenStream {
  const { all, ofOne, waitingOfOne, patience } = { ...usual, ...limits };
  const streams = new Set<Stream>();
  const waiting = new Map<FastifyReply, { caller: string; proceed: () => void }>();

  const ofCaller = (caller: string) => [...streams].filter((stream) => stream.caller === caller);
  const hasRoom = (caller: string) => streams.size < all && ofCaller(caller).length < ofOne;
  const take = (reply: FastifyReply, caller: string): Stream => {
    const leave = () => {
      if (!streams.delete(stream)) return;
      for (const { proceed } of [...waiting.values()]) proceed();
    };
    const stream: Stream = { reply, caller, read: readOf(reply), since: performance.now(), leave };
    streams.add(stream);
    return stream;
  };
  /** Aborts the blocking stream that has been unread for longest, if that began before a time. */
  const giveUpUnread = (caller: string, before: number) => {
    const ofThisCaller = ofCaller(caller);
    const inTheWay = ofThisCaller.length < ofOne ? [...streams] : ofThisCaller;
    for (const stream of inTheWay) look(stream);
    const [oldest] = inTheWay.toSorted((a, b) => a.since - b.since);
    if (!oldest || oldest.since > before) return;
    oldest.reply.raw.destroy();
    oldest.leave();
  };
  const tooMany = (caller: string) =>
    new AppError(ofCaller(caller).length < ofOne ? 'unavailable' : 'rate_limit', {
      message: 'Too many whole lists are being read at once. Finish reading those, or request pages.',
      retryAfter: Math.ceil(patience / 1000),
    });

  const room = async (reply: FastifyReply, caller: string): Promise<Stream> => {
    const others = [...waiting.values()].filter((entry) => entry.caller === caller).length;
    if (others >= waitingOfOne) throw tooMany(caller);
    const { promise, resolve, reject } = Promise.withResolvers<Stream>();
    const refuse = () => {
      waiting.delete(reply);
      reject(tooMany(caller));
    };
    const proceed = () => {
      if (!hasRoom(caller)) return;
      waiting.delete(reply);
      resolve(take(reply, caller));
    };
    waiting.set(reply, { caller, proceed });
    reply.raw.once('close', refuse);
    giveUpUnread(caller, performance.now() - patience);
    const arrived = performance.now();
    let parts = 0;
    const timer = setInterval(() => {
      parts += 1;
      if (parts < partsOfPatience) return;
      giveUpUnread(caller, arrived);
      refuse();
    }, patience / partsOfPatience);
    try {
      return await promise;
    } finally {
      waiting.delete(reply);
      clearInterval(timer);
      reply.raw.off('close', refuse);
    }
  };

  return async (reply, open) => {
    const caller = payerOf(reply.request);
    const { leave } = hasRoom(caller) ? take(reply, caller) : await room(reply, caller);
    finished(reply.raw, leave);
    try {
      return await open();
    } catch (error) {
      leave();
      throw error;
    }
  };
}

/** Bytes passed to the operating system, which accepts no more for a client that does not read. */
const readOf = ({ request }: FastifyReply): number => {
  const { bytesWritten = 0, writableLength = 0 } = request.raw.socket;
  return bytesWritten - writableLength;
};

/** Updates the bytes read. A stream with nothing to send waits for the database, not for its reader. */
function look(stream: Stream): void {
  const read = readOf(stream.reply);
  if (read === stream.read && stream.reply.raw.writableLength > 0) return;
  Object.assign(stream, { read, since: performance.now() });
}
