import { PassThrough } from 'node:stream';
import type { LiveChange, LiveMessage } from '@quartermaster/contract/endpoints/live.ts';
import { sessionSeconds } from '@quartermaster/contract/session-seconds.ts';
import type { InstanceCaller, SessionAccount } from '../../core/session/access.ts';

/** The most bytes that wait for a reader; a slower one is cut off, and goes on at its position. */
const mostUnread = 64 * 1024;

/** Who reads a stream, and what of. */
export interface ReaderRequest {
  session: SessionAccount;
  instanceIds: readonly number[];
  /** The position after which it goes on; undefined for a new one. */
  after: number | undefined;
}

/** Somebody who follows instances. */
export interface Reader extends ReaderRequest {
  /** Under which consoles tell with it what their user has open. */
  name: string;
  stream: PassThrough;
  /** What the reader was in each of its instances at the last check. */
  callers: Map<number, InstanceCaller>;
  /** The Unix time in seconds at which the session's token ends. */
  expiresAt: number;
  /** The message on each spot's people that it was last sent. */
  lastSent: Map<string, string>;
}

/** A change that readers are to be sent: with a position, if it is an event. */
export interface PendingChange {
  change: LiveChange;
  position?: number;
}

/** A reader without a message yet. */
export const createReader = (request: ReaderRequest, name: string): Reader => ({
  ...request,
  name,
  stream: new PassThrough({ highWaterMark: 1024 }),
  callers: new Map(),
  expiresAt: request.session.issuedAt + sessionSeconds,
  lastSent: new Map(),
});

/** A message as it is sent; with a position that a later stream can go on after. */
export const textOf = (message: LiveMessage, position?: number): string =>
  `${position === undefined ? '' : `id: ${position}\n`}data: ${JSON.stringify(message)}\n\n`;

/** When a browser's own reader of such streams opens one again, if it breaks: between 1 and 5 seconds later, not all at once. */
export const retryText = (): string => `retry: ${1000 + Math.floor(Math.random() * 4000)}\n`;

/** An SSE comment that keeps proxies from closing the stream. */
export const heartbeat = ':\n\n';

/** Sends a text, or cuts off a reader that has not read the ones before. */
export function sendText({ stream }: Reader, text: string): void {
  if (stream.destroyed || stream.writableEnded) return;
  if (stream.writableLength > mostUnread) stream.destroy();
  else stream.write(text);
}

/** Says that the stream is over, and ends it. */
export function endReader(reader: Reader): void {
  sendText(reader, textOf({ type: 'end' }));
  reader.stream.end();
}
