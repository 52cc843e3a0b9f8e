import { AsyncLocalStorage } from 'node:async_hooks';
import type { Endpoint, Input, Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { endpointUrl, type InputParts } from '@quartermaster/contract/endpoints/endpoint-url.ts';
import type { ErrorBody } from '@quartermaster/contract/errors.ts';
import { writeWithDigits } from '@quartermaster/contract/sheets/sent-digits.ts';
import type { FastifyRequest } from 'fastify';
import type { App } from './deps.ts';

/** Who makes the server call itself; nothing in a request from outside can set it. */
const assistantCalls = new AsyncLocalStorage<true>();

/** True in a call that the server makes to itself on behalf of an assistant. */
export const isCalledByAssistant = (): boolean => assistantCalls.getStore() === true;

/** The server has refused a call that it made to itself. */
export class InternalCallError extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.name = 'InternalCallError';
    this.status = status;
    this.body = body;
  }
}

/** The calls that a request leads to. Both throw an {@link InternalCallError} if one is refused. */
export interface InternalCalls {
  call: <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<Output<E>>;
  /** A call that does not answer with JSON. */
  read: <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<string>;
}

/**
 * Calls endpoints of this server for an assistant with the token of its request: with the same checks of access, shapes, limits and log
 * as any call from outside. Other endpoints than the given ones cannot be called.
 */
export function callsForAssistant(app: App, request: FastifyRequest, open: ReadonlySet<Endpoint>): InternalCalls {
  const send = async (endpoint: Endpoint, input: InputParts): Promise<string> => {
    if (!open.has(endpoint)) throw new TypeError(`${endpoint.method} ${endpoint.path} is not open to assistants.`);
    // Awaited inside: the call begins only then.
    const answer = await assistantCalls.run(
      true,
      async () =>
        await app.inject({
          method: endpoint.method,
          url: endpointUrl('', endpoint, input),
          remoteAddress: request.ip,
          headers: {
            authorization: request.headers.authorization ?? '',
            'x-request-id': request.id,
            ...(input.body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(input.body !== undefined && { payload: writeWithDigits(input.body) }),
        }),
    );
    if (answer.statusCode >= 300) throw new InternalCallError(answer.statusCode, JSON.parse(answer.body) as ErrorBody);
    return answer.body;
  };
  return {
    // The server's response filter has given it this shape.
    call: async (endpoint, input) => JSON.parse(await send(endpoint, input as InputParts)) as Output<typeof endpoint>,
    read: (endpoint, input) => send(endpoint, input as InputParts),
  };
}
