import { connect, type Socket } from 'node:net';

/** One response: its status, the size of its body in bytes, and the body itself if requested. */
export interface Answer {
  status: number;
  bytes: number;
  body: string;
}

/**
 * A connection that sends one request after the other and reads each response to its end. It does as little as
 * possible, because it shares the machine with the measured server; a connection that the server closes is an error.
 */
export class Connection {
  readonly #port: number;
  #socket: Socket;
  #isLast = false;
  readonly #head: string;
  #received: Buffer[] = [];
  #size = 0;
  #wanted = -1;
  #bodyAt = 0;
  #status = 0;
  #chunked = false;
  #answer: { resolve: (answer: Answer) => void; reject: (error: Error) => void; keep: boolean } | undefined;

  constructor(port: number, headers: Record<string, string>) {
    this.#head = Object.entries({ host: `127.0.0.1:${port}`, 'content-type': 'application/json', ...headers })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    this.#port = port;
    this.#socket = this.#connect();
  }

  #connect(): Socket {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    socket.on('data', (chunk) => this.#take(chunk));
    // A connection that the server closed after its last response has been replaced.
    const fail = (error: Error) => {
      if (socket === this.#socket) this.#answer?.reject(error);
    };
    socket.on('error', fail);
    socket.on('close', () => fail(new Error('The server closed the connection.')));
    return socket;
  }

  /** Posts a body; without one, gets the path. */
  send(path: string, body?: string, keep = false): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#isLast) this.#reconnect();
      this.#answer = { resolve, reject, keep };
      const head = `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\n${this.#head}`;
      this.#socket.write(
        body === undefined ? `${head}\r\n` : `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
    });
  }

  /** The server limits the requests per connection and announces the last one; the time to reconnect counts. */
  #reconnect(): void {
    this.#socket.destroy();
    this.#socket = this.#connect();
    this.#isLast = false;
  }

  close(): void {
    this.#answer = undefined;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received.push(chunk);
    this.#size += chunk.length;
    if (this.#wanted < 0 && !this.#chunked && !this.#readHead()) return;
    if (this.#chunked ? !endsChunked(this.#received) : this.#size < this.#wanted) return;
    const answer = this.#answer;
    const all =
      answer?.keep || this.#status >= 400 ? Buffer.concat(this.#received).subarray(this.#bodyAt) : Buffer.alloc(0);
    const done = {
      status: this.#status,
      bytes: this.#size - this.#bodyAt,
      body: this.#chunked ? unchunk(all) : all.toString(),
    };
    this.#received = [];
    this.#size = 0;
    this.#wanted = -1;
    this.#chunked = false;
    this.#answer = undefined;
    answer?.resolve(done);
  }

  #readHead(): boolean {
    const start = this.#received.length === 1 ? this.#received[0] : Buffer.concat(this.#received);
    const end = start?.indexOf('\r\n\r\n') ?? -1;
    if (!start || end < 0) return false;
    const head = start.toString('latin1', 0, end);
    this.#status = Number(head.slice(9, 12));
    this.#isLast = /\r\nconnection: *close/i.test(head);
    this.#bodyAt = end + 4;
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length === undefined) this.#chunked = /\r\ntransfer-encoding: *chunked/i.test(head);
    this.#wanted = this.#bodyAt + Number(length ?? 0);
    return true;
  }
}

const last = Buffer.from('0\r\n\r\n');
function endsChunked(received: readonly Buffer[]): boolean {
  const newest = received.at(-1);
  const tail = newest && newest.length >= last.length ? newest : Buffer.concat(received.slice(-last.length));
  return tail.length >= last.length && tail.subarray(-last.length).equals(last);
}

/** Chunk sizes count bytes, so this reads bytes. */
function unchunk(body: Buffer): string {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const lineEnd = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.toString('latin1', at, lineEnd), 16);
    if (!(size > 0)) break;
    parts.push(body.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
  return Buffer.concat(parts).toString();
}
