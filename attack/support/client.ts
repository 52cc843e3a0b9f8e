import { setTimeout as pause } from 'node:timers/promises';
import type { Endpoint, Input, Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { demoAccounts } from '../../server/core/environment/demo-accounts.ts';

/** The result of a call: status 0 if there was no answer. */
export interface Answered {
  status: number;
  text: string;
  retryAfter: string | null;
  /** Milliseconds. */
  took: number;
}

/** The attacker, or a user who continues working: one signed-in account on one server. */
export class Client {
  readonly origin: string;
  #cookies = '';

  constructor(origin: string) {
    this.origin = origin;
  }

  /** A person of the demo. */
  static async signIn(origin: string, who: 'owner' | 'member' | 'free'): Promise<Client> {
    const client = new Client(origin);
    const email = `${who}@quartermaster.test`;
    const response = await fetch(`${origin}/v1${accounts.login.path}`, {
      method: 'POST',
      headers: client.headers(),
      body: JSON.stringify({ email, password: demoAccounts.password }),
    });
    if (!response.ok) throw new Error(`Signing in answered ${response.status}: ${await response.text()}`);
    client.#cookies = response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; ');
    return client;
  }

  headers(): Record<string, string> {
    return {
      'content-type': 'application/json',
      'x-csrf-protection': '1',
      ...(this.#cookies && { cookie: this.#cookies }),
    };
  }

  /** Sends a body unchanged; a call without an answer has the status 0. */
  async send(
    method: string,
    path: string,
    body?: string | Uint8Array<ArrayBuffer>,
    limit = 60_000,
    type?: string,
  ): Promise<Answered> {
    const since = performance.now();
    const ended = (status: number, text: string, retryAfter: string | null = null): Answered => ({
      status,
      text,
      retryAfter,
      took: performance.now() - since,
    });
    try {
      const response = await fetch(`${this.origin}/v1${path}`, {
        method,
        headers: { ...this.headers(), ...(type !== undefined && { 'content-type': type }) },
        signal: AbortSignal.timeout(limit),
        ...(body !== undefined && { body }),
      });
      return ended(response.status, await response.text(), response.headers.get('retry-after'));
    } catch (error) {
      return ended(0, error instanceof Error ? String(error.cause ?? error.message) : String(error));
    }
  }

  /** Calls an endpoint of the contract, whatever the result. */
  ask<E extends Endpoint>(endpoint: E, input: Input<E>, limit?: number): Promise<Answered> {
    const { params, body } = input as { params?: Record<string, string | number>; body?: unknown };
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
    return this.send(endpoint.method, path, body === undefined ? undefined : JSON.stringify(body), limit);
  }

  /** Calls an endpoint that has to succeed. */
  async call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Output<E>> {
    const { status, text } = await this.ask(endpoint, input);
    if (status < 200 || status > 299)
      throw new Error(`${endpoint.method} ${endpoint.path} answered ${status}: ${text}`);
    return (text ? JSON.parse(text) : undefined) as Output<E>;
  }
}

/** Waits this many milliseconds for a condition, and returns whether it became true. */
export async function comes(condition: () => Promise<boolean>, limit: number): Promise<boolean> {
  const since = performance.now();
  while (performance.now() - since < limit) {
    if (await condition()) return true;
    await pause(100);
  }
  return false;
}
