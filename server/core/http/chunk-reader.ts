import type { FastifyRequest } from 'fastify';
import { AppError } from '../base/errors.ts';
import { type BodyMemory, type CountedBody, tooManyBodies } from './body-memory.ts';
import { declaredLength } from './unread-body.ts';

/** Reads a body chunk by chunk, each when it is requested, and counts what is not released yet. */
export class ChunkReader {
  readonly #request: FastifyRequest;
  readonly #payload: NodeJS.ReadableStream;
  readonly #body: CountedBody | undefined;
  readonly #take: BodyMemory['take'];
  readonly #chunks: Buffer[] = [];
  #received = 0;
  #released = 0;
  #state: 'unread' | 'open' | 'ended' | 'closed' = 'unread';
  #failure: unknown;
  #wake = () => {};

  constructor(
    request: FastifyRequest,
    payload: NodeJS.ReadableStream,
    { body, take }: { body: CountedBody | undefined; take: BodyMemory['take'] },
  ) {
    this.#request = request;
    this.#payload = payload;
    this.#body = body;
    this.#take = take;
    // Stays attached as long as the payload exists: nothing else handles its errors.
    payload.on('error', this.#onGone);
    if (body) {
      body.pausedAt = performance.now();
      body.giveUp = () => {
        this.#fail(tooManyBodies());
        body.used = 0;
      };
    }
  }

  /** The next chunk, undefined at the end; throws like the reading of a whole body. */
  async next(): Promise<Buffer | undefined> {
    if (this.#state === 'unread') this.#open();
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure;
      const chunk = this.#chunks.shift();
      if (chunk || this.#state !== 'open') return chunk;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      this.#waitsForClient(true);
      this.#payload.resume();
      await promise;
      this.#waitsForClient(false);
    }
  }

  /** No longer counts the bytes up to this position of the body. */
  release(position: number): void {
    if (this.#body) this.#body.used = Math.max(0, this.#body.used - (position - this.#released));
    this.#released = position;
  }

  /** Stops reading; what has not arrived yet is left to the connection. */
  close(): void {
    this.#payload.off('data', this.#onData).off('end', this.#onEnd).off('close', this.#onGone);
    if (this.#body) this.#body.giveUp = undefined;
    this.#chunks.length = 0;
    this.#state = 'closed';
    this.#wake();
  }

  #open(): void {
    this.#state = 'open';
    const { raw } = this.#request;
    if (raw.destroyed && !raw.complete) this.#onGone();
    this.#payload.on('data', this.#onData).on('end', this.#onEnd).on('close', this.#onGone);
    this.#payload.pause();
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#payload.pause();
    this.#received += chunk.length;
    if (this.#body) this.#body.received = this.#received;
    try {
      if (this.#received > this.#request.routeOptions.bodyLimit) throw new AppError('too_large');
      if (this.#body) this.#take(this.#body, chunk.length);
      this.#chunks.push(chunk);
      this.#wake();
    } catch (error) {
      this.#fail(error);
    }
  };

  readonly #onEnd = (): void => {
    const declared = declaredLength(this.#request.raw);
    if (declared !== undefined && declared !== this.#received) this.#onGone();
    this.#state = 'ended';
    this.#wake();
  };

  readonly #onGone = (cause?: Error): void => {
    if (this.#state !== 'ended') this.#fail(new AppError('malformed', { cause }));
  };

  #fail(error: unknown): void {
    this.#failure ??= error;
    this.#wake();
  }

  /** The time in which nothing is read does not make the client slow. */
  #waitsForClient(isWaiting: boolean): void {
    const body = this.#body;
    if (!body) return;
    if (!isWaiting) body.pausedAt = performance.now();
    else if (body.pausedAt !== undefined) {
      body.since += performance.now() - body.pausedAt;
      body.pausedAt = undefined;
    }
  }
}
