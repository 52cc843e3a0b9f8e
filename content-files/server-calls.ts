import type { Endpoint, Input, Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { endpointUrl, type InputParts } from '@quartermaster/contract/endpoints/endpoint-url.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';

/** The server refused a call, or could not be reached. */
export class CallFailed extends Error {
  readonly status: number;
  readonly body: ErrorBody | undefined;

  constructor(message: string, status: number, body?: ErrorBody) {
    super(message);
    this.status = status;
    this.body = body;
  }
}

/** Calls of a server with a token. Each rejects with {@link CallFailed}. */
export interface ServerCalls {
  call: <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<Output<E>>;
  /** An answer that is no JSON. */
  text: <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<string>;
  /** The lines of a streamed answer, without empty ones. */
  lines: <E extends Endpoint>(endpoint: E, input: Input<E>) => AsyncIterable<string>;
  /** Sends lines of JSON. */
  sendLines: <E extends Endpoint>(endpoint: E, input: Input<E>, lines: readonly string[]) => Promise<Output<E>>;
}

interface Connection {
  server: string;
  token: string;
  /** Node's own if omitted. */
  fetch?: typeof globalThis.fetch | undefined;
}

export function createCalls({ server, token, fetch = globalThis.fetch }: Connection): ServerCalls {
  const send = async (endpoint: Endpoint, request: unknown, lines?: readonly string[]): Promise<Response> => {
    // An endpoint that is known only at runtime: its input has these parts.
    const input = request as InputParts;
    const body = lines ? lines.join('\n') : input.body === undefined ? undefined : JSON.stringify(input.body);
    const url = endpointUrl(server, endpoint, input);
    const response = await fetch(url, {
      method: endpoint.method,
      // A redirect could send the token elsewhere.
      redirect: 'error',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': lines ? 'application/jsonl' : 'application/json' }),
      },
      ...(body !== undefined && { body }),
    }).catch((error: unknown) => {
      throw new CallFailed(`${server} could not be reached: ${reasonOf(error)}`, 0);
    });
    if (!response.ok) throw await failureOf(response);
    return response;
  };
  return {
    call: async (endpoint, input) => (await send(endpoint, input)).json(),
    text: async (endpoint, input) => (await send(endpoint, input)).text(),
    lines: async function* (endpoint, input) {
      const { body } = await send(endpoint, input);
      const decoder = new TextDecoder();
      let rest = '';
      for await (const part of body ?? []) {
        const parts = (rest + decoder.decode(part, { stream: true })).split('\n');
        rest = parts.pop() ?? '';
        yield* parts.filter((line) => line !== '');
      }
      if (rest !== '') yield rest;
    },
    sendLines: async (endpoint, input, lines) => (await send(endpoint, input, lines)).json(),
  };
}

async function failureOf(response: Response): Promise<CallFailed> {
  const text = await response.text();
  try {
    const body: ErrorBody = JSON.parse(text);
    return new CallFailed(body.message, response.status, body);
  } catch {
    return new CallFailed(`The server answered with status ${response.status}.`, response.status);
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
