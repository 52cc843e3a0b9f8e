import { finished, type Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { AppError } from '../base/errors.ts';
import { payerOf } from './payer.ts';

/** How many streams one process has open, and how long it waits for their readers. */
export interface StreamLimits {
  all: number;
  /** Of one account, or network without one. */
  ofOne: number;
  /** How many of one account or network wait for room; more are refused at once. */
  waitingOfOne: number;
  /** Milliseconds that a stream waits for room, and after which one that is not read is given up if another needs its room. */
  patience: number;
}

/** Opens a stream of a list as a response, once there is room for another one. */
export type OpenStream = (reply: FastifyReply, open: () => Promise<Readable>) => Promise<Readable>;

/** Each holds a batch of its list, which may be as large as the largest item. */
const usual: StreamLimits = { all: 48, ofOne: 12, waitingOfOne: 100, patience: 5000 };

interface Stream {
  reply: FastifyReply;
  caller: string;
  /** What its client had read when that was last looked at, in bytes, and since when it has not read more. */
  read: number;
  since: number;
  leave: () => void;
}

/**
 * Bounds the memory of lists that are sent as streams, whatever their clients read: beyond the limits a stream waits for another
 * one to end; then one that is not read is given up, and if all are read, the new one is refused with 429 or 503.
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
  /** Gives up the stream in the way that has not been read for longest, if that was before a time. */
  const giveUpUnread = (caller: string, before: number) => {
    const own = ofCaller(caller);
    const inTheWay = own.length < ofOne ? [...streams] : own;
    for (const stream of inTheWay) look(stream);
    const [oldest] = inTheWay.toSorted((a, b) => a.since - b.since);
    if (!oldest || oldest.since > before) return;
    oldest.reply.raw.destroy();
    oldest.leave();
  };
  const tooMany = (caller: string) =>
    new AppError(ofCaller(caller).length < ofOne ? 'unavailable' : 'rate_limit', {
      message: 'Too many whole lists are being read at once. Read those that are open to their end, or ask for pages.',
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
    const timer = setTimeout(() => {
      giveUpUnread(caller, arrived);
      refuse();
    }, patience);
    try {
      return await promise;
    } finally {
      waiting.delete(reply);
      clearTimeout(timer);
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

/** Bytes that have been handed to the system; it takes no more from a client that does not read. */
const readOf = ({ request }: FastifyReply): number => {
  const { bytesWritten = 0, writableLength = 0 } = request.raw.socket;
  return bytesWritten - writableLength;
};

/** Notes what has been read since. A stream without anything to send waits for the database, not for its reader. */
function look(stream: Stream): void {
  const read = readOf(stream.reply);
  if (read === stream.read && stream.reply.raw.writableLength > 0) return;
  Object.assign(stream, { read, since: performance.now() });
}
